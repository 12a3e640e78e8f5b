package dev.holdfast.tests.powercut;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What came of some power cuts. */
final class Tally {
  private final List<String> bad = new ArrayList<>();
  private int all;

  /** Looks at what was left. */
  void add(Host host, List<Snapshot> snapshots) throws IOException, InterruptedException {
    for (Snapshot snapshot : snapshots) {
      all++;
      List<String> violations = host.inspect(snapshot);
      if (!violations.isEmpty()) {
        bad.add(
            "after step %d to %d: %s"
                .formatted(snapshot.least(), snapshot.most(), String.join("; ", violations)));
      }
    }
  }

  int all() {
    return all;
  }

  /** How many were bad, of how many. */
  String share() {
    return bad.size() + " of " + all;
  }

  /** Those after which something was wrong, and what. */
  List<String> bad() {
    return bad;
  }
}
