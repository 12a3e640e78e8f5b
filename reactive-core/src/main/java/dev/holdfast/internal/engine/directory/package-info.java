/**
 * What is below an open root: its directories, the way to them, the objects in them, and the
 * section in which a name changes.
 */
@NullMarked
package dev.holdfast.internal.engine.directory;

import org.jspecify.annotations.NullMarked;
