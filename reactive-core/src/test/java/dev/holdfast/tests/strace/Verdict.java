package dev.holdfast.tests.strace;

import dev.holdfast.MutationException;
import dev.holdfast.MutationReceipt;
import dev.holdfast.RequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether an operation told the truth.
 *
 * @param kind what it told
 * @param violations what is not true
 */
record Verdict(Kind kind, List<String> violations) {
  /** What an operation tells; of several changes, the last of these that one of them told. */
  enum Kind {
    DONE,
    NOT_COMMITTED,
    COMMITTED,
    UNKNOWN
  }

  /** How a change ended: what it was to become, and its receipt or failure. */
  record Ending(Map<String, String> change, Object told) {
    /** What it says it left. */
    List<String> residue() {
      if (told instanceof MutationReceipt receipt) {
        return receipt.outcome().residue();
      }
      return told instanceof MutationException e ? e.mutation().residue() : List.of();
    }
  }

  /** Compares what was told with what is there. */
  static Verdict of(Operation operation, State before, State found, List<Ending> endings) {
    Kind kind = Kind.DONE;
    List<String> violations = new ArrayList<>();
    Set<String> explained = new TreeSet<>();
    for (Ending ending : endings) {
      Kind told = kind(operation, ending, violations);
      kind = told.compareTo(kind) > 0 ? told : kind;
      State after = before.with(ending.change());
      Set<String> names = ending.change().keySet();
      boolean holds =
          switch (told) {
            case DONE -> found.agrees(after, names);
            case COMMITTED -> found.agrees(after, finished(ending));
            case NOT_COMMITTED -> found.agrees(before, unmade(ending));
            case UNKNOWN ->
                found.agrees(before, unmade(ending)) || found.agrees(after, finished(ending));
          };
      if (!holds) {
        violations.add(told + " " + ending.told() + ", and there is" + found);
      }
      explained.addAll(names);
    }
    Set<String> others = new TreeSet<>(before.files().keySet());
    others.addAll(found.files().keySet());
    others.removeAll(explained);
    if (!found.agrees(before, others)) {
      violations.add("something else has changed: before" + before + ", now" + found);
    }
    return new Verdict(kind, violations);
  }

  private static Kind kind(Operation operation, Ending ending, List<String> violations) {
    if (!(ending.told() instanceof Throwable)) {
      return Kind.DONE;
    }
    if (ending.told() instanceof MutationException e) {
      return Kind.valueOf(e.mutation().state().name());
    }
    if (!(ending.told() instanceof RequestException && operation.looksFirst())) {
      violations.add("unexpected: " + ending.told());
    }
    return Kind.NOT_COMMITTED;
  }

  /** The names of a change but those that have to be cleaned up still, which it says. */
  private static Set<String> finished(Ending ending) {
    Set<String> names = new TreeSet<>(ending.change().keySet());
    names.removeAll(ending.residue());
    if (ending.residue().stream().anyMatch(name -> name.startsWith(".holdfast/staging/"))) {
      names.remove(State.OLDER); // it becomes one with the next open
    }
    return names;
  }

  /** The names of a change but those that it says it left: directories stay for others. */
  private static Set<String> unmade(Ending ending) {
    Set<String> names = new TreeSet<>(ending.change().keySet());
    names.removeIf(
        name ->
            ending.change().get(name).equals(State.DIRECTORY) && ending.residue().contains(name));
    return names;
  }
}
