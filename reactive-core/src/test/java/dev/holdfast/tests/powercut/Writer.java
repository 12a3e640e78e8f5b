package dev.holdfast.tests.powercut;

import dev.holdfast.AppendOptions;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.StoreException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.engine.batch.BatchedWrite;
import dev.holdfast.internal.engine.batch.SyncFsUse;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.tests.powercut.Operation.Kind;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
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

  private void carryOut(List<Operation> next) {
    if (next.size() > 1) {
      together(next);
      return;
    }
    Operation only = next.get(0);
    switch (only.kind()) {
      case PUBLISH, REPLACE -> write(only);
      case APPEND -> store.append(only.path(), List.of(content(only)), null, new AppendOptions());
      case REMOVE -> store.remove(only.path(), new WriteOptions());
      case REOPEN -> {
        store.close();
        store = open(port, STORE);
      }
      case MAKE_STORE -> open(port, only.path()).close();
    }
  }

  private void write(Operation next) {
    WriteOptions options = new WriteOptions();
    if (port == Port.CORRECT && steps % 2 == 1) {
      together(List.of(next)); // syncs the file system instead of its file, as a large batch does
    } else if (next.kind() == Kind.PUBLISH) {
      store.publish(next.path(), content(next), options);
    } else {
      store.replace(next.path(), content(next), options);
    }
  }

  /** In a batch; if one fails, others may have been made all the same. */
  private void together(List<Operation> next) {
    List<MutationException> failures = new ArrayList<>();
    List<BatchedWrite<?>> writes = new ArrayList<>();
    for (Operation each : next) {
      WriteOptions options = new WriteOptions();
      writes.add(
          each.kind() == Kind.PUBLISH
              ? store.batchedPublish(each.path(), content(each), options, told(failures))
              : store.batchedReplace(each.path(), content(each), options, told(failures)));
    }
    SyncFsUse use = port == Port.CORRECT ? SyncFsUse.from(1) : SyncFsUse.ifAllowed(false);
    store.batches(use).run(writes);
    boolean nothingChanged =
        failures.size() == next.size()
            && failures.stream().allMatch(failure -> failure.mutation().provenNotCommitted());
    if (!failures.isEmpty()) {
      say("failed " + (nothingChanged ? State.NOT_COMMITTED : State.UNKNOWN));
      throw failures.get(0);
    }
  }

  private static <R> BatchedWrite.Told<R> told(List<MutationException> failures) {
    return new BatchedWrite.Told<>() {
      @Override
      public void done(R receipt) {}

      @Override
      public void failed(MutationException failure) {
        failures.add(failure);
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
