/** What exists once per process. */
@NullMarked
package dev.holdfast.internal.engine.scope;

import org.jspecify.annotations.NullMarked;
