package dev.holdfast.internal.engine.outcome;

import dev.holdfast.AclEvidence;
import dev.holdfast.ErrorCode;
import dev.holdfast.RequestException;
import dev.holdfast.internal.sys.SysException;
import org.jspecify.annotations.Nullable;

/**
 * Why a step of an operation cannot go on. The parts of the engine throw it; the operation, which
 * knows its name, its path and how far it came, turns it into the exception that the caller sees.
 */
public final class Problem extends Exception {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final @Nullable AclEvidence acl;

  /**
   * A problem that was found by looking.
   *
   * @param code what it is
   * @param text what was expected and what was found
   */
  public Problem(ErrorCode code, String text) {
    this(code, text, null);
  }

  /**
   * A problem with a failed call behind it.
   *
   * @param code what it is
   * @param text what was expected and what was found
   * @param cause the failed call, or null
   */
  public Problem(ErrorCode code, String text, @Nullable SysException cause) {
    this(text, cause, code, null);
  }

  private Problem(
      String text, @Nullable Throwable cause, ErrorCode code, @Nullable AclEvidence acl) {
    super(text, cause, false, false);
    this.code = code;
    this.acl = acl;
  }

  /**
   * A problem with an ACL.
   *
   * @param code one of the ACL codes
   * @param text what was expected and what was found
   * @param acl which ACL, and what was asked about it
   * @param cause the failed call, or null
   * @return the problem
   */
  public static Problem ofAcl(
      ErrorCode code, String text, AclEvidence acl, @Nullable SysException cause) {
    return new Problem(text, cause, code, acl);
  }

  /**
   * A problem that foreign code told.
   *
   * @param code what it is
   * @param text what was expected and what was found
   * @param cause what was thrown
   * @return the problem
   */
  static Problem causedBy(ErrorCode code, String text, Throwable cause) {
    return new Problem(text, cause, code, null);
  }

  /**
   * A failed call that has no special meaning where it was made.
   *
   * @param e the failed call
   * @return the problem
   */
  public static Problem of(SysException e) {
    return new Problem(codeOf(e), e.describe(), e);
  }

  private static ErrorCode codeOf(SysException e) {
    return switch (e.errno()) {
      case ENOENT -> ErrorCode.NOT_FOUND;
      case ENOTDIR -> ErrorCode.NOT_DIRECTORY;
      case ELOOP -> ErrorCode.REPARSE_POINT;
      case EISDIR, ENXIO -> ErrorCode.NOT_REGULAR_FILE; // a directory, a socket
      case EXDEV, EBUSY -> ErrorCode.MOUNT; // a name is only busy if something is mounted on it
      case EACCES, EPERM -> ErrorCode.PERMISSION_DENIED;
      case ENAMETOOLONG -> ErrorCode.INVALID_PATH;
      case ENOSPC -> ErrorCode.NO_SPACE;
      case EDQUOT -> ErrorCode.QUOTA_EXCEEDED;
      case EROFS -> ErrorCode.READ_ONLY_FILESYSTEM;
      case EFBIG -> ErrorCode.FILE_SIZE_LIMIT;
      case EMFILE, ENFILE -> ErrorCode.NO_DESCRIPTORS;
      default -> ErrorCode.IO_ERROR;
    };
  }

  /**
   * The same problem, said of an object that is not the one at the operation's path.
   *
   * @param subject which object
   * @return the problem with a text that begins with the object
   */
  public Problem with(String subject) {
    return new Problem(subject + ": " + getMessage(), getCause(), code, acl);
  }

  /**
   * What it is.
   *
   * @return the code
   */
  public ErrorCode code() {
    return code;
  }

  /**
   * What an ACL code is about.
   *
   * @return the evidence, or null if the code is none about ACLs
   */
  public @Nullable AclEvidence acl() {
    return acl;
  }

  /**
   * The failed call behind it.
   *
   * @return the call, or null if there is none
   */
  public @Nullable SysException failedCall() {
    return getCause() instanceof SysException call ? call : null;
  }

  /**
   * The system's error number.
   *
   * @return the number, or null if there is none
   */
  public @Nullable Integer errno() {
    SysException call = failedCall();
    return call == null ? null : call.number();
  }

  /**
   * The failure of an operation that changes nothing.
   *
   * @param operation what was asked for
   * @param path the path within the store, or null
   * @return the exception for the caller
   */
  public RequestException asRequest(String operation, @Nullable String path) {
    return new RequestException(code, message(operation, path), path, errno(), getCause());
  }

  /**
   * The text for people: what was tried, what was found, what to do.
   *
   * @param operation what was asked for
   * @param path the path within the store, or null
   * @return the message
   */
  String message(String operation, @Nullable String path) {
    String subject = path == null ? operation : operation + " '" + path + "'";
    return subject + ": " + getMessage() + ". " + code.remedy();
  }
}
