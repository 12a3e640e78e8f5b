package dev.holdfast.internal.engine.security;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.outcome.Problem;
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

  /**
   * The rule on one port.
   *
   * @param sys the port
   */
  public OwnerOnly(Sys sys) {
    this.sys = sys;
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
      AclPresence found = query(fd, acl);
      if (found == AclPresence.PRESENT) {
        throw new Problem(ErrorCode.ACL_PRESENT, "expected no ACL, found " + describe(acl));
      }
      if (found == AclPresence.MALFORMED) {
        throw new Problem(
            ErrorCode.ACL_MALFORMED, "expected no ACL, found an empty one: " + describe(acl));
      }
    }
    return stat;
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

  private void checkTypeAndOwner(Stat stat, FileType type) throws Problem {
    if (stat.type() != type) {
      throw new Problem(
          stat.type() == FileType.SYMLINK
              ? ErrorCode.REPARSE_POINT
              : type == FileType.DIRECTORY ? ErrorCode.NOT_DIRECTORY : ErrorCode.NOT_REGULAR_FILE,
          "expected " + type.describe() + ", found " + stat.type().describe());
    }
    int uid = sys.effectiveUid();
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
      throw aclProblem("looking for", acl, e);
    }
  }

  private void clear(Fd fd, Acl acl) throws Problem {
    try {
      sys.aclClear(fd, acl);
    } catch (SysException e) {
      throw aclProblem("removing", acl, e);
    }
  }

  private static Problem aclProblem(String what, Acl acl, SysException e) {
    ErrorCode code =
        switch (e.errno()) {
          case EACCES, EPERM -> ErrorCode.ACL_DENIED;
          case EIO -> ErrorCode.ACL_IO_ERROR;
          default -> ErrorCode.ACL_UNKNOWN;
        };
    return new Problem(code, what + " " + describe(acl) + " failed: " + e.describe(), e);
  }

  private static String describe(Acl acl) {
    return acl == Acl.ACCESS ? "an access ACL" : "a default ACL";
  }

  private static List<Acl> acls(FileType type) {
    return type == FileType.DIRECTORY ? List.of(Acl.ACCESS, Acl.DEFAULT) : List.of(Acl.ACCESS);
  }

  private static int mode(FileType type) {
    return type == FileType.DIRECTORY ? 0700 : 0600;
  }
}
