package dev.holdfast.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.AppendOptions;
import dev.holdfast.ErrorCode;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.MutationReceipt;
import dev.holdfast.RequestException;
import dev.holdfast.StoreException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.FaultySys.Fault;
import dev.holdfast.internal.engine.InterceptingSys.Call;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.sys.Errno;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every call of opening a subtree, and of what is done through one, made to fail. */
class SubtreeSweepTest {
  private static final ByteSource TEXT = ByteSource.of("text".getBytes(UTF_8));

  @TempDir(factory = MemoryTempDir.class)
  Path temp;

  @Test
  void opening() throws Exception {
    new Sweep<String>(temp) {
      @Override
      void prepare(TestRoot root) {
        root.publish("s/t/file", "text");
      }

      @Override
      String run(StoreHandle handle) {
        StoreHandle subtree = handle.subtree("s/t");
        subtree.close();
        return subtree.path();
      }

      @Override
      void check(Result<String> result) throws Exception {
        assertThat(result.added()).isEmpty();
        if (result.succeeded()) {
          assertThat(result.value()).isEqualTo("s/t");
        } else {
          assertThat(result.thrown()).isInstanceOf(RequestException.class);
          assertExplained((StoreException) result.thrown(), result.call(), result.fault());
        }
        StoreHandle next = result.root().subtree("s/t");
        assertThat(next.read("file").bytes()).asString(UTF_8).isEqualTo("text");
        result.root().close(next);
      }
    }.runAll("subtree");
  }

  @Test
  void publishing() throws Exception {
    sweep("publish in a subtree", handle -> handle.publish("a/new", TEXT, new WriteOptions()));
  }

  @Test
  void appending() throws Exception {
    sweep(
        "append in a subtree",
        handle -> handle.append("a/new", List.of(TEXT), null, new AppendOptions()).get(0));
  }

  /** Makes the file {@code a/new} through the subtree {@code s/t}. */
  private void sweep(String operation, Function<StoreHandle, MutationReceipt> change)
      throws Exception {
    new Sweep<MutationReceipt>(temp) {
      @Override
      void prepare(TestRoot root) {
        root.publish("s/t/file", "text");
        root.subtree("s/t");
      }

      @Override
      MutationReceipt run(StoreHandle handle) {
        return change.apply(handle);
      }

      @Override
      StoreHandle through(TestRoot root) {
        return root.lastSubtree();
      }

      @Override
      void check(Result<MutationReceipt> result) throws Exception {
        Path file = result.root().path().resolve("s/t/a/new");
        Set<String> added = new HashSet<>(result.added());
        added.removeAll(Set.of("s/t/a", "s/t/a/new"));
        MutationOutcome outcome;
        if (result.succeeded()) {
          outcome = result.value().outcome();
          assertThat(result.value().path()).isEqualTo("a/new");
        } else {
          MutationException failure = (MutationException) result.thrown();
          outcome = failure.mutation();
          for (String left : outcome.residue()) {
            String from = left.startsWith(".holdfast/") ? left : "s/t/" + left;
            assertThat(Disk.present(result.root().path().resolve(from))).as(left).isTrue();
            added.remove(left);
          }
          if (result.failed().size() == 1 && outcome.state() != State.COMMITTED) {
            assertExplained(failure, result.call(), result.fault());
          }
        }
        switch (outcome.state()) {
          case COMMITTED -> assertThat(file).hasContent("text");
          case NOT_COMMITTED -> assertThat(file).doesNotExist();
          case UNKNOWN -> {}
        }
        assertThat(added).isEmpty();
        assertThat(Files.readString(result.root().path().resolve("s/t/file"))).isEqualTo("text");
      }
    }.runAll(operation);
  }

  /** What a failed look at the way means is that nobody knows where it leads. */
  private static void assertExplained(StoreException failure, Call call, Fault fault) {
    boolean way = failure.code() == ErrorCode.ROOT_BINDING_CHANGED;
    boolean onTheWay = call.on().endsWith("/s") || call.on().endsWith("/s/t");
    boolean descriptors = fault.errno() == Errno.EMFILE || fault.errno() == Errno.ENFILE;
    boolean fits =
        way && onTheWay
            ? !descriptors
            : Faults.explains(failure.code(), call.name(), fault.errno());
    assertThat(fits).as("code " + failure.code()).isTrue();
  }
}
