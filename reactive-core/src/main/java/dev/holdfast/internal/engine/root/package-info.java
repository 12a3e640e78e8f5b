/** The root of a store: opening, binding, layout, capabilities, the directories below it. */
@NullMarked
package dev.holdfast.internal.engine.root;

import org.jspecify.annotations.NullMarked;
