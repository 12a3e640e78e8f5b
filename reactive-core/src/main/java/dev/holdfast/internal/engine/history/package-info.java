/** Older versions of files, where that is asked for. */
@NullMarked
package dev.holdfast.internal.engine.history;

import org.jspecify.annotations.NullMarked;
