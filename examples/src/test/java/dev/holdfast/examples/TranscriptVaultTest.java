package dev.holdfast.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TranscriptVaultTest {
  @TempDir Path temp;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    out.reset();
    err.reset();
    return TranscriptVault.run(args, stream(out), stream(err));
  }

  private static PrintStream stream(ByteArrayOutputStream to) {
    return new PrintStream(to, true, StandardCharsets.UTF_8);
  }

  @Test
  void keepsComparesAndDetectsTampering() throws Exception {
    Path input = Files.createDirectories(temp.resolve("input/sub/target")).getParent().getParent();
    Files.writeString(input.resolve("sub/target/a.txt"), "one");
    Files.writeString(input.resolve(".hidden"), "two");
    Files.writeString(input.resolve(".holdfast-is-reserved"), "three");
    Files.createFile(input.resolve("empty"));
    Files.createSymbolicLink(input.resolve("link"), input.resolve("empty"));
    Path store = input.resolve("store");
    String[] args = {"--input", input.toString(), "--store", store.toString()};

    assertThat(run(args)).as(err::toString).isZero();
    assertThat(out.toString())
        .contains("1,027 files to keep: 4 artifacts")
        .contains("skipped: 1 that are no files ")
        .contains("skipped: INVALID_PATH")
        .contains("1,026 files, 4,314,")
        .contains("left behind       nothing")
        .containsPattern("publish +1,027 ")
        .containsPattern("append +2,022 ")
        .containsPattern("replace +203 ")
        .containsPattern("remove +5 ")
        .containsPattern("past the store +[1-9]")
        .endsWith("Everything verified." + System.lineSeparator());
    assertThat(store.resolve("artifacts/sub/target/a.txt")).hasContent("one");
    assertThat(store.resolve("sessions/small/transcript.jsonl")).hasSize(973_274);
    assertThat(store.resolve("records/1019.json")).exists();
    assertThat(store.resolve("sessions/scratch")).isEmptyDirectory();
    Path metadata = store.resolve("sessions/small/meta.json");
    assertThat(metadata).hasContent(Transcript.load("small").metadata().last().toString());

    Files.write(metadata, Transcript.load("small").metadata().states().get(99).getBytes());
    Path transcript = store.resolve("sessions/small/transcript.jsonl");
    int torn = Math.toIntExact(Transcript.load("small").bytes(1000)) + 7;
    Files.write(transcript, Arrays.copyOf(Files.readAllBytes(transcript), torn));
    assertThat(run(args)).as(err::toString).isZero();
    assertThat(out.toString())
        .contains("went on           'sessions/small/meta.json' was in state 100 of 102")
        .contains("already there     1,022 files")
        .contains("went on           'sessions/small/transcript.jsonl' had 1000 of 1019 records")
        .containsPattern("publish +5 ")
        .containsPattern("replace +2 ");

    Files.writeString(store.resolve("artifacts/sub/target/a.txt"), "eno");
    assertThat(run(args)).isEqualTo(1);
    assertThat(err.toString()).contains("mismatch: 'artifacts/sub/target/a.txt' holds");
  }

  @Test
  void saysWhichCodeTheStoreFailedWith() throws Exception {
    Path file = Files.createFile(temp.resolve("file"));
    assertThat(run("--input", temp.toString(), "--store", file.toString())).isEqualTo(1);
    assertThat(err.toString()).startsWith("transcript-vault: failed with NOT_DIRECTORY: ");
  }

  @Test
  void saysThatTheInputIsMissing() {
    assertThat(run("--input", temp.resolve("nowhere").toString())).isEqualTo(1);
    assertThat(err.toString()).contains("NoSuchFileException", "nowhere");
  }

  @Test
  void explainsItself() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString()).startsWith("Usage: ");
    assertThat(run("--wrong")).isEqualTo(2);
    assertThat(err.toString()).contains("unknown option '--wrong'", "Usage: ");
  }
}
