package dev.holdfast.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/**
 * Where and when something was measured.
 *
 * @param kernel the kernel's release
 * @param fileSystem the type of the file system that was worked on
 * @param jdk the Java runtime
 * @param cores how many processors it may use
 * @param loadAverage how many tasks were running in the minute before
 * @param time when it began
 */
record Environment(
    String kernel, String fileSystem, String jdk, int cores, double loadAverage, Instant time) {

  /** Looks around. */
  static Environment of(Path dir) throws IOException {
    String load = Files.readString(Path.of("/proc/loadavg"));
    return new Environment(
        System.getProperty("os.version"),
        Files.getFileStore(dir).type(),
        Runtime.version() + " (" + System.getProperty("java.vendor") + ")",
        Runtime.getRuntime().availableProcessors(),
        Double.parseDouble(load.substring(0, load.indexOf(' '))),
        Instant.now().truncatedTo(ChronoUnit.SECONDS));
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s, Linux %s, JDK %s, %d cores, load average %.2f, %s",
        fileSystem,
        kernel,
        jdk,
        cores,
        loadAverage,
        time);
  }
}
