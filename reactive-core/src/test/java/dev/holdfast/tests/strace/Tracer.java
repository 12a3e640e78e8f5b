package dev.holdfast.tests.strace;

import dev.holdfast.internal.sys.Skip;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code strace}, attached to threads of this process that wait. It counts the calls of each of
 * them from that moment on, and ends when they have ended.
 */
final class Tracer {
  private static final Pattern LINE = Pattern.compile("(?:(\\d+) +)?(?:(\\w+)\\((.*)|.*)");

  private final Process process;
  private final Path log;
  private final List<Long> threads;

  /**
   * A call in the log.
   *
   * @param thread who made it
   * @param name the system call
   * @param arguments its arguments, with what its descriptors stand for
   */
  record Call(long thread, String name, String arguments) {}

  /**
   * What was seen.
   *
   * @param calls all calls that were looked for
   * @param tampered the threads that one of them failed for
   */
  record Trace(List<Call> calls, Set<Long> tampered) {
    /** How many calls of a kind a thread made. */
    int count(long thread, String name) {
      return of(thread, name).size();
    }

    /** Whether the call that was to fail was about something in a directory. */
    boolean concerns(long thread, Injection injection, Path directory) {
      List<Call> calls = of(thread, injection.call());
      return calls.size() >= injection.number()
          && calls.get(injection.number() - 1).arguments().contains(directory.toString());
    }

    private List<Call> of(long thread, String name) {
      return calls.stream()
          .filter(call -> call.thread() == thread && call.name().equals(name))
          .toList();
    }
  }

  private Tracer(Process process, Path log, List<Long> threads) {
    this.process = process;
    this.log = log;
    this.threads = threads;
  }

  /** Attaches, or skips the test where that is not possible. */
  static Tracer attach(Path log, List<Long> threads, String... expressions) throws IOException {
    List<String> command = new ArrayList<>(List.of("strace", "-y", "-o", log.toString()));
    for (String expression : expressions) {
      command.addAll(List.of("-e", expression));
    }
    for (long thread : threads) {
      command.addAll(List.of("-p", Long.toString(thread)));
    }
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      return Skip.because("there is no strace: " + e.getMessage());
    }
    Tracer tracer = new Tracer(process, log, threads);
    BufferedReader said = process.inputReader();
    for (int attached = 0; attached < threads.size(); ) {
      String line = said.readLine();
      if (line == null || !line.endsWith(" attached")) {
        tracer.close();
        return Skip.because("strace cannot attach to this process: " + line);
      }
      attached++;
    }
    return tracer;
  }

  /** What was seen, once all threads have ended. */
  Trace trace() throws IOException, InterruptedException {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new IOException("strace does not end");
    }
    List<Call> calls = new ArrayList<>();
    Set<Long> tampered = new HashSet<>();
    for (String line : Files.readAllLines(log)) {
      Matcher matcher = LINE.matcher(line);
      if (!matcher.matches()) {
        throw new IOException("a line of strace's that is not understood: " + line);
      }
      long thread = matcher.group(1) == null ? threads.get(0) : Long.parseLong(matcher.group(1));
      if (matcher.group(2) != null) { // else it is the end of a call, or of the thread
        calls.add(new Call(thread, matcher.group(2), matcher.group(3)));
      }
      if (line.endsWith("(INJECTED)")) {
        tampered.add(thread);
      }
    }
    return new Trace(calls, tampered);
  }

  /** Detaches, if it is still there. */
  void close() {
    process.destroy();
  }
}
