package dev.holdfast.internal.sys;

import static dev.holdfast.internal.sys.Sys.LockMode.EXCLUSIVE;
import static dev.holdfast.internal.sys.Sys.LockMode.SHARED;
import static dev.holdfast.internal.sys.SysAssertions.assertErrno;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.sys.Sys.Access;
import dev.holdfast.internal.sys.Sys.LockMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Locks of one byte that belong to an open file description. */
interface LockContract extends SysFixture {

  private Fd again() throws SysException {
    return open(A, Access.READ_WRITE);
  }

  @Test
  default void anExclusiveLockExcludesEveryOtherDescription() throws SysException {
    Fd first = file(A);
    Fd second = again();
    assertThat(sys().ofdTryLock(first, EXCLUSIVE, 0)).isTrue();
    assertThat(sys().ofdTryLock(second, EXCLUSIVE, 0)).isFalse();
    assertThat(sys().ofdTryLock(second, SHARED, 0)).isFalse();
  }

  @Test
  default void sharedLocksExcludeExclusiveOnesOnly() throws SysException {
    Fd first = file(A);
    Fd second = again();
    assertThat(sys().ofdTryLock(first, SHARED, 0)).isTrue();
    assertThat(sys().ofdTryLock(second, SHARED, 0)).isTrue();
    Fd third = again();
    assertThat(sys().ofdTryLock(third, EXCLUSIVE, 0)).isFalse();
    sys().ofdUnlock(first, 0);
    assertThat(sys().ofdTryLock(third, EXCLUSIVE, 0)).isFalse();
    sys().ofdUnlock(second, 0);
    assertThat(sys().ofdTryLock(third, EXCLUSIVE, 0)).isTrue();
  }

  @Test
  default void aDescriptionNeverConflictsWithItself() throws SysException {
    Fd file = file(A);
    assertThat(sys().ofdTryLock(file, EXCLUSIVE, 0)).isTrue();
    assertThat(sys().ofdTryLock(file, EXCLUSIVE, 0)).isTrue();
    assertThat(sys().ofdTryLock(file, SHARED, 0)).isTrue();
    assertThat(sys().ofdTryLock(file, EXCLUSIVE, 0)).isTrue();
  }

  @Test
  default void oneUnlockFreesTheByteHoweverOftenItWasTaken() throws SysException {
    Fd file = file(A);
    sys().ofdTryLock(file, EXCLUSIVE, 0);
    sys().ofdTryLock(file, EXCLUSIVE, 0);
    sys().ofdUnlock(file, 0);
    assertThat(sys().ofdTryLock(again(), EXCLUSIVE, 0)).isTrue();
  }

  @Test
  default void takingALockInTheOtherModeReplacesIt() throws SysException {
    Fd first = file(A);
    Fd second = again();
    sys().ofdTryLock(first, EXCLUSIVE, 0);
    sys().ofdTryLock(first, SHARED, 0);
    assertThat(sys().ofdTryLock(second, SHARED, 0)).isTrue();
    assertThat(sys().ofdTryLock(first, EXCLUSIVE, 0)).isFalse();
    sys().ofdUnlock(second, 0);
    assertThat(sys().ofdQuery(second, EXCLUSIVE, 0)).isTrue();
    assertThat(sys().ofdTryLock(first, EXCLUSIVE, 0)).isTrue();
  }

  @Test
  default void bytesAreIndependent() throws SysException {
    Fd first = file(A);
    Fd second = again();
    assertThat(sys().ofdTryLock(first, EXCLUSIVE, 7)).isTrue();
    assertThat(sys().ofdTryLock(second, EXCLUSIVE, 6)).isTrue();
    assertThat(sys().ofdTryLock(second, EXCLUSIVE, 8)).isTrue();
    assertThat(sys().ofdTryLock(second, EXCLUSIVE, 7)).isFalse();
    sys().ofdUnlock(first, 6);
    sys().ofdUnlock(first, 8);
    assertThat(sys().ofdTryLock(again(), EXCLUSIVE, 6)).isFalse();
    assertThat(sys().ofdTryLock(again(), EXCLUSIVE, 8)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 1L << 31, 1L << 32, (1L << 62) + 5})
  default void aByteNeedNotExist(long offset) throws SysException {
    Fd file = file(A);
    assertThat(sys().ofdTryLock(file, EXCLUSIVE, offset)).isTrue();
    assertThat(sys().ofdTryLock(again(), EXCLUSIVE, offset)).isFalse();
    assertThat(sys().ofdTryLock(again(), EXCLUSIVE, offset + 1)).isTrue();
    assertThat(sys().stat(file).size()).isZero();
  }

  @Test
  default void unlockingWhatIsNotHeldDoesNothing() throws SysException {
    Fd first = file(A);
    Fd second = again();
    sys().ofdTryLock(first, EXCLUSIVE, 0);
    sys().ofdUnlock(second, 0);
    assertThat(sys().ofdTryLock(second, EXCLUSIVE, 0)).isFalse();
  }

  @Test
  default void closingFreesTheLocksOfThatDescriptionOnly() throws SysException {
    Fd first = file(A);
    Fd second = again();
    sys().ofdTryLock(first, EXCLUSIVE, 0);
    sys().ofdTryLock(second, EXCLUSIVE, 1);
    again().close();
    second.close();
    Fd third = again();
    assertThat(sys().ofdTryLock(third, EXCLUSIVE, 0)).isFalse();
    assertThat(sys().ofdTryLock(third, EXCLUSIVE, 1)).isTrue();
    first.close();
    assertThat(sys().ofdTryLock(third, EXCLUSIVE, 0)).isTrue();
  }

  @Test
  default void sharedLocksNeedReadingOnly() throws SysException {
    file(A);
    Fd reader = open(A, Access.READ);
    assertThat(sys().ofdTryLock(reader, SHARED, 0)).isTrue();
    assertThat(sys().ofdTryLock(again(), EXCLUSIVE, 0)).isFalse();
  }

  @Test
  default void exclusiveLocksNeedWriting() throws SysException {
    file(A);
    Fd reader = open(A, Access.READ);
    assertErrno(Errno.EBADF, () -> sys().ofdTryLock(reader, EXCLUSIVE, 0));
    assertThat(sys().ofdTryLock(again(), EXCLUSIVE, 0)).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  default void queryTakesNothing(LockMode mode) throws SysException {
    Fd first = file(A);
    Fd second = again();
    assertThat(sys().ofdQuery(first, mode, 0)).isFalse();
    assertThat(sys().ofdTryLock(second, EXCLUSIVE, 0)).isTrue();
  }

  @Test
  default void queryTellsWhetherSomebodyElseIsInTheWay() throws SysException {
    Fd first = file(A);
    Fd second = again();
    sys().ofdTryLock(first, SHARED, 0);
    assertThat(sys().ofdQuery(second, EXCLUSIVE, 0)).isTrue();
    assertThat(sys().ofdQuery(second, SHARED, 0)).isFalse();
    assertThat(sys().ofdQuery(first, EXCLUSIVE, 0)).isFalse();
    sys().ofdTryLock(first, EXCLUSIVE, 0);
    assertThat(sys().ofdQuery(second, SHARED, 0)).isTrue();
    assertThat(sys().ofdQuery(second, SHARED, 1)).isFalse();
    assertThat(sys().ofdQuery(first, SHARED, 0)).isFalse();
    sys().ofdUnlock(first, 0);
    assertThat(sys().ofdQuery(second, EXCLUSIVE, 0)).isFalse();
  }

  @Test
  default void aLockFollowsTheFileAndNotTheName() throws SysException {
    Fd first = file(A);
    sys().ofdTryLock(first, EXCLUSIVE, 0);
    sys().renameNoReplace(dir(), A, dir(), B);
    assertThat(sys().ofdTryLock(open(B, Access.READ_WRITE), EXCLUSIVE, 0)).isFalse();
    assertThat(sys().ofdTryLock(file(A), EXCLUSIVE, 0)).isTrue();
  }

  /** What is locked before it has a name is never found unlocked under it. */
  @Test
  default void aLockOutlivesTheLinkThatNamesTheFile() throws SysException {
    Fd tmp = unnamed();
    assertThat(sys().ofdTryLock(tmp, EXCLUSIVE, 0)).isTrue();
    sys().link(tmp, dir(), A);
    assertThat(sys().ofdTryLock(again(), EXCLUSIVE, 0)).isFalse();
    sys().unlink(dir(), A);
    assertThat(sys().ofdTryLock(file(A), EXCLUSIVE, 0)).isTrue();
  }
}
