/** Appending. */
@NullMarked
package dev.holdfast.internal.engine.append;

import org.jspecify.annotations.NullMarked;
