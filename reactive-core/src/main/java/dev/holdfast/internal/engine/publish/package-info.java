/** Making new files appear whole, or not at all. */
@NullMarked
package dev.holdfast.internal.engine.publish;

import org.jspecify.annotations.NullMarked;
