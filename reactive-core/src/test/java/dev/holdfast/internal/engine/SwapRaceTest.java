package dev.holdfast.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.AppendOptions;
import dev.holdfast.AuditOptions;
import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.ListEntry;
import dev.holdfast.ListOptions;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.SecurityFinding;
import dev.holdfast.StoreException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.tests.Soak;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Somebody swaps the root, a directory and a file back and forth as fast as he can while a store
 * works below them.
 */
class SwapRaceTest {
  private static final long SWAPS = 5_000;

  @TempDir(factory = MemoryTempDir.class)
  Path temp;

  private final Map<State, Integer> said = new EnumMap<>(State.class);

  /** Each file, and whether it has to be there in the end; null if nobody knows. */
  private final Map<String, Boolean> expected = new HashMap<>();

  private int operations;

  @Test
  void nobodyIsFastEnough() throws Exception {
    race(swaps -> swaps < SWAPS);
  }

  @Tag("soak")
  @Test
  void nobodyIsFastEnoughForLong() throws Exception {
    long end = System.nanoTime() + Soak.duration().toNanos();
    race(swaps -> System.nanoTime() < end);
  }

  private void race(LongPredicate goesOn) throws Exception {
    try (SwapTree tree = new SwapTree(temp);
        TestRoot process = TestRoot.at(tree.root())) {
      tree.reset();
      StoreHandle handle = process.open();
      Map<String, String> canaries = tree.canaries();
      AtomicReference<Exception> failed = new AtomicReference<>();
      long[] swaps = new long[1];
      Thread adversary =
          new Thread(
              () -> {
                try {
                  while (goesOn.test(swaps[0])) {
                    swap(tree, swaps[0]++);
                  }
                } catch (Exception e) {
                  failed.set(e);
                }
              },
              "adversary");
      adversary.start();
      for (int round = 0; adversary.isAlive(); round++) {
        work(tree, handle, round);
        if (round % 256 == 0) {
          assertThat(tree.canaries()).isEqualTo(canaries);
        }
      }
      adversary.join();
      if (failed.get() != null) {
        throw failed.get();
      }
      assertThat(tree.canaries()).isEqualTo(canaries);
      System.out.printf(
          "racing swaps on disk: %,d, during %,d operations %s%n", swaps[0], operations, said);
      checkFiles(tree);
      process.publish("at-last", "text");
    }
  }

  /** He keeps away from files that he could destroy himself. */
  private void swap(SwapTree tree, long number) throws Exception {
    SwapTree.Kind[] kinds = SwapTree.Kind.values();
    SwapTree.Kind kind = kinds[(int) (number / 3 % kinds.length)];
    if (!tree.can(kind)) {
      return;
    }
    if (number % 3 == 2) {
      Path thing = temp.resolve("stash/flicker");
      if (number % 2 == 0) {
        Files.createSymbolicLink(thing, temp.resolve("outside/a"));
      } else {
        Disk.chmod(Disk.file(thing, "foreign"), 0640);
      }
      Files.move(thing, tree.root().resolve("dir/flicker"), StandardCopyOption.ATOMIC_MOVE);
      return;
    }
    tree.swap(number % 9 == 0 ? SwapTree.Place.ROOT : SwapTree.Place.PARENT, kind, "dir/b");
    tree.putBack();
  }

  private void work(SwapTree tree, StoreHandle handle, int round) {
    WriteOptions there = new WriteOptions().setCreateParents(false);
    String mine = "dir/file" + round;
    ByteSource content = ByteSource.of(("version " + round).getBytes(UTF_8));
    State published = attempt(() -> handle.publish(mine, content, there));
    expect(mine, published, true);
    if (published == State.COMMITTED) {
      State removed = attempt(() -> handle.remove(mine, there));
      expect(mine, removed, false);
    }
    attempt(
        () -> {
          Expectation known = Expectation.identity(handle.identify("dir/b"));
          handle.compareAndReplace("dir/b", known, content, there);
        });
    attempt(() -> assertOurs(new String(handle.read("dir/b").bytes(), UTF_8)));
    attempt(() -> handle.replace("dir/flicker", content, there));
    attempt(() -> assertOurs(new String(handle.read("dir/flicker").bytes(), UTF_8)));
    attempt(
        () ->
            handle.append(
                "dir/flicker",
                List.of(content),
                null,
                new AppendOptions().setCreateParents(false)));
    attempt(() -> handle.remove("dir/flicker", there));
    attempt(
        () ->
            assertThat(handle.list("dir", new ListOptions()).entries())
                .extracting(ListEntry::name)
                .doesNotContain("bird"));
    if (round % 16 == 0) {
      attempt(
          () ->
              assertThat(handle.verifyTree(new AuditOptions(), progress -> {}).findings())
                  .extracting(SecurityFinding::path)
                  .noneMatch(path -> path.endsWith("bird")));
    }
  }

  private static void assertOurs(String content) {
    assertThat(content).matches("(the file dir/b|version \\d+)+");
  }

  private State attempt(Runnable operation) {
    State state;
    try {
      operation.run();
      state = State.COMMITTED;
    } catch (StoreException e) {
      assertThat(e.code()).as(e.getMessage()).isNotEqualTo(ErrorCode.IO_ERROR);
      state =
          e instanceof MutationException failure ? failure.mutation().state() : State.NOT_COMMITTED;
    }
    operations++;
    said.merge(state, 1, Integer::sum);
    return state;
  }

  private void expect(String file, State state, boolean there) {
    switch (state) {
      case COMMITTED -> expected.put(file, there);
      case NOT_COMMITTED -> expected.putIfAbsent(file, false);
      case UNKNOWN -> expected.put(file, null);
    }
  }

  /** In the directory that was swapped away, or in the one that was there meanwhile. */
  private void checkFiles(SwapTree tree) {
    Path other = temp.resolve("stash/DIRECTORY-PARENT");
    expected.forEach(
        (file, there) -> {
          String name = Path.of(file).getFileName().toString();
          boolean found =
              Disk.present(tree.root().resolve(file)) || Disk.present(other.resolve(name));
          if (there != null) {
            assertThat(found).as(file).isEqualTo(there);
          }
        });
  }
}
