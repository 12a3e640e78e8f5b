package dev.holdfast.tests.sim.search;

import dev.holdfast.StoreException;
import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.tests.sim.SimEntry;
import dev.holdfast.tests.sim.SimGate;
import dev.holdfast.tests.sim.SimKernel;
import dev.holdfast.tests.sim.SimProcess;
import dev.holdfast.tests.sim.search.Operation.Said;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Looks at a machine on which nobody works any more: by itself at first, then through a store that
 * is opened on it, which recovers what was left.
 */
final class Inspection {
  private final SimKernel kernel;
  private final History history;
  private final Trial trial;
  private final boolean afterPowerCut;

  private Inspection(SimKernel kernel, History history, Trial trial, boolean afterPowerCut) {
    this.kernel = kernel;
    this.history = history;
    this.trial = trial;
    this.afterPowerCut = afterPowerCut;
  }

  /** After everybody is gone, one way or the other. */
  static void afterTheEnd(SimKernel kernel, History history, Trial trial) {
    new Inspection(kernel, history, trial, false).run(null);
  }

  /** After everybody was killed at once, or after a power cut. */
  static void afterCrash(SimKernel left, History history, Trial trial, boolean powerCut) {
    new Inspection(left, history, trial, powerCut).run(null);
  }

  /** The same, with somebody watching each call of the recovery. */
  static void afterCrash(
      SimKernel left, History history, Trial trial, boolean powerCut, SimGate duringRecovery) {
    new Inspection(left, history, trial, powerCut).run(duringRecovery);
  }

  private void run(SimGate duringRecovery) {
    kernel.fileSystem().space(Long.MAX_VALUE, Long.MAX_VALUE); // whatever it was like before
    Map<String, Integer> found = look();
    boolean alone = trial.scenario().intruder() == null;
    boolean handsOver = trial.scenario().handsOver();
    if (alone && !handsOver) {
      found.forEach(this::checkHistory);
      checkMoved(found);
    }
    reopen(duringRecovery);
    Map<String, Integer> recovered = look();
    checkAside();
    checkNotes();
    if (alone && handsOver) {
      recovered.forEach(this::checkHistory); // the end of it is recovery's
    } else if (trial.scenario().intruder() == Intruder.SWAPS_A_DIRECTORY) {
      checkSwapped();
    } else if (!alone) {
      checkBesideIntruder(recovered);
    } else if (!recovered.equals(found)) {
      throw new Violation(
          "recovery changes nothing that users see", found + " became " + recovered);
    }
  }

  /**
   * Recovery puts back what an exchange brought out; so only then an order is looked for. There
   * need not be one if an operation did not end or does not know its end: what it holds of somebody
   * else may be kept in another place then, but it is kept.
   */
  private void checkBesideIntruder(Map<String, Integer> recovered) {
    boolean certain =
        history.all().stream().noneMatch(op -> op.said == Said.NOTHING || op.said == Said.UNKNOWN);
    if (certain) {
      recovered.forEach(this::checkHistory);
    }
  }

  /** Of every detached file is known where it was. */
  private void checkNotes() {
    AbsolutePath detached = World.inRoot(".holdfast/detached");
    if (kernel.entry(detached) == null) {
      return;
    }
    List<String> names = kernel.names(detached).stream().map(Name::toString).toList();
    for (String name : names) {
      if (!name.endsWith(".path")) {
        SimEntry note = kernel.entry(World.inRoot(".holdfast/detached/" + name + ".path"));
        String path = note == null ? "" : new String(note.content(), StandardCharsets.UTF_8);
        if (!history.paths().contains(path)) {
          throw new Violation("of a detached file is known where it was", "'" + path + "'");
        }
      }
    }
  }

  /** What was detached is not nowhere, and what was replaced is kept if that was asked for. */
  private void checkAside() {
    List<List<Step>> programs = trial.scenario().programs();
    if (programs.size() > 1 || trial.scenario().intruder() != null) {
      return;
    }
    for (Operation operation : history.all()) {
      boolean detached =
          programs.get(0).stream()
              .anyMatch(
                  step ->
                      step.kind() == Operation.Kind.DETACH && step.path().equals(operation.path));
      if (detached
          && operation.kind == Operation.Kind.REMOVE_EXPECTED
          && !contentsBelow(World.path(World.ROOT)).contains(operation.expected)) {
        throw new Violation("acknowledged is durable", "the detached file is nowhere");
      }
      boolean made = afterPowerCut ? operation.survives() : operation.hasHappened();
      int replaced = history.initial(operation.path);
      if (trial.scenario().keepHistory() > 0
          && made
          && replaced != History.ABSENT
          && operation.leaves() != History.ABSENT
          && !contentsBelow(
                  operation.said == Said.DONE
                      ? World.inRoot(".holdfast/history")
                      : World.path(World.ROOT))
              .contains(replaced)) {
        throw new Violation("what is replaced is kept", "#" + replaced + " is gone");
      }
    }
  }

  // ---- what is there ----

  private Map<String, Integer> look() {
    Map<String, Integer> found = new TreeMap<>();
    for (String path : history.paths()) {
      SimEntry entry = kernel.entry(World.inRoot(path));
      if (entry == null || entry.type() != FileType.REGULAR) {
        found.put(path, History.ABSENT);
        continue;
      }
      int content = Contents.idOf(entry.content());
      if (content < 0 && !(afterPowerCut && Durable.mayBeTorn(history.on(path)))) {
        throw new Violation(
            "nothing half-done is visible",
            path + " has " + entry.content().length + " bytes that nobody wrote like that");
      }
      found.put(path, content);
    }
    return found;
  }

  private void checkHistory(String path, int found) {
    List<Operation> operations = history.on(path);
    boolean allowed =
        afterPowerCut
            ? found < 0 || Durable.allows(operations, history.initial(path), found)
            : Order.exists(operations, history.initial(path), found);
    if (!allowed) {
      throw new Violation(
          afterPowerCut ? "acknowledged is durable" : "what was said fits one order of changes",
          path + " holds " + describe(found) + ", at first " + describe(history.initial(path)));
    }
    if (afterPowerCut && !Order.exists(operations, history.initial(path), null)) {
      throw new Violation("what was said fits one order of changes", path);
    }
    for (Operation operation : operations) {
      if (operation.kind == Operation.Kind.ENSURE_DIRECTORY && operation.survives()) {
        SimEntry entry = kernel.entry(World.inRoot(path));
        if (entry == null || entry.type() != FileType.DIRECTORY) {
          throw new Violation("acknowledged is durable", "the directory " + path + " is missing");
        }
      }
    }
  }

  /** A file that is only moved is never in no place. */
  private void checkMoved(Map<String, Integer> found) {
    List<List<Step>> programs = trial.scenario().programs();
    boolean alone = programs.size() == 1 && programs.get(0).get(0).kind() == Operation.Kind.MOVE;
    List<Operation> all = history.all();
    if (alone && all.size() == 2 && !found.containsValue(all.get(1).content)) {
      throw new Violation("acknowledged is durable", "the moved file is nowhere: " + found);
    }
  }

  private static String describe(int content) {
    return content == History.ABSENT ? "nothing" : content < 0 ? "a part" : "#" + content;
  }

  /**
   * Nothing may land where a link leads to, and what was acknowledged is in the moved directory.
   */
  private void checkSwapped() {
    List<String> strangers =
        kernel.names(World.path(World.ELSEWHERE)).stream()
            .map(Name::toString)
            .filter(name -> !name.equals("moved") && !name.equals(Intruder.LINK.toString()))
            .toList();
    if (!strangers.isEmpty()) {
      throw new Violation("no link is followed", strangers + " outside of the store");
    }
    List<Integer> everywhere = contentsBelow(World.path("/data"));
    for (Operation operation : history.all()) {
      boolean due = afterPowerCut ? operation.survives() : operation.hasHappened();
      if (due && operation.changesContent() && !everywhere.contains(operation.content)) {
        throw new Violation("acknowledged is durable", operation + ", and it is nowhere");
      }
    }
  }

  private List<Integer> contentsBelow(AbsolutePath directory) {
    List<Integer> found = new ArrayList<>();
    for (Name name : kernel.names(directory)) {
      AbsolutePath path = new AbsolutePath(directory.names().resolve(name));
      SimEntry entry = kernel.entry(path);
      if (entry.type() == FileType.REGULAR) {
        found.add(Contents.idOf(entry.content()));
      } else if (entry.type() == FileType.DIRECTORY) {
        found.addAll(contentsBelow(path));
      }
    }
    return found;
  }

  // ---- what a store makes of it ----

  private void reopen(SimGate duringRecovery) {
    SimProcess process = kernel.spawn(World.USER);
    Client next =
        new Client(
            "inspector",
            process,
            trial.recoveryPort(),
            new History(Map.of()),
            trial.scenario().keepHistory());
    try {
      process.gate(duringRecovery);
      next.open();
      process.gate(null);
      checkForeign();
      checkClean(1);
      checkOwnerOnly();
      look().forEach((path, content) -> checkRead(next, path, content));
      next.publish("inspected", Contents.of(999_999, 30));
      next.close();
    } catch (StoreException e) {
      throw new Violation("a store opens and works after everything", e.getMessage());
    }
    checkClean(0);
    if (!process.openDescriptors().isEmpty()) {
      throw new Violation("every descriptor is closed", process.openDescriptors().toString());
    }
  }

  private void checkRead(Client next, String path, int content) {
    boolean refused =
        path.equals(trial.scenario().world().open())
            && Auditing.isWide(kernel.entry(World.inRoot(path)));
    if (content <= 0 || Intruder.isForeign(content) || !isOurs(path) || refused) {
      return;
    }
    int read = Contents.idOf(next.handle().read(path).bytes());
    if (read != content) {
      throw new Violation("a read gives what is there", path + ": " + read + ", not " + content);
    }
  }

  private boolean isOurs(String path) {
    return trial.scenario().intruder() != Intruder.SWAPS_A_DIRECTORY || !path.startsWith("dir/");
  }

  private void checkForeign() {
    List<Integer> everywhere = contentsBelow(World.path("/data"));
    for (Operation operation : history.all()) {
      boolean brought = Intruder.isForeign(operation.content) && operation.hasHappened();
      if (brought && !everywhere.contains(operation.content)) {
        throw new Violation(
            "nothing of somebody else is destroyed", "#" + operation.content + " is gone");
      }
    }
  }

  private void checkClean(int engines) {
    if (kernel.fileSystem().isRemote()) {
      return; // a lock proves nothing there, so nobody sweeps
    }
    List<Name> staging = kernel.names(World.inRoot(".holdfast/staging"));
    if (staging.size() != engines) {
      throw new Violation(
          "nothing is left in staging", staging.size() + " directories, expected " + engines);
    }
    for (Name engine : staging) {
      List<Name> objects = kernel.names(World.inRoot(".holdfast/staging/" + engine));
      if (objects.size() != 1) {
        throw new Violation("nothing is left in staging", objects.toString());
      }
    }
    List<Name> rescued = kernel.names(World.inRoot(".holdfast/rescued"));
    if (!rescued.isEmpty() && trial.scenario().intruder() == null && !afterPowerCut) {
      throw new Violation("only foreign objects are rescued", rescued.toString());
    }
  }

  private void checkOwnerOnly() {
    String open = trial.scenario().world().open();
    boolean repaired = history.all().stream().anyMatch(op -> op.repaired);
    Modes.check(kernel, World.path(World.ROOT), repaired ? "" : World.ROOT + "/" + open);
  }
}
