/** The rules for paths: those within a store and that of a root. */
@NullMarked
package dev.holdfast.internal.engine.path;

import org.jspecify.annotations.NullMarked;
