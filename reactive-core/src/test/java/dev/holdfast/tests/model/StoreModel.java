package dev.holdfast.tests.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.ListEntry;
import dev.holdfast.ListOptions;
import dev.holdfast.MutationException;
import dev.holdfast.StoreException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.engine.crash.MortalSys;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.tests.model.Command.CutPower;
import dev.holdfast.tests.model.Command.EnsureDirectory;
import dev.holdfast.tests.model.Command.Kill;
import dev.holdfast.tests.model.Command.KillDuring;
import dev.holdfast.tests.model.Command.Publish;
import dev.holdfast.tests.model.Command.Remove;
import dev.holdfast.tests.model.Command.Reopen;
import dev.holdfast.tests.model.Command.Replace;
import dev.holdfast.tests.sim.SimProcess;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Carries out commands on a store and on a map, which must stay alike. */
final class StoreModel {
  static final List<String> PATHS = List.of("a", "b", "dir/a", "dir/deep/a");
  private static final int ABSENT = 0;
  private static final Set<String> DIRECTORIES = Set.of("", "dir", "dir/deep");

  private final Machine machine;
  private Map<String, Integer> files = new TreeMap<>();
  private final Set<String> directories = new TreeSet<>();

  /** What a power cut may still bring back, since nobody was told that the change is durable. */
  private final Map<String, Set<Integer>> doubtful = new TreeMap<>();

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
      killDuring(kill);
    } else {
      change(command);
      settle(command);
    }
  }

  private void cutPower(long seed) {
    machine.kill();
    if (machine instanceof SimulatedMachine simulated) {
      simulated.cutPower(seed);
    }
    store = machine.open();
    Map<String, Integer> found = look();
    for (String path : PATHS) {
      Integer there = found.get(path);
      if (!Objects.equals(there, files.get(path))) {
        assertThat(doubtful.getOrDefault(path, Set.of())).as(path).contains(orAbsent(there));
      }
    }
    files = found;
    doubtful.clear();
  }

  private static int orAbsent(Integer content) {
    return content == null ? ABSENT : content;
  }

  /** The command was acknowledged. */
  private void settle(Command command) {
    Map<String, Integer> after = after(command);
    for (String path : PATHS) {
      if (!Objects.equals(after.get(path), files.get(path))) {
        doubtful.remove(path);
      }
    }
    files = after;
  }

  private void startAgain() {
    machine.kill();
    store = machine.open();
    assertThat(store.recovery().rescued()).isEmpty();
    assertThat(store.recovery().left()).isEmpty();
  }

  /** The old state, or the new one. */
  private void killDuring(KillDuring kill) {
    machine.liveFor(kill.calls());
    boolean acknowledged = false;
    try {
      change(kill.command());
      acknowledged = true;
    } catch (MortalSys.Killed | SimProcess.Killed | StoreException e) {
      assertThat(machine.isDead()).as("failed by itself: %s", e).isTrue();
    }
    startAgain();
    if (acknowledged) {
      settle(kill.command());
      return;
    }
    Map<String, Integer> after = after(kill.command());
    for (String path : PATHS) {
      if (!Objects.equals(after.get(path), files.get(path))) {
        Set<Integer> ways = doubtful.computeIfAbsent(path, key -> new TreeSet<>());
        ways.addAll(List.of(orAbsent(files.get(path)), orAbsent(after.get(path))));
      }
    }
    if (look().equals(after)) {
      files = after;
    }
  }

  // ---- the store ----

  /** Carries out a change, and says what it should have said. */
  private void change(Command command) {
    try {
      if (command instanceof Publish publish) {
        store.publish(publish.path(), source(publish.content()), new WriteOptions());
        assertThat(files).as("published though taken").doesNotContainKey(publish.path());
      } else if (command instanceof Replace replace) {
        boolean created =
            store.replace(replace.path(), source(replace.content()), new WriteOptions()).created();
        assertThat(created).isNotEqualTo(files.containsKey(replace.path()));
      } else if (command instanceof Remove remove) {
        store.remove(remove.path(), new WriteOptions());
        assertThat(files).as("removed though absent").containsKey(remove.path());
      } else if (command instanceof EnsureDirectory ensure) {
        store.ensureDirectory(ensure.path());
        directories.add(ensure.path());
      }
    } catch (MutationException e) {
      if (machine.isDead()) {
        throw e;
      }
      assertThat(e.mutation().provenNotCommitted()).isTrue();
      assertThat(e.code()).isEqualTo(refusal(command));
    }
  }

  private ErrorCode refusal(Command command) {
    if (command instanceof Publish publish && files.containsKey(publish.path())) {
      return ErrorCode.DESTINATION_CONFLICT;
    }
    return command instanceof Remove remove && !files.containsKey(remove.path())
        ? ErrorCode.NOT_FOUND
        : null;
  }

  private static ByteSource source(int content) {
    return ByteSource.of(bytes(content));
  }

  /** A size and bytes that go with the number. */
  static byte[] bytes(int content) {
    byte[] bytes = new byte[content % 5 == 0 ? content % 7 : content * 37 % 3_000];
    new Random(content).nextBytes(bytes);
    return bytes;
  }

  // ---- the map ----

  private Map<String, Integer> after(Command command) {
    Map<String, Integer> after = new TreeMap<>(files);
    if (command instanceof Publish publish) {
      after.putIfAbsent(publish.path(), publish.content());
    } else if (command instanceof Replace replace) {
      after.put(replace.path(), replace.content());
    } else if (command instanceof Remove remove) {
      after.remove(remove.path());
    }
    return after;
  }

  // ---- both ----

  private void compare() {
    assertThat(look()).isEqualTo(files);
    for (String path : PATHS) {
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

  /** Which content is at each path. */
  private Map<String, Integer> look() {
    Map<String, Integer> found = new TreeMap<>();
    for (String path : PATHS) {
      try {
        byte[] bytes = store.read(path).bytes();
        found.put(path, numberOf(bytes));
      } catch (StoreException e) {
        assertThat(e.code()).as(path).isEqualTo(ErrorCode.NOT_FOUND);
      }
    }
    return found;
  }

  private static int numberOf(byte[] bytes) {
    for (int content = 1; content <= Commands.CONTENTS; content++) {
      if (Arrays.equals(bytes(content), bytes)) {
        return content;
      }
    }
    throw new AssertionError("content that nobody wrote: " + bytes.length + " bytes");
  }
}
