package dev.holdfast.internal.engine.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.sys.NamePath;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which paths there are within a store. */
class ManagedPathTest {

  static Stream<String> good() {
    return Stream.of(
        "a",
        "a/b/c",
        "...",
        ".a",
        "a.",
        "a..b",
        ".holdfas",
        ".Holdfast",
        "x.holdfast",
        "a/b.holdfast",
        " ",
        "a b",
        "\\",
        "a\\b",
        "a\nb",
        "~",
        "*",
        "-rf",
        "\u00e9",
        "e\u0301",
        "\ud83d\ude00",
        "\ufffd",
        "n".repeat(255),
        "\u00e9".repeat(127),
        "d/".repeat(500) + "f");
  }

  @ParameterizedTest
  @MethodSource("good")
  void acceptsAndKeepsAsItIs(String text) throws Problem {
    NamePath path = ManagedPath.parse(text);
    assertThat(path).hasToString(text);
    assertThat(path.names()).hasSize(text.split("/").length);
  }

  static Stream<Arguments> bad() {
    return Stream.of(
        Arguments.of("", "empty"),
        Arguments.of("/", "slash"),
        Arguments.of("/a", "slash"),
        Arguments.of("//", "slash"),
        Arguments.of("a/", "empty"),
        Arguments.of("a//b", "empty"),
        Arguments.of("a/b//", "empty"),
        Arguments.of(".", "\".\""),
        Arguments.of("..", "\"..\""),
        Arguments.of("a/./b", "\".\""),
        Arguments.of("a/../b", "\"..\""),
        Arguments.of("../a", "\"..\""),
        Arguments.of(".holdfast", "reserved"),
        Arguments.of(".holdfast/store.json", "reserved"),
        Arguments.of(".holdfastX", "reserved"),
        Arguments.of("a/.holdfast", "reserved"),
        Arguments.of("a/.holdfast/b", "reserved"),
        Arguments.of("\0", "zero"),
        Arguments.of("a/b\0c", "zero"),
        Arguments.of("\ud800", "UTF-8"),
        Arguments.of("a/\udc00b", "UTF-8"),
        Arguments.of("n".repeat(256), "256"),
        Arguments.of("\u00e9".repeat(128), "256"),
        Arguments.of("a/" + "n".repeat(256) + "/b", "256"));
  }

  @ParameterizedTest
  @MethodSource("bad")
  void refusesAndSaysWhy(String text, String reason) {
    Problem problem = catchThrowableOfType(Problem.class, () -> ManagedPath.parse(text));
    assertThat(problem.code()).isEqualTo(ErrorCode.INVALID_PATH);
    assertThat(problem).hasMessageContaining(reason);
    assertThat(problem.failedCall()).isNull();
  }

  @Test
  void takesNothingAsTheRootOnlyForDirectories() throws Problem {
    assertThat(ManagedPath.parseDirectory("").isEmpty()).isTrue();
    assertThat(ManagedPath.parseDirectory("a/b")).isEqualTo(ManagedPath.parse("a/b"));
    for (String bad : new String[] {"/", ".", "a/", ".holdfast"}) {
      Problem problem = catchThrowableOfType(Problem.class, () -> ManagedPath.parseDirectory(bad));
      assertThat(problem.code()).isEqualTo(ErrorCode.INVALID_PATH);
    }
  }

  @Test
  void keepsPathsApartThatOnlyLookAlike() throws Problem {
    assertThat(ManagedPath.parse("\u00e9")).isNotEqualTo(ManagedPath.parse("e\u0301"));
    assertThat(ManagedPath.parse("a")).isNotEqualTo(ManagedPath.parse("A"));
  }
}
