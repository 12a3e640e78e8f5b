/** Mutual exclusion of commits between processes: byte-range locks on one file of the store. */
@NullMarked
package dev.holdfast.internal.engine.commit;

import org.jspecify.annotations.NullMarked;
