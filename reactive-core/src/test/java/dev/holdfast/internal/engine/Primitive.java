package dev.holdfast.internal.engine;

import java.util.Set;

/** What file systems, kernels and sandboxes can lack, and the port's calls that need it. */
enum Primitive {
  UNNAMED_FILES("openTmp"),
  LINKS("link", "linkName"),
  LINKS_OF_OPEN_FILES("link"),
  NO_REPLACE("renameNoReplace"),
  EXCHANGE("renameExchange"),
  LOCKS("ofdTryLock"),
  SYNC_FS("syncFs");

  private final Set<String> calls;

  Primitive(String... calls) {
    this.calls = Set.of(calls);
  }

  boolean isNeededBy(String call) {
    return calls.contains(call);
  }
}
