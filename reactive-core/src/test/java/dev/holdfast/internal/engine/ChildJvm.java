package dev.holdfast.internal.engine;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs {@link ChildProcess} in a Java virtual machine of its own, under another program. */
final class ChildJvm {
  private final List<String> prefix;
  private final List<String> options = new ArrayList<>();
  private String classPath = System.getProperty("java.class.path");
  private String scratch = System.getProperty("jna.tmpdir", System.getProperty("java.io.tmpdir"));

  private ChildJvm(List<String> prefix) {
    this.prefix = prefix;
  }

  /** Under a program that runs the rest of its command line. */
  static ChildJvm under(String... prefix) {
    return new ChildJvm(List.of(prefix));
  }

  /** The same, under another program. */
  ChildJvm also(List<String> program) {
    ChildJvm other = new ChildJvm(program);
    other.classPath = classPath;
    other.scratch = scratch;
    other.options.addAll(options);
    return other;
  }

  /** In a mount namespace of its own, after some shell commands. */
  static ChildJvm withMounts(String commands) {
    return under("unshare", "-m", "sh", "-c", commands + " && exec \"$@\"", "sh");
  }

  /** As {@link #withMounts}, where a mount is a process's own, which ends with it. */
  static ChildJvm withMount(String commands, Path mount) {
    String all = "%s && { \"$@\"; status=$?; umount '%s'; exit $status; }";
    return under("unshare", "-m", "sh", "-c", all.formatted(commands, mount), "sh");
  }

  /** For a user that may not read where this process's classes are. */
  ChildJvm withClassesIn(Path directory) throws IOException {
    List<String> entries = new ArrayList<>();
    for (String each : classPath.split(File.pathSeparator)) {
      Path entry = Path.of(each).toAbsolutePath();
      if (Files.isDirectory(entry) || entry.toString().matches(".*/(jna|jackson|vertx-core)-.*")) {
        Path copy = directory.resolve(entries.size() + "-" + entry.getFileName());
        copy(entry, copy);
        entries.add(copy.toString());
      }
    }
    classPath = String.join(File.pathSeparator, entries);
    scratch = directory.toString();
    return this;
  }

  /** For a process that could not read what it unpacks itself, because of its umask. */
  ChildJvm withNativeLibraryIn(Path directory) throws IOException {
    String architecture = System.getProperty("os.arch").equals("aarch64") ? "aarch64" : "x86-64";
    String library = "com/sun/jna/linux-" + architecture + "/libjnidispatch.so";
    try (InputStream in = ChildJvm.class.getClassLoader().getResourceAsStream(library)) {
      Files.copy(in, directory.resolve("libjnidispatch.so"));
    }
    options.add("-Djna.boot.library.path=" + directory);
    return this;
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      all.forEach(
          path -> {
            Path target = to.resolve(from.relativize(path).toString());
            try {
              Files.copy(path, target, StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
  }

  /** What it says, line by line. */
  List<String> run(Path root, String... steps) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-Djna.tmpdir=" + scratch,
            "-cp",
            classPath,
            ChildProcess.class.getName(),
            root.toString()));
    command.addAll(List.of(steps));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (Stream<String> lines = process.inputReader().lines()) {
      List<String> said = lines.collect(Collectors.toList());
      if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new AssertionError("the child failed: " + said);
      }
      return said;
    }
  }
}
