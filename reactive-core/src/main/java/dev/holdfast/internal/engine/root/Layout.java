package dev.holdfast.internal.engine.root;

import dev.holdfast.internal.engine.path.ManagedPath;
import dev.holdfast.internal.sys.Name;

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

  private Layout() {}
}
