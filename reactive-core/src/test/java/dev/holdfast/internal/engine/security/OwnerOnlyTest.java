package dev.holdfast.internal.engine.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.AclEvidence;
import dev.holdfast.ErrorCode;
import dev.holdfast.SecurityEnvelope;
import dev.holdfast.SecurityEnvelope.AclState;
import dev.holdfast.SecurityEnvelope.Clear;
import dev.holdfast.SecurityEnvelope.Query;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.Sys.Acl;
import dev.holdfast.internal.sys.Sys.AclPresence;
import dev.holdfast.internal.sys.SysException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The owner-only rule against every answer that a kernel can give. */
class OwnerOnlyTest {
  private final FakeObject object = new FakeObject();
  private final OwnerOnly rule = new OwnerOnly(object);

  private static void refused(ErrorCode code, ThrowingCallable call) {
    Problem problem = catchThrowableOfType(Problem.class, call);
    assertThat(problem).isNotNull();
    assertThat(problem.code()).isEqualTo(code);
    assertThat(problem.acl() != null)
        .as("evidence of an ACL comes with the codes about ACLs")
        .isEqualTo(AclEvidence.belongsTo(code));
  }

  private void verifyRefuses(ErrorCode code, FileType type) {
    refused(code, () -> rule.verify(FakeObject.FD, type));
    assertThat(object.changes).as("verify changes nothing").isEmpty();
  }

  private void directory(int mode) {
    object.type = FileType.DIRECTORY;
    object.mode = mode;
  }

  // ---- attributes ----

  @Test
  void acceptsAPrivateFileAndDirectory() throws Exception {
    assertThat(rule.verify(FakeObject.FD, FileType.REGULAR).stat().ino()).isEqualTo(2);
    directory(0700);
    assertThat(rule.verify(FakeObject.FD, FileType.DIRECTORY).stat().mode()).isEqualTo(0700);
  }

  @ParameterizedTest
  @ValueSource(
      ints = {0, 0400, 0601, 0602, 0604, 0610, 0620, 0640, 0660, 0700, 01600, 02600, 04600})
  void refusesEveryOtherModeOfAFile(int mode) {
    object.mode = mode;
    verifyRefuses(ErrorCode.MODE_MISMATCH, FileType.REGULAR);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 0500, 0600, 0701, 0710, 0750, 0755, 0777, 01700, 02700, 04700})
  void refusesEveryOtherModeOfADirectory(int mode) {
    directory(mode);
    verifyRefuses(ErrorCode.MODE_MISMATCH, FileType.DIRECTORY);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REGULAR")
  void refusesEveryOtherTypeWhereAFileIsExpected(FileType type) {
    object.type = type;
    verifyRefuses(
        type == FileType.SYMLINK ? ErrorCode.REPARSE_POINT : ErrorCode.NOT_REGULAR_FILE,
        FileType.REGULAR);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DIRECTORY")
  void refusesEveryOtherTypeWhereADirectoryIsExpected(FileType type) {
    object.type = type;
    object.mode = 0700;
    verifyRefuses(
        type == FileType.SYMLINK ? ErrorCode.REPARSE_POINT : ErrorCode.NOT_DIRECTORY,
        FileType.DIRECTORY);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, FakeObject.US + 1, -1})
  void refusesAnotherOwner(int uid) {
    object.uid = uid;
    verifyRefuses(ErrorCode.OWNER_MISMATCH, FileType.REGULAR);
    refused(ErrorCode.OWNER_MISMATCH, () -> rule.apply(FakeObject.FD, FileType.REGULAR));
    refused(
        ErrorCode.UNSUPPORTED_FILESYSTEM, () -> rule.secureFresh(FakeObject.FD, FileType.REGULAR));
    assertThat(object.changes).as("what is not ours is not changed").isEmpty();
  }

  // ---- ACLs ----

  @ParameterizedTest
  @CsvSource({
    "ACCESS, PRESENT, ACL_PRESENT",
    "DEFAULT, PRESENT, ACL_PRESENT",
    "ACCESS, MALFORMED, ACL_MALFORMED",
    "DEFAULT, MALFORMED, ACL_MALFORMED",
  })
  void refusesAnAclOfADirectory(Acl acl, AclPresence presence, ErrorCode code) {
    directory(0700);
    object.acls.put(acl, presence);
    verifyRefuses(code, FileType.DIRECTORY);
  }

  @Test
  void refusesAnAclOfAFile() {
    object.acls.put(Acl.ACCESS, AclPresence.PRESENT);
    verifyRefuses(ErrorCode.ACL_PRESENT, FileType.REGULAR);
  }

  @Test
  void takesAFileSystemWithoutAclsAsClean() throws Exception {
    object.acls.put(Acl.ACCESS, AclPresence.UNSUPPORTED);
    object.acls.put(Acl.DEFAULT, AclPresence.UNSUPPORTED);
    rule.verify(FakeObject.FD, FileType.REGULAR);
    directory(0700);
    rule.verify(FakeObject.FD, FileType.DIRECTORY);
    rule.secureFresh(FakeObject.FD, FileType.DIRECTORY);
    assertThat(object.changes).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "EACCES, ACL_DENIED",
    "EPERM, ACL_DENIED",
    "EIO, ACL_IO_ERROR",
    "ENOMEM, ACL_UNKNOWN",
    "EINVAL, ACL_UNKNOWN",
    "EINTR, ACL_UNKNOWN",
    "ESTALE, ACL_UNKNOWN",
    "OTHER, ACL_UNKNOWN",
  })
  void failsClosedIfAnAclCannotBeSeen(Errno errno, ErrorCode code) {
    object.failing.put("aclQuery", errno);
    verifyRefuses(code, FileType.REGULAR);
    refused(code, () -> rule.secureFresh(FakeObject.FD, FileType.REGULAR));
    object.failing.clear();
    directory(0700);
    object.failing.put("aclQuery DEFAULT", errno);
    verifyRefuses(code, FileType.DIRECTORY);
  }

  @ParameterizedTest
  @CsvSource({"EACCES, ACL_DENIED", "EPERM, ACL_DENIED", "EIO, ACL_IO_ERROR", "EROFS, ACL_UNKNOWN"})
  void failsClosedIfAnAclCannotBeRemoved(Errno errno, ErrorCode code) {
    object.acls.put(Acl.ACCESS, AclPresence.PRESENT);
    object.failing.put("aclClear", errno);
    refused(code, () -> rule.secureFresh(FakeObject.FD, FileType.REGULAR));
  }

  // ---- fresh objects ----

  @Test
  void leavesAFreshObjectThatIsRightAlone() throws Exception {
    rule.secureFresh(FakeObject.FD, FileType.REGULAR);
    assertThat(object.changes).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0400, 0644, 0666, 02600})
  void correctsTheModeOfAFreshFile(int mode) throws Exception {
    object.mode = mode;
    assertThat(rule.secureFresh(FakeObject.FD, FileType.REGULAR).mode()).isEqualTo(0600);
  }

  @Test
  void correctsAFreshDirectoryInOrder() throws Exception {
    directory(02755);
    object.acls.put(Acl.ACCESS, AclPresence.PRESENT);
    object.acls.put(Acl.DEFAULT, AclPresence.PRESENT);
    assertThat(rule.secureFresh(FakeObject.FD, FileType.DIRECTORY).mode()).isEqualTo(0700);
    assertThat(object.changes)
        .containsExactly("chmod 700", "clear ACCESS", "clear DEFAULT", "chmod 700");
    assertThat(object.acls).isEmpty();
  }

  @Test
  void removesAMalformedAclFromAFreshObject() throws Exception {
    object.acls.put(Acl.ACCESS, AclPresence.MALFORMED);
    rule.secureFresh(FakeObject.FD, FileType.REGULAR);
    assertThat(object.acls).isEmpty();
  }

  @Test
  void doesNotBelieveThatAModeWasSet() {
    object.mode = 0644;
    object.keepsMode = true;
    Problem problem =
        catchThrowableOfType(
            Problem.class, () -> rule.secureFresh(FakeObject.FD, FileType.REGULAR));
    assertThat(problem.code()).isEqualTo(ErrorCode.UNSUPPORTED_FILESYSTEM);
    assertThat(problem)
        .as("what was asked, what stuck, and where")
        .hasMessageContainingAll("0600", "0644", "vfat");
    refused(ErrorCode.UNSUPPORTED_FILESYSTEM, () -> rule.apply(FakeObject.FD, FileType.REGULAR));
  }

  @Test
  void noticesThatModesAreNotKeptAlthoughTheyLookRight() throws Exception {
    rule.probeModes(FakeObject.FD);
    object.mode = 0600;
    object.keepsMode = true;
    refused(ErrorCode.UNSUPPORTED_FILESYSTEM, () -> rule.probeModes(FakeObject.FD));
  }

  @Test
  void tellsWhatTheUidOfUnmappedUsersMeans() {
    object.uid = 65_534;
    object.unmapped = 65_534;
    Problem problem =
        catchThrowableOfType(Problem.class, () -> rule.verify(FakeObject.FD, FileType.REGULAR));
    assertThat(problem.code()).isEqualTo(ErrorCode.OWNER_MISMATCH);
    assertThat(problem).hasMessageContainingAll("uid 1000", "uid 65534", "does not map");
  }

  @Test
  void doesNotTakeAnUnmappedUserForItself() {
    object.unmapped = FakeObject.US;
    OwnerOnly unmapped = new OwnerOnly(object);
    refused(ErrorCode.OWNER_MISMATCH, () -> unmapped.verify(FakeObject.FD, FileType.REGULAR));
  }

  // ---- evidence ----

  @Test
  void tellsWhatTheKernelSaidAboutBothAcls() throws Exception {
    directory(0755);
    object.acls.put(Acl.ACCESS, AclPresence.PRESENT);
    assertThat(rule.apply(FakeObject.FD, FileType.DIRECTORY).evidence())
        .isEqualTo(
            new SecurityEnvelope.Success(
                SecurityEnvelope.Kind.DIRECTORY,
                SecurityEnvelope.Protocol.APPLY,
                new AclState(Clear.CLEARED, Query.ABSENT),
                new AclState(Clear.ALREADY_ABSENT, Query.ABSENT)));
    assertThat(rule.verify(FakeObject.FD, FileType.DIRECTORY).evidence())
        .isEqualTo(
            new SecurityEnvelope.Success(
                SecurityEnvelope.Kind.DIRECTORY,
                SecurityEnvelope.Protocol.VERIFY,
                new AclState(Clear.NOT_RUN, Query.ABSENT),
                new AclState(Clear.NOT_RUN, Query.ABSENT)));
  }

  @Test
  void tellsThatAFileSystemKeepsNoAcls() throws Exception {
    object.acls.put(Acl.ACCESS, AclPresence.UNSUPPORTED);
    object.clearing = Sys.AclClearing.UNSUPPORTED;
    assertThat(rule.apply(FakeObject.FD, FileType.REGULAR).evidence())
        .isEqualTo(
            new SecurityEnvelope.Success(
                SecurityEnvelope.Kind.FILE,
                SecurityEnvelope.Protocol.APPLY,
                new AclState(Clear.UNSUPPORTED, Query.UNSUPPORTED),
                null));
  }

  @Test
  void doesNotBelieveThatAnAclWasRemoved() {
    object.acls.put(Acl.ACCESS, AclPresence.PRESENT);
    object.keepsAcls = true;
    refused(ErrorCode.ACL_PRESENT, () -> rule.secureFresh(FakeObject.FD, FileType.REGULAR));
  }

  @Test
  void refusesAFreshObjectOfAnotherTypeUntouched() {
    object.type = FileType.SYMLINK;
    refused(ErrorCode.REPARSE_POINT, () -> rule.secureFresh(FakeObject.FD, FileType.REGULAR));
    assertThat(object.changes).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"stat", "chmod"})
  void passesOnWhatTheKernelCannotDo(String call) {
    object.mode = 0644;
    object.failing.put(call, Errno.EIO);
    SysException failure =
        catchThrowableOfType(
            SysException.class, () -> rule.secureFresh(FakeObject.FD, FileType.REGULAR));
    assertThat(failure.call()).isEqualTo(call);
  }

  @Test
  void namesExpectedAndFound() {
    object.mode = 0644;
    Problem problem =
        catchThrowableOfType(Problem.class, () -> rule.verify(FakeObject.FD, FileType.REGULAR));
    assertThat(problem).hasMessageContaining("0600").hasMessageContaining("0644");
  }
}
