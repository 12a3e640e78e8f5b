package dev.holdfast.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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
    SourceFile whole = transcript.asSession().get(0);
    assertThat(whole.size()).isEqualTo(bytes);
    assertThat(whole.load().content().length()).isEqualTo(bytes);
  }

  @Test
  void isTheSameEveryTime() throws Exception {
    String digest = Transcript.load("small").asSession().get(0).load().digest().sha256();
    assertThat(Transcript.load("small").asSession().get(0).load().digest().sha256())
        .isEqualTo(digest);
  }

  @Test
  void recordFilesHoldTheRecords() throws Exception {
    Transcript transcript = new Transcript("two", List.of(94, 116_147));
    List<SourceFile> files = transcript.asRecords();
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
