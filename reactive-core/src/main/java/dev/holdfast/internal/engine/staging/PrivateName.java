package dev.holdfast.internal.engine.staging;

import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;

/**
 * A name that only this engine uses.
 *
 * @param dir the directory of the name, which stays the caller's
 * @param name the name
 * @param renames whether what is there gets another name by a rename that never replaces, and not
 *     by a link that is followed by the removal of this name
 */
record PrivateName(Fd dir, Name name, boolean renames) {}
