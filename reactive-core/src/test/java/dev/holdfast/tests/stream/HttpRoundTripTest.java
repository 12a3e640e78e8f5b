package dev.holdfast.tests.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * One GiB over HTTP into a store and back, in a process that may use 64 MiB of heap and as much of
 * direct memory.
 */
class HttpRoundTripTest {
  private static final long FULL = 1L << 30;
  private static final long REDUCED = 64L << 20;
  private static final Path MEMORY = Path.of("/dev/shm");

  private Path directory;
  private long length;

  @BeforeEach
  void findAPlace() throws IOException {
    boolean inMemory = Files.isWritable(MEMORY) && free(MEMORY) > 3 * FULL;
    directory =
        inMemory
            ? Files.createTempDirectory(MEMORY, "holdfast-")
            : Files.createTempDirectory("holdfast-");
    length = inMemory ? FULL : REDUCED;
    if (!inMemory) {
      System.out.printf("only %,d bytes go round: no 3 GiB free in %s%n", length, MEMORY);
    }
  }

  private static long free(Path directory) throws IOException {
    return Files.getFileStore(directory).getUsableSpace();
  }

  @AfterEach
  void remove() throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  @Test
  void whatIsUploadedIsWhatIsStoredAndDownloaded() throws Exception {
    Path root = directory.resolve("root");
    List<String> said = run(root);
    assertThat(said).hasSize(3);
    String digest = said.get(0).replace("sent ", "");
    assertThat(digest).matches("[0-9a-f]{64}");
    assertThat(said).containsExactly("sent " + digest, "stored " + digest, "received " + digest);
    assertThat(root.resolve("file")).hasSize(length);
  }

  private List<String> run(Path root) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx64m",
            "-XX:MaxDirectMemorySize=64m",
            "-XX:+ExitOnOutOfMemoryError",
            "--enable-native-access=ALL-UNNAMED",
            "-Djna.tmpdir=" + System.getProperty("jna.tmpdir", directory.toString()),
            "-cp",
            classPath(),
            HttpRoundTrip.class.getName(),
            root.toString(),
            String.valueOf(length)));
    Path errors = Files.createFile(directory.resolve("errors"));
    Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    try (Stream<String> lines = process.inputReader().lines()) {
      List<String> said = lines.collect(Collectors.toList());
      if (!process.waitFor(120, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new AssertionError("the child failed: " + said + Files.readString(errors));
      }
      return said;
    }
  }

  private static String classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
