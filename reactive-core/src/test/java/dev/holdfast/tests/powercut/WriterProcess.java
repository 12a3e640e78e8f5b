package dev.holdfast.tests.powercut;

import dev.holdfast.MutationOutcome.State;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A running {@link Writer}, seen from outside. */
final class WriterProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;
  private int acknowledged;

  /** Returns when the store is open. */
  WriterProcess(Port port, Path disk) throws IOException, InterruptedException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-Djna.tmpdir="
                + System.getProperty("jna.tmpdir", System.getProperty("java.io.tmpdir")),
            "-cp",
            System.getProperty("java.class.path"),
            Writer.class.getName(),
            port.name(),
            disk.toString());
    process = new ProcessBuilder(command).redirectErrorStream(true).start();
    output = process.inputReader();
    try {
      hear("ready");
    } catch (IOException | RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  /** Lets it do one step and waits for the acknowledgement. */
  void step() throws IOException {
    send("step");
    await(acknowledged + 1);
  }

  /** Lets it go on by itself from now on. */
  void run() throws IOException {
    send("run");
  }

  /** Hears what it has acknowledged by now. */
  void listen() throws IOException {
    while (output.ready()) {
      await(acknowledged + 1);
    }
  }

  /** How many steps it has acknowledged, as far as it was listened to. */
  int acknowledged() {
    return acknowledged;
  }

  /** Waits until it has acknowledged that many steps. */
  void await(int steps) throws IOException {
    while (acknowledged < steps) {
      hear("done " + (acknowledged + 1));
      acknowledged++;
    }
  }

  /** Waits until a step fails, and tells what became of the change: nothing if it was none. */
  Optional<State> failure() throws IOException {
    String line = output.readLine();
    for (; ("done " + (acknowledged + 1)).equals(line); line = output.readLine()) {
      acknowledged++;
    }
    if (line == null || !line.matches("failed.*")) {
      throw unexpected("a failure", line);
    }
    return Arrays.stream(line.split(" ")).skip(1).map(State::valueOf).findFirst();
  }

  private void send(String line) throws IOException {
    process.outputWriter().write(line + "\n");
    process.outputWriter().flush();
  }

  private void hear(String expected) throws IOException {
    String line = output.readLine();
    if (!expected.equals(line)) {
      throw unexpected(expected, line);
    }
  }

  private AssertionError unexpected(String expected, String line) {
    process.toHandle().destroyForcibly(); // else there may be no end of what it says
    String more = output.lines().collect(Collectors.joining("\n"));
    return new AssertionError(
        "expected '%s', the writer said '%s'\n%s".formatted(expected, line, more));
  }

  /** Kills it and waits until it is gone, with all that it had open. */
  @Override
  public void close() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }
}
