/** Giving files other names. */
@NullMarked
package dev.holdfast.internal.engine.move;

import org.jspecify.annotations.NullMarked;
