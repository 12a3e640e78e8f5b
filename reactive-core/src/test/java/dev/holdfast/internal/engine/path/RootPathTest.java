package dev.holdfast.internal.engine.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.outcome.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the configured path of a root means. */
class RootPathTest {

  @ParameterizedTest
  @CsvSource({
    "/a/b, /a/b",
    "/a/b/, /a/b",
    "/a/b///, /a/b",
    "//a//b, /a/b",
    "/a/./b/., /a/b",
    "/./a, /a",
    "a, /work/dir/a",
    "a/b/, /work/dir/a/b",
    "./a, /work/dir/a",
    "., /work/dir",
    "/, /",
    "///, /",
    "/..., /...",
    "/.a, /.a",
  })
  void isAbsoluteAndClean(String text, String expected) throws Problem {
    assertThat(RootPath.parse(text, "/work/dir")).hasToString(expected);
  }

  @Test
  void startsAtAWorkingDirectoryThatIsTheTop() throws Problem {
    assertThat(RootPath.parse("a", "/")).hasToString("/a");
    assertThat(RootPath.parse(".", "/").isTop()).isTrue();
  }

  @Test
  void keepsEveryCharacter() throws Problem {
    String text = "/\u00e9/e\u0301/ /\ud83d\ude00";
    assertThat(RootPath.parse(text, "/")).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "..", "/a/..", "/../a", "a/../b", "/a\0b", "/\ud800", "/gar\ufffdbled"})
  void isRefusedIfItCannotBeMeant(String text) {
    Problem problem = catchThrowableOfType(Problem.class, () -> RootPath.parse(text, "/"));
    assertThat(problem.code()).isEqualTo(ErrorCode.INVALID_PATH);
  }

  @Test
  void isRefusedIfTheWorkingDirectoryIsGarbled() {
    Problem problem =
        catchThrowableOfType(Problem.class, () -> RootPath.parse("a", "/home/\ufffd"));
    assertThat(problem.code()).isEqualTo(ErrorCode.INVALID_PATH);
    assertThat(problem).hasMessageContaining("LC_ALL");
  }

  @Test
  void doesNotMindAGarbledWorkingDirectoryIfAbsolute() throws Problem {
    assertThat(RootPath.parse("/a", "/home/\ufffd")).hasToString("/a");
  }

  @Test
  void isRefusedWithANameThatIsTooLong() {
    Problem problem =
        catchThrowableOfType(Problem.class, () -> RootPath.parse("/" + "n".repeat(256), "/"));
    assertThat(problem.code()).isEqualTo(ErrorCode.INVALID_PATH);
  }
}
