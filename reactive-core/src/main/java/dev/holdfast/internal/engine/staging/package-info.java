/** Content that is prepared in private before it becomes visible. */
@NullMarked
package dev.holdfast.internal.engine.staging;

import org.jspecify.annotations.NullMarked;
