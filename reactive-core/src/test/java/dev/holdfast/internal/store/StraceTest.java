package dev.holdfast.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.ManagedStore;
import dev.holdfast.ManagedStoreOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Asks the kernel, not the code, which thread makes which call. Class loading does file calls on
 * event-loop threads too, so only calls that a port makes and a class loader does not count, and
 * whatever names the root.
 */
class StraceTest {
  private static final String CALLS =
      "openat,openat2,statx,mkdirat,linkat,renameat2,unlinkat,fsync,fdatasync,fchmod,pwrite64,"
          + "fgetxattr,fremovexattr,getdents64";

  private static final Pattern PORT_CALL =
      Pattern.compile(
          "openat2\\(|linkat\\(|renameat2\\(|mkdirat\\(|fsync\\(|fdatasync\\(|fchmod\\(|pwrite64\\("
              + "|getxattr\\(|removexattr\\(|O_TMPFILE|managed-root");

  @TempDir Path temporary;

  /** A verticle that uses every operation from its event loop. */
  static final class Program {
    public static void main(String[] arguments) {
      Vertx vertx = Vertx.vertx();
      vertx
          .deployVerticle(
              new VerticleBase() {
                @Override
                public Future<?> start() {
                  return ManagedStore.open(vertx, new ManagedStoreOptions().setRoot(arguments[0]))
                      .compose(
                          store ->
                              store
                                  .publish("a/b", Buffer.buffer("x"))
                                  .compose(r -> store.read("a/b"))
                                  .compose(r -> store.readPrefix("a/b", 1))
                                  .compose(r -> store.identify("a/b"))
                                  .compose(r -> store.exists("a/c"))
                                  .compose(r -> store.list("a"))
                                  .compose(r -> store.ensureDirectory("d"))
                                  .compose(
                                      r -> store.readStream("a/b").pipeTo(store.writeStream("s")))
                                  .compose(r -> store.close()));
                }
              })
          .onComplete(r -> System.exit(r.succeeded() ? 0 : 1));
    }
  }

  @Test
  void noEventLoopThreadMakesACallOfThePort() throws Exception {
    assumeStrace();
    Path log = temporary.resolve("trace");
    Process process =
        new ProcessBuilder(
                "strace",
                "-f",
                "-Y",
                "-o",
                log.toString(),
                "-e",
                "trace=" + CALLS,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Djna.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                Program.class.getName(),
                temporary.resolve("managed-root").toString())
            .redirectErrorStream(true)
            .redirectOutput(temporary.resolve("output").toFile())
            .start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(() -> read(temporary.resolve("output"))).isZero();

    List<String> portCalls =
        Files.readAllLines(log).stream().filter(line -> PORT_CALL.matcher(line).find()).toList();

    // The kernel cuts thread names to 15 characters.
    assertThat(portCalls).anyMatch(line -> line.contains("linkat("));
    assertThat(portCalls).anyMatch(line -> line.contains("fsync("));
    assertThat(portCalls)
        .filteredOn(line -> !line.contains("<holdfast-data-"))
        .filteredOn(line -> !line.contains("execve")) // the argument of the program itself
        .isEmpty();
  }

  private static void assumeStrace() throws IOException, InterruptedException {
    boolean usable;
    try {
      Process probe =
          new ProcessBuilder("strace", "-f", "-Y", "-o", "/dev/null", "true")
              .redirectErrorStream(true)
              .start();
      probe.getInputStream().readAllBytes();
      usable = probe.waitFor() == 0;
    } catch (IOException e) {
      usable = false;
    }
    if (!usable) {
      System.out.println("StraceTest skipped: no strace here that knows -Y and may trace");
    }
    assumeTrue(usable);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
