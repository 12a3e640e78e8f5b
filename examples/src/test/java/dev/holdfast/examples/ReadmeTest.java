package dev.holdfast.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the README shows is what there is. */
class ReadmeTest {
  private static final Path README = Path.of("../README.md");

  private static final Path QUICKSTART =
      Path.of("src/main/java/dev/holdfast/examples/Quickstart.java");

  @Test
  void itsExampleIsTheOneThatCompilesAndRuns() throws IOException {
    String code = first(QUICKSTART, "(?s)// tag::quickstart\n(.*?) *// end::quickstart");
    assertThat(first(README, "(?s)```java\n(.*?)\n```"))
        .isEqualTo(code.stripTrailing().stripIndent());
  }

  @Test
  void itHasTwoCommandsThatExist() throws IOException {
    List<String> commands =
        Pattern.compile("<!-- command: [^\n]*\n```\n([^\n]*)\n```")
            .matcher(Files.readString(README))
            .results()
            .map(match -> match.group(1))
            .toList();
    assertThat(commands).containsExactly("examples/bin/transcript-vault", "mvn -B -ntp verify");
    assertThat(Path.of("..").resolve(commands.get(0))).isExecutable();
  }

  private static String first(Path file, String regex) throws IOException {
    MatchResult match =
        Pattern.compile(regex)
            .matcher(Files.readString(file))
            .results()
            .findFirst()
            .orElseThrow(() -> new AssertionError(file + " has no " + regex));
    return match.group(1);
  }
}
