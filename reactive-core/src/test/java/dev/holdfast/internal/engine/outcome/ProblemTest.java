package dev.holdfast.internal.engine.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.AclEvidence;
import dev.holdfast.ErrorCode;
import dev.holdfast.RequestException;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.SysException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** How a failed call becomes a code and a text. */
class ProblemTest {

  @ParameterizedTest
  @CsvSource({
    "ENOENT, NOT_FOUND",
    "ENOTDIR, NOT_DIRECTORY",
    "ELOOP, REPARSE_POINT",
    "EXDEV, MOUNT",
    "EBUSY, MOUNT",
    "EISDIR, NOT_REGULAR_FILE",
    "ENXIO, NOT_REGULAR_FILE",
    "EACCES, PERMISSION_DENIED",
    "EPERM, PERMISSION_DENIED",
    "ENAMETOOLONG, INVALID_PATH",
    "ENOSPC, NO_SPACE",
    "EDQUOT, QUOTA_EXCEEDED",
    "EROFS, READ_ONLY_FILESYSTEM",
    "EFBIG, FILE_SIZE_LIMIT",
    "EMFILE, NO_DESCRIPTORS",
    "ENFILE, NO_DESCRIPTORS",
    "EIO, IO_ERROR",
    "ENOMEM, IO_ERROR",
    "EINTR, IO_ERROR",
    "ESTALE, IO_ERROR",
    "ETIMEDOUT, IO_ERROR",
    "OTHER, IO_ERROR",
  })
  void hasTheCodeOfItsErrno(Errno errno, ErrorCode code) {
    assertThat(Problem.of(new SysException(errno, 77, "call")).code()).isEqualTo(code);
  }

  @ParameterizedTest
  @EnumSource
  void keepsTheFailedCall(Errno errno) {
    SysException call = new SysException(errno, 77, "fsync");
    RequestException failure = Problem.of(call).asRequest("read", "a/b");
    assertThat(failure).hasCause(call);
    assertThat(failure.errno()).hasValue(77);
    assertThat(failure.path()).hasValue("a/b");
    assertThat(failure).hasMessageContaining("read 'a/b'").hasMessageContaining("fsync");
  }

  @Test
  void keepsTheEvidenceOfAnAcl() {
    AclEvidence evidence =
        new AclEvidence(AclEvidence.Operation.CLEAR, AclEvidence.Attribute.DEFAULT);
    Problem problem = Problem.ofAcl(ErrorCode.ACL_DENIED, "refused", evidence, null);
    assertThat(problem.with("the root").acl()).isEqualTo(evidence);
    assertThat(new Problem(ErrorCode.NOT_FOUND, "nothing").acl()).isNull();
  }

  @Test
  void saysWhatToDo() {
    RequestException failure = new Problem(ErrorCode.TOO_LARGE, "too much").asRequest("read", "a");
    assertThat(failure).hasMessage("read 'a': too much. " + ErrorCode.TOO_LARGE.remedy());
    assertThat(failure.outcome()).isEmpty();
  }

  @Test
  void keepsCodeAndCauseUnderASubject() {
    SysException call = new SysException(Errno.EIO, 5, "statx");
    Problem problem = Problem.of(call).with("the root");
    assertThat(problem.code()).isEqualTo(ErrorCode.IO_ERROR);
    assertThat(problem.failedCall()).isSameAs(call);
    assertThat(problem).hasMessageStartingWith("the root: ");
  }

  @Test
  void manageWithoutAPath() {
    assertThat(new Problem(ErrorCode.CLOSED, "closed").asRequest("close", null))
        .hasMessageStartingWith("close: closed.");
  }
}
