/** Changes and reads whose content passes through piece by piece, each piece a step of its own. */
@NullMarked
package dev.holdfast.internal.engine.stream;

import org.jspecify.annotations.NullMarked;
