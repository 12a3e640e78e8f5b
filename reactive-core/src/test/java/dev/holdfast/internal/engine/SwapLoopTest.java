package dev.holdfast.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.AppendOptions;
import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.ListEntry;
import dev.holdfast.ListOptions;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.StoreException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.staging.ByteSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * On a real kernel: the root, the parent or the leaf is swapped for a link, another directory, a
 * FIFO, a device or a mount before each call of an operation. What is outside of the root stays as
 * it is, to the bit and the time, and what the operation says is true.
 */
class SwapLoopTest {
  private static final byte[] NEW = "new".getBytes(UTF_8);
  private static final byte[] RECORD = "record".getBytes(UTF_8);

  @TempDir(factory = MemoryTempDir.class)
  Path temp;

  /** What is done. */
  private enum Operation {
    PUBLISH("dir/new") {
      @Override
      void run(StoreHandle handle, Expectation b) {
        handle.publish(leaf, ByteSource.of(NEW), new WriteOptions());
      }
    },
    REPLACE("dir/b") {
      @Override
      void run(StoreHandle handle, Expectation b) {
        handle.replace(leaf, ByteSource.of(NEW), new WriteOptions());
      }
    },
    COMPARE_AND_REPLACE("dir/b") {
      @Override
      void run(StoreHandle handle, Expectation b) {
        handle.compareAndReplace(leaf, b, ByteSource.of(NEW), new WriteOptions());
      }
    },
    APPEND("dir/b") {
      @Override
      void run(StoreHandle handle, Expectation b) {
        handle.append(leaf, List.of(ByteSource.of(RECORD)), null, new AppendOptions());
      }
    },
    REMOVE("dir/b") {
      @Override
      void run(StoreHandle handle, Expectation b) {
        handle.remove(leaf, new WriteOptions());
      }
    },
    MOVE("dir/b") {
      @Override
      void run(StoreHandle handle, Expectation b) {
        handle.move(leaf, "dir/moved", b, new WriteOptions());
      }
    },
    ENSURE_DIRECTORY("dir/x") {
      @Override
      void run(StoreHandle handle, Expectation b) {
        handle.ensureDirectory(leaf);
      }
    },
    READ("dir/b") {
      @Override
      void run(StoreHandle handle, Expectation b) {
        assertThat(handle.read(leaf).bytes()).isEqualTo(SwapTree.B);
      }
    },
    LIST("dir/b") {
      @Override
      void run(StoreHandle handle, Expectation b) {
        assertThat(handle.list("dir", new ListOptions()).entries())
            .extracting(ListEntry::name)
            .doesNotContain("bird");
      }
    };

    final String leaf;

    Operation(String leaf) {
      this.leaf = leaf;
    }

    abstract void run(StoreHandle handle, Expectation b);

    boolean keepsB() {
      return this == PUBLISH || compareTo(MOVE) >= 0;
    }

    /** Takes whatever is at the name in the moment of the rename. */
    boolean replaces() {
      return this == REPLACE;
    }
  }

  /** What an operation said. */
  private record Said(State state, ErrorCode code) {}

  @ParameterizedTest
  @EnumSource
  void staysInTheRoot(Operation operation) throws Exception {
    int cases = 0;
    try (SwapTree tree = new SwapTree(temp)) {
      Map<String, String> canaries = tree.canaries();
      for (SwapTree.Place place : SwapTree.Place.values()) {
        for (SwapTree.Kind kind : SwapTree.Kind.values()) {
          if (!tree.can(kind)) {
            continue;
          }
          for (int call = 0; ; call++) {
            tree.reset();
            SwappingSys sys = new SwappingSys(TestRoot.LINUX);
            Said said;
            int calls;
            try (TestRoot process = TestRoot.at(tree.root(), sys)) {
              StoreHandle handle = process.open();
              Expectation b = Expectation.identity(handle.identify("dir/b"));
              sys.before(call, () -> tree.swap(place, kind, operation.leaf));
              said = attempt(operation, handle, b);
              calls = sys.calls();
              sys.before(-1, () -> {}); // nothing happens during the close
              tree.putBack();
            }
            String how = operation + ": " + place + " by " + kind + " before " + call + ": " + said;
            assertThat(tree.canaries()).as(how).isEqualTo(canaries);
            check(operation, tree, said, how);
            cases++;
            if (call >= calls) {
              assertThat(said.code()).as(how).isNull();
              break; // nothing was swapped any more
            }
          }
        }
      }
    }
    System.out.printf("swaps on disk during %s: %,d%n", operation, cases);
    assertThat(cases).isGreaterThan(50);
  }

  private static Said attempt(Operation operation, StoreHandle handle, Expectation b) {
    try {
      operation.run(handle, b);
      return new Said(State.COMMITTED, null);
    } catch (StoreException e) {
      if (e.getCause() instanceof AssertionError failed) {
        throw failed;
      }
      State state =
          e instanceof MutationException failure ? failure.mutation().state() : State.NOT_COMMITTED;
      return new Said(state, e.code());
    }
  }

  private static void check(Operation operation, SwapTree tree, Said said, String how)
      throws Exception {
    assertThat(said.code()).as(how).isNotEqualTo(ErrorCode.IO_ERROR);
    if (!operation.replaces()) {
      assertThat(tree.hasEverything()).as(how).isTrue();
    }
    assertThat(tree.placesOf(SwapTree.A)).as(how).hasSize(1);
    int news = tree.placesOf(NEW).size();
    int old = tree.placesOf(SwapTree.B).size();
    switch (operation) {
      case PUBLISH, REPLACE, COMPARE_AND_REPLACE ->
          assertThat(news)
              .as(how)
              .isBetween(
                  said.state() == State.COMMITTED ? 1 : 0,
                  said.state() == State.NOT_COMMITTED ? 0 : 1);
      default -> assertThat(news).as(how).isZero();
    }
    if (operation.keepsB() || said.state() == State.NOT_COMMITTED) {
      assertThat(old).as(how).isEqualTo(1);
    } else if (said.state() == State.COMMITTED && !operation.replaces()) {
      assertThat(old).as(how).isZero();
    }
  }
}
