/** Files that stay open between operations. */
@NullMarked
package dev.holdfast.internal.engine.kept;

import org.jspecify.annotations.NullMarked;
