package dev.holdfast.internal.engine.security;

import dev.holdfast.AclEvidence;
import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.sys.DirStream;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.Sys.Acl;
import dev.holdfast.internal.sys.Sys.AclPresence;
import dev.holdfast.internal.sys.SysException;
import java.util.List;

/**
 * The owner-only rule: the right type, our user, exactly 0600 or 0700 of 07777, no ACL.
 *
 * <p>A look at the attributes alone ({@link #check}) already proves that nobody else has access:
 * the group bits of an object with an ACL are the ACL's mask, and no entry but the owner's grants
 * more than the mask (acl(5)). Looking for the ACL itself ({@link #verify}) additionally finds
 * entries that a later chmod would awaken.
 */
public final class OwnerOnly {
  private final Sys sys;
  private final int uid;

  /**
   * The rule on one port, for the user that the process runs as now.
   *
   * @param sys the port
   */
  public OwnerOnly(Sys sys) {
    this.sys = sys;
    this.uid = sys.effectiveUid();
  }

  /**
   * Makes an object of ours owner-only that was created just now, whatever umask, set-group-id
   * directory or default ACL it was born under.
   *
   * @param fd the fresh object
   * @param type what it is
   * @return its attributes afterwards
   * @throws Problem if it cannot be made so, or is not so afterwards
   * @throws SysException if the kernel cannot tell
   */
  public Stat secureFresh(Fd fd, FileType type) throws Problem, SysException {
    Stat stat = sys.stat(fd);
    checkTypeAndOwner(stat, type);
    if (stat.mode() == mode(type) && isFreeOfAcls(fd, type)) {
      return stat;
    }
    // Narrow first, then drop the ACLs, whose mask stays behind as group bits, then narrow again.
    sys.chmod(fd, mode(type));
    for (Acl acl : acls(type)) {
      clear(fd, acl);
    }
    sys.chmod(fd, mode(type));
    return verify(fd, type);
  }

  /**
   * Verifies an object completely.
   *
   * @param fd the object
   * @param type what it has to be
   * @return its attributes
   * @throws Problem if it is not owner-only
   * @throws SysException if the kernel cannot tell
   */
  public Stat verify(Fd fd, FileType type) throws Problem, SysException {
    Stat stat = sys.stat(fd);
    check(stat, type);
    for (Acl acl : acls(type)) {
      verifyAbsent(fd, acl);
    }
    return stat;
  }

  /**
   * Verifies that an object does not carry an ACL.
   *
   * @param fd the object
   * @param acl which one
   * @throws Problem with {@link Problem#acl} if it does, or the kernel cannot tell
   */
  public void verifyAbsent(Fd fd, Acl acl) throws Problem {
    AclPresence found = query(fd, acl);
    if (found == AclPresence.PRESENT) {
      throw Problem.ofAcl(
          ErrorCode.ACL_PRESENT,
          "expected no ACL, found " + describe(acl),
          evidence(AclEvidence.Operation.QUERY, acl),
          null);
    }
    if (found == AclPresence.MALFORMED) {
      throw Problem.ofAcl(
          ErrorCode.ACL_MALFORMED,
          "expected no ACL, found an empty one: " + describe(acl),
          evidence(AclEvidence.Operation.QUERY, acl),
          null);
    }
  }

  /**
   * Verifies an object by its attributes: enough to know that nobody else has access now.
   *
   * @param stat the attributes
   * @param type what it has to be
   * @throws Problem if it is not owner-only
   */
  public void check(Stat stat, FileType type) throws Problem {
    checkTypeAndOwner(stat, type);
    if (stat.mode() != mode(type)) {
      throw new Problem(
          ErrorCode.MODE_MISMATCH,
          String.format("expected mode %04o, found %04o", mode(type), stat.mode()));
    }
  }

  /**
   * Verifies a directory that was found, by its attributes; one that its maker did not live, or has
   * not come, to secure is secured.
   *
   * @param fd the directory
   * @param stat its attributes
   * @return its attributes, after securing if that was needed
   * @throws Problem if it is not owner-only
   * @throws SysException if the kernel cannot tell
   */
  public Stat checkOrFinish(Fd fd, Stat stat) throws Problem, SysException {
    try {
      check(stat, FileType.DIRECTORY);
      return stat;
    } catch (Problem e) {
      return finish(fd, stat, e);
    }
  }

  /**
   * Verifies a directory that was found, completely; otherwise as {@link #checkOrFinish}.
   *
   * @param fd the directory
   * @return its attributes, after securing if that was needed
   * @throws Problem if it is not owner-only
   * @throws SysException if the kernel cannot tell
   */
  public Stat verifyOrFinish(Fd fd) throws Problem, SysException {
    try {
      return verify(fd, FileType.DIRECTORY);
    } catch (Problem e) {
      return finish(fd, sys.stat(fd), e);
    }
  }

  /**
   * A directory of ours that is empty, and that nobody else has access to, is as good as fresh: it
   * was born under a set-group-id or default-ACL parent, and whoever made it died before securing
   * it or is about to.
   */
  private Stat finish(Fd fd, Stat stat, Problem problem) throws Problem, SysException {
    boolean finishable =
        switch (problem.code()) {
          case MODE_MISMATCH, ACL_PRESENT, ACL_MALFORMED -> (stat.mode() & 077) == 0;
          default -> false;
        };
    if (!finishable || !isEmpty(fd)) {
      throw problem;
    }
    return secureFresh(fd, FileType.DIRECTORY);
  }

  private boolean isEmpty(Fd dir) throws SysException {
    try (DirStream listing = sys.list(dir)) {
      return listing.next().isEmpty();
    }
  }

  /**
   * The user that everything has to belong to.
   *
   * @return the uid
   */
  public int uid() {
    return uid;
  }

  /**
   * Whether this object's file system keeps ACLs.
   *
   * @param fd the object
   * @return false if there are none to look for
   * @throws Problem if the kernel cannot tell
   */
  public boolean keepsAcls(Fd fd) throws Problem {
    return query(fd, Acl.ACCESS) != AclPresence.UNSUPPORTED;
  }

  private void checkTypeAndOwner(Stat stat, FileType type) throws Problem {
    if (stat.type() != type) {
      throw new Problem(
          stat.type() == FileType.SYMLINK
              ? ErrorCode.REPARSE_POINT
              : type == FileType.DIRECTORY ? ErrorCode.NOT_DIRECTORY : ErrorCode.NOT_REGULAR_FILE,
          "expected " + type.describe() + ", found " + stat.type().describe());
    }
    if (stat.uid() != uid) {
      throw new Problem(
          ErrorCode.OWNER_MISMATCH, "expected owner uid " + uid + ", found uid " + stat.uid());
    }
  }

  private boolean isFreeOfAcls(Fd fd, FileType type) throws Problem {
    for (Acl acl : acls(type)) {
      AclPresence found = query(fd, acl);
      if (found == AclPresence.PRESENT || found == AclPresence.MALFORMED) {
        return false;
      }
    }
    return true;
  }

  private AclPresence query(Fd fd, Acl acl) throws Problem {
    try {
      return sys.aclQuery(fd, acl);
    } catch (SysException e) {
      throw aclProblem(AclEvidence.Operation.QUERY, acl, e);
    }
  }

  private void clear(Fd fd, Acl acl) throws Problem {
    try {
      sys.aclClear(fd, acl);
    } catch (SysException e) {
      throw aclProblem(AclEvidence.Operation.CLEAR, acl, e);
    }
  }

  private static Problem aclProblem(AclEvidence.Operation operation, Acl acl, SysException e) {
    ErrorCode code =
        switch (e.errno()) {
          case EACCES, EPERM -> ErrorCode.ACL_DENIED;
          case EIO -> ErrorCode.ACL_IO_ERROR;
          default -> ErrorCode.ACL_UNKNOWN;
        };
    String what = operation == AclEvidence.Operation.QUERY ? "looking for " : "removing ";
    return Problem.ofAcl(
        code, what + describe(acl) + " failed: " + e.describe(), evidence(operation, acl), e);
  }

  private static AclEvidence evidence(AclEvidence.Operation operation, Acl acl) {
    return new AclEvidence(
        operation,
        acl == Acl.ACCESS ? AclEvidence.Attribute.ACCESS : AclEvidence.Attribute.DEFAULT);
  }

  private static String describe(Acl acl) {
    return acl == Acl.ACCESS ? "an access ACL" : "a default ACL";
  }

  /**
   * The ACLs that an object can carry.
   *
   * @param type what it is
   * @return one for a file, two for a directory
   */
  public static List<Acl> acls(FileType type) {
    return type == FileType.DIRECTORY ? List.of(Acl.ACCESS, Acl.DEFAULT) : List.of(Acl.ACCESS);
  }

  /**
   * The mode that an object has to have.
   *
   * @param type what it is
   * @return 0700 for a directory, otherwise 0600
   */
  public static int mode(FileType type) {
    return type == FileType.DIRECTORY ? 0700 : 0600;
  }
}
