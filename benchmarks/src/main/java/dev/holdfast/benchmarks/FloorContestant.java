package dev.holdfast.benchmarks;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;

/** The C program, started once; what it times itself is taken, so its start costs nothing. */
final class FloorContestant implements Contestant {
  static final String NAME = "floor in C";

  private static final Pattern SPACE = Pattern.compile(" ");

  private final String name;
  private final String operation;
  private final WorkDirectory dir;
  private final Process process;
  private final BufferedWriter requests;
  private final BufferedReader answers;

  /** Starts the program, for one operation after the other. */
  FloorContestant(Workspace workspace, DurableWriteCase.Operation operation)
      throws IOException, InterruptedException {
    this(workspace, operation.name().toLowerCase(Locale.ROOT));
  }

  /** Starts the program for an operation by its name there. */
  FloorContestant(Workspace workspace, String operation) throws IOException, InterruptedException {
    this(NAME, workspace, operation, workspace.directory("floor"));
  }

  /** How the floor in batches is called. */
  static String batchedName(int together) {
    return NAME + ", batches of " + together;
  }

  /** Starts the program, for batches of a size. */
  static FloorContestant batched(
      Workspace workspace, DurableWriteCase.Operation operation, int together)
      throws IOException, InterruptedException {
    String request = operation.name().toLowerCase(Locale.ROOT) + "-in-" + together;
    WorkDirectory dir = workspace.directory("floor-in-" + together);
    return new FloorContestant(batchedName(together), workspace, request, dir);
  }

  /** Starts the program for an operation in a directory. */
  FloorContestant(String name, Workspace workspace, String operation, WorkDirectory dir)
      throws IOException, InterruptedException {
    this.name = name;
    this.operation = operation;
    this.dir = dir;
    this.process =
        new ProcessBuilder(workspace.floor().binary().toString(), dir.path().toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    this.requests = process.outputWriter();
    this.answers = process.inputReader();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Round run(int operations) throws IOException {
    requests.write(operation + " " + operations + "\n");
    requests.flush();
    String answer = answers.readLine();
    if (answer == null || answer.startsWith("error")) {
      throw new IOException("the floor's program said: " + answer);
    }
    long[] times = SPACE.splitAsStream(answer).mapToLong(Long::parseLong).toArray();
    return new Round(operations, times[0], Arrays.copyOfRange(times, 1, times.length));
  }

  @Override
  public void settle() throws IOException {
    dir.settle();
  }

  @Override
  public void close() throws IOException {
    requests.close(); // the end of its input ends it
    answers.close();
    process.destroy();
  }
}
