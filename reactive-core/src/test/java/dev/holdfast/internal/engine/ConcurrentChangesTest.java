package dev.holdfast.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.RequestException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.staging.ByteSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Several engines, each with several threads, change the same few names as fast as they can. What
 * each was told has to fit one order of all changes: a name is created and removed in turns, so
 * that the two counts differ by whether it is there at the end.
 */
class ConcurrentChangesTest {
  private static final int ENGINES = 2;
  private static final int THREADS = 3;
  private static final int OPERATIONS = 250;
  private static final String[] NAMES = {"a", "dir/b", "dir/c"};

  /** What the threads do. */
  private enum Change {
    PUBLISH,
    REPLACE,
    REMOVE,
    READ
  }

  @TempDir(factory = MemoryTempDir.class)
  Path temp;

  private final AtomicIntegerArray created = new AtomicIntegerArray(NAMES.length);
  private final AtomicIntegerArray removed = new AtomicIntegerArray(NAMES.length);

  /** Each content says whose it is, and is as long as only it is. */
  private static byte[] content(int thread, int operation) {
    String text = thread + ":" + operation + ";";
    return text.repeat(1 + operation * 7 % 400).getBytes(UTF_8);
  }

  /** Whether content is exactly one that somebody wrote. */
  private static boolean isWhole(byte[] bytes) {
    String text = new String(bytes, UTF_8);
    int end = text.indexOf(';');
    if (end < 0) {
      return false;
    }
    String[] parts = text.substring(0, end).split(":");
    byte[] whole = content(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
    return new String(whole, UTF_8).equals(text);
  }

  private void one(
      StoreHandle handle, List<Change> changes, int thread, int operation, Random random) {
    int which = random.nextInt(NAMES.length);
    String name = NAMES[which];
    ByteSource content = ByteSource.of(content(thread, operation));
    try {
      switch (changes.get(random.nextInt(changes.size()))) {
        case PUBLISH -> {
          publish(handle, name, content);
          created.incrementAndGet(which);
        }
        case REPLACE -> {
          if (handle.replace(name, content, new WriteOptions()).created()) {
            created.incrementAndGet(which);
          }
        }
        case REMOVE -> {
          handle.remove(name, new WriteOptions());
          removed.incrementAndGet(which);
        }
        case READ -> assertThat(isWhole(handle.read(name).bytes())).as("torn").isTrue();
      }
    } catch (MutationException e) {
      assertThat(e.mutation().provenNotCommitted()).as(e.getMessage()).isTrue();
      assertThat(e.code()).isIn(ErrorCode.DESTINATION_CONFLICT, ErrorCode.NOT_FOUND);
      assertThat(e.mutation().residue()).isEmpty();
    } catch (RequestException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND);
    }
  }

  /**
   * Publishing does not hold the name: before it has looked at its file somebody may have replaced
   * or removed it. That is told, and the file was there.
   */
  private static void publish(StoreHandle handle, String name, ByteSource content) {
    try {
      handle.publish(name, content, new WriteOptions());
    } catch (MutationException e) {
      if (e.mutation().provenNotCommitted()) {
        throw e;
      }
      assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.IDENTITY_MISMATCH);
      assertThat(e.mutation().state()).isEqualTo(State.COMMITTED);
    }
  }

  @Test
  void ofPublishingAndRemovingFitOneOrder() throws Exception {
    run(List.of(Change.PUBLISH, Change.REMOVE, Change.READ));
    for (int which = 0; which < NAMES.length; which++) {
      assertThat(surplus(which)).as(NAMES[which]).isEqualTo(present(which));
    }
  }

  @Test
  void ofReplacingAndRemovingFitOneOrder() throws Exception {
    run(List.of(Change.REPLACE, Change.REMOVE, Change.READ));
    for (int which = 0; which < NAMES.length; which++) {
      assertThat(surplus(which)).as(NAMES[which]).isEqualTo(present(which));
    }
  }

  /**
   * Publishing does not hold the name: a replace may be told that it created the file though a
   * publish came right before it. Nothing is torn or lost all the same.
   */
  @Test
  void ofAllKindsNeverTearAFile() throws Exception {
    run(List.of(Change.values()));
    for (int which = 0; which < NAMES.length; which++) {
      assertThat(surplus(which)).as(NAMES[which]).isGreaterThanOrEqualTo(present(which));
    }
  }

  private int surplus(int which) {
    return created.get(which) - removed.get(which);
  }

  private int present(int which) {
    return Disk.present(temp.resolve("root").resolve(NAMES[which])) ? 1 : 0;
  }

  private void run(List<Change> changes) throws Exception {
    Path path = temp.resolve("root");
    List<TestRoot> engines = new ArrayList<>();
    ExecutorService executor = Executors.newFixedThreadPool(ENGINES * THREADS);
    CyclicBarrier start = new CyclicBarrier(ENGINES * THREADS);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int engine = 0; engine < ENGINES; engine++) {
        TestRoot process = TestRoot.at(path);
        engines.add(process);
        process.handle().ensureDirectory("dir");
        for (int i = 0; i < THREADS; i++) {
          int thread = engine * THREADS + i;
          Random random = new Random(thread);
          running.add(
              executor.submit(
                  () -> {
                    start.await();
                    for (int operation = 0; operation < OPERATIONS; operation++) {
                      one(process.handle(), changes, thread, operation, random);
                    }
                    return null;
                  }));
        }
      }
      for (Future<?> each : running) {
        each.get();
      }
      for (int which = 0; which < NAMES.length; which++) {
        assertThat(created.get(which)).as("something happened").isPositive();
        if (present(which) == 1) {
          assertThat(isWhole(Files.readAllBytes(path.resolve(NAMES[which])))).isTrue();
        }
      }
      assertThat(StoreTree.staged(path)).isEmpty();
      assertThat(StoreTree.rescued(path)).isEmpty();
      Held.byWriters(path, ENGINES, ENGINES * THREADS);
    } finally {
      executor.shutdownNow();
      engines.forEach(TestRoot::close);
    }
    assertThat(StoreTree.own(path)).isEqualTo(StoreTree.CLOSED);
    Held.byNobody(path);
  }
}
