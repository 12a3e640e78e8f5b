/** The root of a store: opening, binding, the layout of its own directory, capabilities. */
@NullMarked
package dev.holdfast.internal.engine.root;

import org.jspecify.annotations.NullMarked;
