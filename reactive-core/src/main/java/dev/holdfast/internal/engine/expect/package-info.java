/** Comparing what is at a name with what a caller expects there. */
@NullMarked
package dev.holdfast.internal.engine.expect;

import org.jspecify.annotations.NullMarked;
