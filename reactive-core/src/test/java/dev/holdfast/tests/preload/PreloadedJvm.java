package dev.holdfast.tests.preload;

import com.fasterxml.jackson.core.JsonFactory;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import dev.holdfast.internal.engine.StoreHandle;
import io.vertx.core.VertxException;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;

/**
 * Runs {@link PreloadedProcess} in virtual machines of their own that have the library. There are
 * many, so they start from an archive of the classes that the first one loaded, which takes half of
 * the time; the virtual machine archives classes of jar files only.
 */
final class PreloadedJvm {
  /** Said by a process that has carried its operation out. */
  static final String DONE = "done";

  /** What the shell calls the exit status of a process that SIGKILL ended. */
  private static final int KILLED = 128 + 9;

  private final Path library;
  private final Path archive;
  private final String classPath;

  private PreloadedJvm(Path library, Path archive, String classPath) {
    this.library = library;
    this.archive = archive;
    this.classPath = classPath;
  }

  /** With the library and everything else that is needed made in a directory. */
  static PreloadedJvm in(Path directory) throws Exception {
    Path library = FaultLibrary.compile(directory);
    unpackJna(directory);
    return new PreloadedJvm(library, directory.resolve("classes.jsa"), classPath(directory));
  }

  /** Once, and not in every process. */
  private static void unpackJna(Path directory) throws IOException {
    String name = System.mapLibraryName("jnidispatch");
    try (InputStream in = Native.class.getResourceAsStream(Platform.RESOURCE_PREFIX + "/" + name)) {
      Files.copy(in, directory.resolve(name));
    }
  }

  /** Only what the engine needs: each further entry costs every start. */
  private static String classPath(Path directory) throws URISyntaxException {
    Path jar = directory.resolve("classes.jar");
    ToolProvider tool = ToolProvider.findFirst("jar").orElseThrow();
    int failed =
        tool.run(
            System.out,
            System.err,
            "--create",
            "--file",
            jar.toString(),
            "-C",
            location(StoreHandle.class).toString(),
            ".",
            "-C",
            location(PreloadedProcess.class).toString(),
            PreloadedProcess.class.getPackageName().replace('.', '/'));
    if (failed != 0) {
      throw new AssertionError("the classes do not fit into a jar");
    }
    List<String> entries = new ArrayList<>(List.of(jar.toString()));
    for (Class<?> each : List.of(Native.class, JsonFactory.class, VertxException.class)) {
      entries.add(location(each).toString());
    }
    return String.join(File.pathSeparator, entries);
  }

  private static Path location(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /** As {@link #say}, in a process whose classes are archived for the later ones. */
  List<String> sayFirst(String command, Path directory) throws Exception {
    return finish(start("-XX:ArchiveClassesAtExit=" + archive, command, directory));
  }

  /** What it says, line by line, until it ends by itself. */
  List<String> say(String command, Path directory, String... arguments) throws Exception {
    return finish(start("-XX:SharedArchiveFile=" + archive, command, directory, arguments));
  }

  private static List<String> finish(Process process) throws Exception {
    try (BufferedReader reader = process.inputReader()) {
      List<String> lines = reader.lines().toList();
      if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new AssertionError("the process failed: " + lines);
      }
      return lines;
    } finally {
      process.destroyForcibly();
    }
  }

  /**
   * The last thing it says before it dies by SIGKILL: that the library kills it, and at which call,
   * or that it has done everything; then it is killed from here.
   */
  String lastWords(Operation operation, Path root, long number, Action action) throws Exception {
    Process process =
        start(
            "-XX:SharedArchiveFile=" + archive,
            "die",
            root,
            operation.name(),
            Long.toString(number),
            action.name());
    try (BufferedReader reader = process.inputReader()) {
      String last = reader.readLine();
      if (DONE.equals(last)) {
        process.destroyForcibly(); // by SIGKILL too
      }
      if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != KILLED) {
        throw new AssertionError("it ended otherwise: " + last + " " + reader.lines().toList());
      }
      return last;
    } finally {
      process.destroyForcibly();
    }
  }

  private Process start(String option, String command, Path directory, String... arguments)
      throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "-Xshare:auto",
            "-Xlog:disable", // what it has to say about archives
            option,
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-Djna.nounpack=true",
            "-Djna.boot.library.path=" + library.getParent(),
            "-cp",
            classPath,
            PreloadedProcess.class.getName(),
            command,
            directory.toString()));
    words.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().put("LD_PRELOAD", library.toString());
    return builder.start();
  }
}
