package dev.holdfast.tests.powercut;

import dev.holdfast.MutationException;
import dev.holdfast.StoreException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.engine.staging.ByteSource;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

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
      case PUBLISH -> store.publish(next.path(), content(next), new WriteOptions());
      case REPLACE -> store.replace(next.path(), content(next), new WriteOptions());
      case REMOVE -> store.remove(next.path(), new WriteOptions());
      case REOPEN -> {
        store.close();
        store = open(port, STORE);
      }
      case MAKE_STORE -> open(port, next.path()).close();
    }
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
