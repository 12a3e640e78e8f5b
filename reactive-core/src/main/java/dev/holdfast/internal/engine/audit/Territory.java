package dev.holdfast.internal.engine.audit;

import dev.holdfast.internal.engine.root.Layout;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Name;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a walk goes.
 *
 * @param only the only name below the start, or empty for all of them
 * @param maxDepth how many names the paths have at most
 * @param endsAtDepth whether what is deeper counts as left out
 * @param holdsStore whether the store's own directory is directly below the start
 */
record Territory(Optional<Name> only, int maxDepth, boolean endsAtDepth, boolean holdsStore) {
  /** The root, the store's own directory, and what is directly in that. */
  static final Territory OWN = new Territory(Optional.of(Layout.META), 2, false, true);

  /** The start alone. */
  static final Territory NOTHING_BELOW = new Territory(Optional.empty(), 0, false, false);

  /**
   * Everything.
   *
   * @param maxDepth how many names the paths have at most
   * @param holdsStore whether the store's own directory is directly below the start
   * @return the territory
   */
  static Territory whole(int maxDepth, boolean holdsStore) {
    return new Territory(Optional.empty(), maxDepth, true, holdsStore);
  }

  /**
   * What has to be at a name directly below the start.
   *
   * @param name the name
   * @return the type, or null for a file or a directory
   */
  @Nullable FileType wanted(Name name) {
    return holdsStore && name.equals(Layout.META) ? FileType.DIRECTORY : null;
  }
}
