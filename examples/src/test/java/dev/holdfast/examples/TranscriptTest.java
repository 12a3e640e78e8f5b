package dev.holdfast.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TranscriptTest {
  @ParameterizedTest
  @CsvSource({"small, 1019, 973274", "large, 1003, 2367880"})
  void recordsAreJsonLinesOfTheGivenLengths(String name, int records, int bytes) throws Exception {
    Transcript transcript = Transcript.load(name);
    assertThat(transcript.lengths()).hasSize(records);
    for (int i = 0; i < records; i++) {
      String record = transcript.record(i);
      assertThat(record.getBytes(StandardCharsets.UTF_8)).hasSize(transcript.lengths().get(i));
      assertThat(record.indexOf('\n')).isEqualTo(record.length() - 1);
      assertThat(new JsonObject(record).getInteger("seq")).isEqualTo(i + 1);
    }
    SourceFile whole = transcript.asFile();
    assertThat(whole.size()).isEqualTo(bytes);
    assertThat(whole.load().content().length()).isEqualTo(bytes);
  }

  @Test
  void metadataSaysHowFarTheTranscriptIs() throws Exception {
    Transcript transcript = Transcript.load("small");
    Metadata metadata = transcript.metadata();
    assertThat(metadata.states()).hasSize(102).doesNotHaveDuplicates();
    assertThat(metadata.states().get(1).toJsonObject())
        .isEqualTo(
            new JsonObject()
                .put("session", "small")
                .put("records", 20)
                .put("bytes", transcript.lengths().stream().limit(20).reduce(0, Integer::sum))
                .put("sha256", sha256(transcript, 20)));
    assertThat(metadata.last().toJsonObject().getString("sha256"))
        .isEqualTo(transcript.asFile().load().digest().sha256());
    assertThat(metadata.stateOf(metadata.states().get(7).copy())).isEqualTo(7);
    assertThatExceptionOfType(MismatchException.class)
        .isThrownBy(() -> metadata.stateOf(metadata.last().slice(0, 40)));
  }

  private static String sha256(Transcript transcript, int records) {
    Buffer content = Buffer.buffer();
    for (int i = 0; i < records; i++) {
      content.appendString(transcript.record(i));
    }
    return SourceFile.digest(content).sha256();
  }

  @Test
  void isTheSameEveryTime() throws Exception {
    String digest = Transcript.load("small").asFile().load().digest().sha256();
    assertThat(Transcript.load("small").asFile().load().digest().sha256()).isEqualTo(digest);
  }

  @Test
  void recordFilesHoldTheRecords() throws Exception {
    Transcript transcript = new Transcript("two", List.of(94, 116_147));
    List<SourceFile> files = transcript.asRecords("records");
    assertThat(files)
        .extracting(SourceFile::path)
        .containsExactly("records/0001.json", "records/0002.json");
    assertThat(files.get(1).load().content().toString()).isEqualTo(transcript.record(1));
  }

  @Test
  void refusesALengthThatHasNoRoom() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Transcript("short", List.of(20)).record(0))
        .withMessageContaining("20 bytes");
  }
}
