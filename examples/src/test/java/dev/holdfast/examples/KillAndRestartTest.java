package dev.holdfast.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whenever a run is killed, the next one on the same store goes on and verifies. */
class KillAndRestartTest {
  @TempDir Path temp;

  private Path store;
  private List<String> command;

  @BeforeEach
  void prepare() throws Exception {
    Path input = Files.createDirectory(temp.resolve("input"));
    Files.writeString(input.resolve("a.txt"), "one");
    store = temp.resolve("store");
    command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
    Collections.addAll(command, "--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1");
    // What a killed run cannot remove is removed with the test's directory.
    Collections.addAll(command, "-Djava.io.tmpdir=" + temp, "-Djna.tmpdir=" + temp);
    Collections.addAll(command, "-cp", System.getProperty("java.class.path"));
    Collections.addAll(command, TranscriptVault.class.getName(), "--input", input.toString());
  }

  @Test
  void killedAgainAndAgain() throws Exception {
    killWhen("publishing", () -> exists("records/0200.json"));
    killWhen("replacing", () -> exists("sessions/small/meta.json"));
    killWhen(
        "removing",
        () -> exists("sessions/small/meta.json") && !exists("sessions/scratch/0001.json"));
    assertThat(restart())
        .containsPattern("already there +1,02[0-9] files")
        .containsPattern("went on +'sessions/small/meta.json'");
  }

  @Test
  void killedByTheScriptForPeople() throws Exception {
    Path vault = temp.resolve("vault");
    Files.writeString(vault, "#!/bin/sh\nexec '" + String.join("' '", command) + "' \"$@\"\n");
    assertThat(vault.toFile().setExecutable(true)).isTrue();
    Path output = temp.resolve("output");
    ProcessBuilder script =
        new ProcessBuilder("bin/transcript-vault-crash", "--rounds", "1")
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    script.environment().put("TRANSCRIPT_VAULT", vault.toString());
    script.environment().put("TMPDIR", temp.toString());
    Process process = script.start();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroy(); // and no more: its own children are for it to end
    }
    assertThat(output).content().contains("round 1: kill -9 after", "again:  Everything verified.");
    assertThat(output).content().endsWith("PASS: 1 rounds\n");
    assertThat(temp).isDirectoryNotContaining("glob:**/tmp.*");
  }

  private String restart() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    String[] args = {"--input", temp.resolve("input").toString(), "--store", store.toString()};
    assertThat(TranscriptVault.run(args, print, print)).as(out::toString).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }

  private boolean exists(String path) {
    return Files.exists(store.resolve(path));
  }

  /** Starts a run and kills it as soon as the store looks as said. */
  private void killWhen(String moment, BooleanSupplier reached) throws Exception {
    Path output = temp.resolve("output");
    List<String> all = new ArrayList<>(command);
    Collections.addAll(all, "--store", store.toString());
    Process run =
        new ProcessBuilder(all).redirectErrorStream(true).redirectOutput(output.toFile()).start();
    try {
      long began = System.nanoTime();
      while (!reached.getAsBoolean()) {
        assertThat(run.isAlive()).withFailMessage(() -> contentOf(output.toFile())).isTrue();
        assertThat(System.nanoTime() - began).isLessThan(TimeUnit.SECONDS.toNanos(60));
        LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(200));
      }
    } finally {
      run.destroyForcibly().waitFor();
    }
    assertThat(run.exitValue()).as(moment).isEqualTo(128 + 9);
  }
}
