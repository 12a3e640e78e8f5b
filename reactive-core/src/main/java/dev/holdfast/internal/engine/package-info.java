/**
 * The protocols of the store, each written once, synchronously, over the syscall port. Drivers call
 * it from threads that may block; nothing in here knows Vert.x.
 */
@NullMarked
package dev.holdfast.internal.engine;

import org.jspecify.annotations.NullMarked;
