/** Making names free again. */
@NullMarked
package dev.holdfast.internal.engine.remove;

import org.jspecify.annotations.NullMarked;
