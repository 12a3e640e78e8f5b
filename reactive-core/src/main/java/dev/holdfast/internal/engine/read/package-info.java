/** Looking: files, names and directories. */
@NullMarked
package dev.holdfast.internal.engine.read;

import org.jspecify.annotations.NullMarked;
