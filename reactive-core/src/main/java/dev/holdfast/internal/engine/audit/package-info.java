/** Audits of what is in a root, and the repair of what they found. */
@NullMarked
package dev.holdfast.internal.engine.audit;

import org.jspecify.annotations.NullMarked;
