/** Changing what a name means. */
@NullMarked
package dev.holdfast.internal.engine.replace;

import org.jspecify.annotations.NullMarked;
