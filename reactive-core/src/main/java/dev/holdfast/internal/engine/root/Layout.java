package dev.holdfast.internal.engine.root;

import dev.holdfast.internal.engine.path.ManagedPath;
import dev.holdfast.internal.sys.Name;

/** The names that the store itself uses. */
final class Layout {
  /** The store's own directory, directly below the root. */
  static final Name META = Name.of(ManagedPath.RESERVED_PREFIX);

  /** The store's record, in its own directory. */
  static final Name STORE_JSON = Name.of("store.json");

  /** Short-lived objects that try what the file system can do, in the store's own directory. */
  static final String PROBE_PREFIX = "probe-";

  private Layout() {}
}
