package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileIdentityTest {
  private static final FileIdentity ONE = new FileIdentity(1, 2, 1, 3, 4, 5, 6L, "aa");

  @Test
  void anIdentityIsTheSameAsItselfAndItsEqual() {
    assertThat(ONE.sameAs(ONE)).isTrue();
    assertThat(ONE.sameAs(new FileIdentity(1, 2, 1, 3, 4, 5, 6L, "aa"))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "9, 2, 1, 3, 4, 5",
    "1, 9, 1, 3, 4, 5",
    "1, 2, 9, 3, 4, 5",
    "1, 2, 1, 9, 4, 5",
    "1, 2, 1, 3, 9, 5",
    "1, 2, 1, 3, 4, 9",
  })
  void everyNumberTellsThemApart(
      long dev, long ino, long nlink, long size, long mtimeNs, long ctimeNs) {
    FileIdentity other = new FileIdentity(dev, ino, nlink, size, mtimeNs, ctimeNs, 6L, "aa");

    assertThat(ONE.sameAs(other)).isFalse();
    assertThat(other.sameAs(ONE)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    // birth and digest of one, of the other, the same?
    "6, aa, 6, aa, true",
    "6, aa, 6, bb, false",
    "6, aa, 7, aa, false",
    "6, aa, 7, bb, false",
    "6, aa, 6,   , true",
    "6, aa,  , aa, true",
    "6, aa,  , bb, false",
    "6, aa, 7,   , false",
    "6, aa,  ,   , true",
    "6,   , 6,   , true",
    "6,   , 7,   , false",
    "6,   ,  , aa, true",
    " , aa,  , aa, true",
    " , aa,  , bb, false",
    " ,   ,  ,   , true",
  })
  void whatMayBeMissingCountsOnlyIfBothHaveIt(
      Long birth, String digest, Long otherBirth, String otherDigest, boolean same) {
    FileIdentity one = new FileIdentity(1, 2, 1, 3, 4, 5, birth, digest);
    FileIdentity other = new FileIdentity(1, 2, 1, 3, 4, 5, otherBirth, otherDigest);

    assertThat(one.sameAs(other)).isEqualTo(same);
    assertThat(other.sameAs(one)).isEqualTo(same);
  }

  @Test
  void bigBirthTimesAreComparedByValue() {
    long birth = 1_700_000_000_123_456_789L;
    FileIdentity one = new FileIdentity(1, 2, 1, 3, 4, 5, birth, null);
    FileIdentity other = new FileIdentity(1, 2, 1, 3, 4, 5, Long.valueOf("" + birth), null);

    assertThat(one.sameAs(other)).isTrue();
  }

  @Test
  void aDigestIsAddedAndNothingElseChanges() {
    FileIdentity without = new FileIdentity(1, 2, 1, 3, 4, 5, 6L, null);

    assertThat(without.withSha256("aa")).isEqualTo(ONE);
    assertThat(without.sha256()).isNull();
  }
}
