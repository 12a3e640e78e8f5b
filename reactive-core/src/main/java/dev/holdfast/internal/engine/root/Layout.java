package dev.holdfast.internal.engine.root;

import dev.holdfast.internal.engine.path.ManagedPath;
import dev.holdfast.internal.sys.Name;
import java.util.List;

/** The names that the store itself uses. */
public final class Layout {
  /** The store's own directory, directly below the root. */
  public static final Name META = Name.of(ManagedPath.RESERVED_PREFIX);

  /** The store's record, in its own directory. */
  static final Name STORE_JSON = Name.of("store.json");

  /** The file whose bytes are the commit locks. */
  static final Name COMMIT_LOCK = Name.of("commit.lock");

  /** One private directory for each live engine. */
  public static final Name STAGING = Name.of("staging");

  /** Foreign objects that were in the way; nothing in it is ever deleted. */
  static final Name RESCUED = Name.of("rescued");

  /** The directories that can be in the store's own one. */
  static final List<Name> DIRECTORIES =
      List.of(STAGING, RESCUED, Name.of("history"), Name.of("detached"));

  private Layout() {}
}
