package dev.holdfast.internal.engine.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ListOptions;
import dev.holdfast.MutationException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.MemoryTempDir;
import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.engine.batch.BatchedWrite;
import dev.holdfast.internal.engine.batch.SyncFsUse;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.root.RootOptions;
import dev.holdfast.internal.engine.scope.ProcessScope;
import dev.holdfast.internal.engine.scope.RandomNames;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.linux.LinuxPlatform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Kills the process before and after each call of each operation. Whatever the point: the next
 * process finds the old content or the new one, whole, opens without help and leaves nothing behind
 * that the dead one had begun.
 */
class KillPointTest {
  private static final String OLD = "old content";
  private static final String NEW = "new content, a bit longer";

  @TempDir(factory = MemoryTempDir.class)
  Path temporary;

  /** Operations, on a store that holds {@code dir/file} with the old content. */
  enum Operation {
    PUBLISH("dir/new", store -> store.publish("dir/new", bytes(NEW), new WriteOptions()), null),
    PUBLISH_WITH_PARENTS(
        "a/b/new", store -> store.publish("a/b/new", bytes(NEW), new WriteOptions()), null),
    REPLACE("dir/file", store -> store.replace("dir/file", bytes(NEW), new WriteOptions()), OLD),
    REPLACE_ABSENT("dir/x", store -> store.replace("dir/x", bytes(NEW), new WriteOptions()), null),
    /** The last of three, the second of which replaces a file that is not looked at. */
    BATCH("dir/new", KillPointTest::batch, null),
    REMOVE("dir/file", store -> store.remove("dir/file", new WriteOptions()), OLD),
    ENSURE_DIRECTORY("dir/file", store -> store.ensureDirectory("c/d"), OLD);

    final String path;
    final Consumer<StoreHandle> run;
    final String before;

    Operation(String path, Consumer<StoreHandle> run, String before) {
      this.path = path;
      this.run = run;
      this.before = before;
    }

    String after() {
      return switch (this) {
        case REMOVE -> null;
        case ENSURE_DIRECTORY -> OLD;
        default -> NEW;
      };
    }
  }

  @ParameterizedTest
  @EnumSource(Operation.class)
  void everyPointOfAnOperation(Operation operation) throws Exception {
    int points = 0;
    for (boolean after : List.of(false, true)) {
      for (int calls = 1; ; calls++) {
        Path root = fresh();
        MortalSys mortal = new MortalSys(kernel());
        StoreHandle handle = open(mortal.sys(), root);
        mortal.liveFor(calls, after);
        try {
          operation.run.accept(handle);
        } catch (MortalSys.Killed | RuntimeException e) {
          assertThat(mortal.isDead()).as("%s failed by itself: %s", operation, e).isTrue();
        }
        boolean survived = !mortal.isDead();
        mortal.bury();
        check(root, operation, survived);
        if (survived) {
          break;
        }
        points++;
      }
    }
    System.out.println("kill points of " + operation + ": " + points);
    assertThat(points).isGreaterThan(20);
  }

  @ParameterizedTest
  @EnumSource(Operation.class)
  void everyPointOfAnOpenThatRecovers(Operation operation) throws Exception {
    for (int calls = 1; ; calls++) {
      Path root = fresh();
      killInTheMiddle(root, operation);
      MortalSys mortal = new MortalSys(kernel());
      mortal.liveFor(calls, true);
      try {
        open(mortal.sys(), root);
      } catch (MortalSys.Killed | RuntimeException e) {
        assertThat(mortal.isDead()).as("open failed by itself: %s", e).isTrue();
      }
      boolean survived = !mortal.isDead();
      mortal.bury();
      check(root, operation, false);
      if (survived) {
        return;
      }
    }
  }

  /** Somewhere behind the first change. */
  private static void killInTheMiddle(Path root, Operation operation) throws Exception {
    MortalSys mortal = new MortalSys(kernel());
    StoreHandle handle = open(mortal.sys(), root);
    mortal.liveFor(18, true);
    try {
      operation.run.accept(handle);
    } catch (MortalSys.Killed | RuntimeException e) {
      assertThat(mortal.isDead()).isTrue();
    }
    mortal.bury();
  }

  private Path fresh() throws Exception {
    Path root = Files.createTempDirectory(temporary, "root");
    StoreHandle handle = open(kernel(), root);
    handle.publish("dir/file", bytes(OLD), new WriteOptions());
    handle.close();
    return root;
  }

  private static void check(Path root, Operation operation, boolean completed) throws Exception {
    StoreHandle handle = open(kernel(), root);
    String found = contentOf(root.resolve(operation.path));
    if (completed) {
      assertThat(found).isEqualTo(operation.after());
    } else {
      assertThat(found).isIn(operation.before, operation.after());
    }
    assertThat(handle.list("dir", new ListOptions()).entries())
        .allSatisfy(entry -> assertThat(entry.name()).isIn("file", "new", "x"));
    assertThat(contentsOf(root.resolve(".holdfast/rescued"))).isEmpty();
    assertThat(contentsOf(root.resolve(".holdfast/staging"))).hasSize(1); // ours
    handle.replace("dir/again", bytes(NEW), new WriteOptions());
    handle.close();
    assertThat(contentsOf(root.resolve(".holdfast/staging"))).isEmpty();
  }

  private static StoreHandle open(Sys sys, Path root) {
    ProcessScope<ManagedRoot> scope =
        new ProcessScope<>(sys, LockSupport::parkNanos, new RandomNames(new SecureRandom()));
    return StoreHandle.open(scope, root.toString(), "/", new RootOptions(1 << 20), false);
  }

  private static Sys kernel() throws Exception {
    return LinuxPlatform.load(call -> {});
  }

  /** As the first and the last of a batch of three. */
  private static void batch(StoreHandle store) {
    WriteOptions options = new WriteOptions();
    store
        .batches(SyncFsUse.from(2))
        .run(
            List.of(
                store.batchedPublish("dir/x", bytes(NEW), options, told()),
                store.batchedReplace("other", bytes(NEW), options, told()),
                store.batchedPublish("dir/new", bytes(NEW), options, told())));
  }

  /** Whoever is killed is told nothing. */
  private static <R> BatchedWrite.Told<R> told() {
    return new BatchedWrite.Told<>() {
      @Override
      public void done(R receipt) {}

      @Override
      public void failed(MutationException failure) {
        throw failure;
      }
    };
  }

  private static ByteSource bytes(String text) {
    return ByteSource.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String contentOf(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file) : null;
  }

  private static List<Path> contentsOf(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.toList();
    }
  }
}
