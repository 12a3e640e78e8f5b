package dev.holdfast.tests.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.ListEntry;
import dev.holdfast.ListOptions;
import dev.holdfast.StoreException;
import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.engine.crash.MortalSys;
import dev.holdfast.tests.model.Command.Batch;
import dev.holdfast.tests.model.Command.Change;
import dev.holdfast.tests.model.Command.CutPower;
import dev.holdfast.tests.model.Command.EnsureDirectory;
import dev.holdfast.tests.model.Command.Kill;
import dev.holdfast.tests.model.Command.KillDuring;
import dev.holdfast.tests.model.Command.KillInRecord;
import dev.holdfast.tests.model.Command.Reopen;
import dev.holdfast.tests.sim.SimProcess;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Carries out commands on a store and on a map, which must stay alike. */
final class StoreModel {
  static final List<String> PATHS = List.of("a", "b", "dir/a", "dir/deep/a", "dir/log.jsonl");
  private static final Set<String> DIRECTORIES = Set.of("", "dir", "dir/deep");

  private final Machine machine;
  private final Map<String, Held> files = new TreeMap<>();
  private final Set<String> directories = new TreeSet<>();
  private final Doubts doubts = new Doubts();
  private StoreHandle store;

  StoreModel(Machine machine) {
    this.machine = machine;
    this.store = machine.open();
  }

  void run(List<Command> commands) {
    for (Command command : commands) {
      carryOut(command);
      compare();
    }
    store.close();
  }

  private void carryOut(Command command) {
    if (command instanceof Reopen) {
      store.close();
      store = machine.open();
    } else if (command instanceof Kill) {
      startAgain();
    } else if (command instanceof CutPower cut) {
      cutPower(cut.seed());
    } else if (command instanceof KillDuring kill) {
      machine.liveFor(kill.calls());
      killDuring(kill.command());
    } else if (command instanceof KillInRecord kill) {
      machine.liveUntilAppended(kill.bytes());
      killDuring(kill.append());
    } else {
      change(command, this::settle);
    }
  }

  private void change(Command command, Consumer<Change> acknowledged) {
    Changes changes = new Changes(machine, store, files, acknowledged);
    if (command instanceof Change change) {
      changes.make(change);
    } else if (command instanceof Batch batch) {
      changes.makeTogether(batch.changes(), batch.syncsFileSystem());
    } else if (command instanceof EnsureDirectory ensure) {
      store.ensureDirectory(ensure.path());
      directories.add(ensure.path());
    }
  }

  /** The change was acknowledged. */
  private void settle(Change change) {
    put(change.path(), change.after(at(change.path())));
    doubts.settle(change.path());
  }

  private void startAgain() {
    machine.kill();
    store = machine.open();
    assertThat(store.recovery().rescued()).isEmpty();
    assertThat(store.recovery().left()).isEmpty();
  }

  private void cutPower(long seed) {
    machine.kill();
    if (machine instanceof SimulatedMachine simulated) {
      simulated.cutPower(seed);
    }
    store = machine.open();
    for (String path : PATHS) {
      Held found = look(path);
      if (!found.equals(at(path))) {
        assertThat(doubts.allow(path, found)).as("%s holds %s", path, found).isTrue();
      }
      put(path, found);
    }
    doubts.clear();
  }

  /** What was acknowledged is there; of the rest the old state, or the new one. */
  private void killDuring(Command command) {
    Set<Change> acknowledged = new HashSet<>();
    try {
      change(command, acknowledged::add);
    } catch (MortalSys.Killed | SimProcess.Killed | StoreException e) {
      assertThat(machine.isDead()).as("failed by itself: %s", e).isTrue();
    }
    startAgain();
    for (Change change : changesOf(command)) {
      Held before = at(change.path());
      if (acknowledged.contains(change)) {
        settle(change);
      } else if (change.refusal(before).isEmpty()) {
        Held found = look(change.path());
        assertThat(change.canLeave(before, found)).as("%s left %s", change, found).isTrue();
        doubts.add(change, before, found);
        put(change.path(), found);
      }
    }
  }

  private static List<Change> changesOf(Command command) {
    if (command instanceof Batch batch) {
      return batch.changes();
    }
    return command instanceof Change change ? List.of(change) : List.of();
  }

  // ---- the map ----

  private Held at(String path) {
    return files.getOrDefault(path, Held.NOTHING);
  }

  private void put(String path, Held held) {
    if (held.isThere()) {
      files.put(path, held);
    } else {
      files.remove(path);
    }
  }

  // ---- both ----

  private void compare() {
    for (String path : PATHS) {
      assertThat(look(path)).as(path).isEqualTo(at(path));
      assertThat(store.exists(path)).isEqualTo(files.containsKey(path));
    }
    for (String directory : DIRECTORIES) {
      if (directories.contains(directory)) {
        assertThat(store.exists(directory)).isTrue();
      }
      if (directory.isEmpty() || store.exists(directory)) {
        String prefix = directory.isEmpty() ? "" : directory + "/";
        assertThat(listed(directory))
            .isEqualTo(
                files.keySet().stream()
                    .filter(path -> path.startsWith(prefix))
                    .map(path -> path.substring(prefix.length()))
                    .filter(name -> !name.contains("/"))
                    .toList());
      }
    }
  }

  private List<String> listed(String directory) {
    return store.list(directory, new ListOptions()).entries().stream()
        .filter(entry -> entry.kind() == ListEntry.Kind.FILE)
        .map(ListEntry::name)
        .sorted()
        .toList();
  }

  private Held look(String path) {
    try {
      return Held.of(store.read(path).bytes());
    } catch (StoreException e) {
      assertThat(e.code()).as(path).isEqualTo(ErrorCode.NOT_FOUND);
      return Held.NOTHING;
    }
  }
}
