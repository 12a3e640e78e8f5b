/** What an operation can end with, and how failures of the port become answers. */
@NullMarked
package dev.holdfast.internal.engine.outcome;

import org.jspecify.annotations.NullMarked;
