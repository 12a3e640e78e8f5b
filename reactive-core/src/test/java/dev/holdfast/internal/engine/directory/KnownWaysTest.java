package dev.holdfast.internal.engine.directory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import org.junit.jupiter.api.Test;

/** Which directories are known to be there to stay. */
class KnownWaysTest {
  private static final NamePath A = NamePath.of(Name.of("a"));
  private static final NamePath B = NamePath.of(Name.of("b"));

  private final KnownWays names = new KnownWays();

  private static Stat directory(long dev, long ino, Long birth) {
    return new Stat(dev, ino, 1, FileType.DIRECTORY, 0700, 2, 0, 0, 0, 0, birth);
  }

  @Test
  void knowNothingAtFirst() {
    assertThat(names.contains(A, directory(1, 2, 3L))).isFalse();
  }

  @Test
  void knowWhatWasAdded() {
    names.add(A, directory(1, 2, 3L));
    assertThat(names.contains(A, directory(1, 2, 3L))).isTrue();
  }

  @Test
  void knowADirectoryWhateverElseChanged() {
    names.add(A, directory(1, 2, 3L));
    Stat changed = new Stat(1, 2, 9, FileType.DIRECTORY, 0755, 7, 5, 4096, 8, 8, 3L);
    assertThat(names.contains(A, changed)).isTrue();
  }

  @Test
  void doNotTakeAnotherDirectoryForIt() {
    names.add(A, directory(1, 2, 3L));
    assertThat(names.contains(A, directory(1, 9, 3L))).isFalse();
    assertThat(names.contains(A, directory(9, 2, 3L))).isFalse();
    assertThat(names.contains(A, directory(1, 2, 9L))).as("its inode again").isFalse();
  }

  @Test
  void doNotTakeAnotherNameOfItForIt() {
    names.add(A, directory(1, 2, 3L));
    assertThat(names.contains(B, directory(1, 2, 3L))).isFalse();
  }

  @Test
  void knowOnlyTheLatestOfOneName() {
    names.add(A, directory(1, 2, 3L));
    names.add(A, directory(1, 4, 5L));
    assertThat(names.contains(A, directory(1, 2, 3L))).isFalse();
    assertThat(names.contains(A, directory(1, 4, 5L))).isTrue();
  }

  @Test
  void rememberNothingWithoutBirthTimes() {
    names.add(A, directory(1, 2, null));
    assertThat(names.contains(A, directory(1, 2, null))).isFalse();
    assertThat(names.contains(A, directory(1, 2, 0L))).isFalse();
  }

  @Test
  void forgetTheLongestUnusedAboveTheirCapacity() {
    names.add(A, directory(1, 2, 3L));
    names.add(B, directory(1, 2, 3L));
    for (int i = 0; i < 4095; i++) {
      assertThat(names.contains(A, directory(1, 2, 3L))).isTrue();
      names.add(NamePath.of(Name.of("n" + i)), directory(1, 10 + i, 3L));
    }
    assertThat(names.contains(A, directory(1, 2, 3L))).as("used again and again").isTrue();
    assertThat(names.contains(B, directory(1, 2, 3L))).as("not used since").isFalse();
  }
}
