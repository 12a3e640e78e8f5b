package dev.holdfast.internal.engine.audit;

import dev.holdfast.internal.engine.root.Layout;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Name;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a walk goes.
 *
 * @param only the only name below the root, or empty for all of them
 * @param maxDepth how many names the paths have at most
 * @param endsAtDepth whether what is deeper counts as left out
 */
record Territory(Optional<Name> only, int maxDepth, boolean endsAtDepth) {
  /** The root, the store's own directory, and what is directly in that. */
  static final Territory OWN = new Territory(Optional.of(Layout.META), 2, false);

  /**
   * Everything.
   *
   * @param maxDepth how many names the paths have at most
   * @return the territory
   */
  static Territory whole(int maxDepth) {
    return new Territory(Optional.empty(), maxDepth, true);
  }

  /**
   * What has to be at a name directly below the root.
   *
   * @param name the name
   * @return the type, or null for a file or a directory
   */
  @Nullable FileType wanted(Name name) {
    return name.equals(Layout.META) ? FileType.DIRECTORY : null;
  }
}
