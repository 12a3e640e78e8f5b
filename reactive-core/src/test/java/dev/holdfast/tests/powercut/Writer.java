package dev.holdfast.tests.powercut;

import dev.holdfast.MutationException;
import dev.holdfast.StoreException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.engine.batch.BatchedWrite;
import dev.holdfast.internal.engine.batch.SyncFsUse;
import dev.holdfast.internal.engine.staging.ByteSource;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * A process that carries out the {@link Script} on a disk and acknowledges each step on its
 * standard output: one step for each line {@code step} that it is sent, and without pause after the
 * line {@code run}.
 */
final class Writer {
  /** The name of its store on its disk. */
  static final String STORE = "store";

  private final Port port;
  private final Path disk;
  private StoreHandle store;
  private int steps;

  private Writer(Port port, Path disk) {
    this.port = port;
    this.disk = disk;
    open(Port.CORRECT, STORE).close(); // so that a mutant is exposed by what it writes
    this.store = open(port, STORE);
  }

  private StoreHandle open(Port with, String name) {
    return Stores.open(with, disk.resolve(name));
  }

  public static void main(String[] arguments) throws Exception {
    Writer writer = new Writer(Port.valueOf(arguments[0]), Path.of(arguments[1]));
    say("ready");
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String command; (command = commands.readLine()) != null; ) {
      do {
        writer.step();
      } while (command.equals("run") && !System.out.checkError()); // until nobody listens
    }
  }

  private void step() {
    try {
      carryOut(Script.step(steps + 1));
    } catch (MutationException e) {
      say("failed " + e.mutation().state());
      throw e;
    } catch (StoreException e) {
      say("failed");
      throw e;
    }
    steps++;
    say("done " + steps);
  }

  private void carryOut(Operation next) {
    switch (next.kind()) {
      case PUBLISH -> publish(next);
      case REPLACE -> replace(next);
      case REMOVE -> store.remove(next.path(), new WriteOptions());
      case REOPEN -> {
        store.close();
        store = open(port, STORE);
      }
      case MAKE_STORE -> open(port, next.path()).close();
    }
  }

  private void publish(Operation next) {
    WriteOptions options = new WriteOptions();
    if (takesPartInABatch()) {
      batch(store.batchedPublish(next.path(), content(next), options, told()));
    } else {
      store.publish(next.path(), content(next), options);
    }
  }

  private void replace(Operation next) {
    WriteOptions options = new WriteOptions();
    if (takesPartInABatch()) {
      batch(store.batchedReplace(next.path(), content(next), options, told()));
    } else {
      store.replace(next.path(), content(next), options);
    }
  }

  /** Every other step syncs the file system instead of its file, as a large batch does. */
  private boolean takesPartInABatch() {
    return port == Port.CORRECT && steps % 2 == 1;
  }

  private void batch(BatchedWrite<?> write) {
    store.batches(SyncFsUse.from(1)).run(List.of(write));
  }

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

  private static ByteSource content(Operation operation) {
    return ByteSource.of(Contents.of(operation));
  }

  /** In one write, so that whoever looks finds a whole line or none. */
  private static void say(String line) {
    System.out.print(line + "\n");
    System.out.flush();
  }
}
