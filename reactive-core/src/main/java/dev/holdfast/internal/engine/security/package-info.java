/** Owner-only: applying it to what we make, verifying it on what we find. */
@NullMarked
package dev.holdfast.internal.engine.security;

import org.jspecify.annotations.NullMarked;
