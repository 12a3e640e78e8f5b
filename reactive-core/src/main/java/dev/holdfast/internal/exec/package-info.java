/**
 * Running the engine for Vert.x: worker threads of our own, results on the caller's context, close
 * hooks. The only place that uses Vert.x internals.
 */
@NullMarked
package dev.holdfast.internal.exec;

import org.jspecify.annotations.NullMarked;
