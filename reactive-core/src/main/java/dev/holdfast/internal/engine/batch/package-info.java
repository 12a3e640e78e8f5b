/** Several changes that share their syncs. */
@NullMarked
package dev.holdfast.internal.engine.batch;

import org.jspecify.annotations.NullMarked;
