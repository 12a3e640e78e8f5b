/**
 * The store: private, crash-safe files for Vert.x applications. Start at {@link
 * dev.holdfast.ManagedStore}.
 */
@NullMarked
package dev.holdfast;

import org.jspecify.annotations.NullMarked;
