/** The asynchronous store: the engine behind the public API, and its wiring. */
@NullMarked
package dev.holdfast.internal.store;

import org.jspecify.annotations.NullMarked;
