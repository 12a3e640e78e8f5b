package dev.holdfast.internal.engine.security;

import dev.holdfast.AclEvidence;
import dev.holdfast.ErrorCode;
import dev.holdfast.SecurityEnvelope;
import dev.holdfast.SecurityEnvelope.AclState;
import dev.holdfast.SecurityEnvelope.Clear;
import dev.holdfast.SecurityEnvelope.Kind;
import dev.holdfast.SecurityEnvelope.Protocol;
import dev.holdfast.SecurityEnvelope.Query;
import dev.holdfast.SecurityEvidence;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.sys.DirStream;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.Sys.Acl;
import dev.holdfast.internal.sys.Sys.AclClearing;
import dev.holdfast.internal.sys.Sys.AclPresence;
import dev.holdfast.internal.sys.SysException;
import java.util.ArrayList;
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
  /** Neither what files are created with nor what a mount is likely to show for all of them. */
  private static final int PROBED_MODE = 0400;

  private final Sys sys;
  private final int uid;

  /** Whether our own uid stands for many users, so that it proves nothing. */
  private final boolean nobody;

  /**
   * The rule on one port, for the user that the process runs as now.
   *
   * @param sys the port
   */
  public OwnerOnly(Sys sys) {
    this.sys = sys;
    this.uid = sys.effectiveUid();
    this.nobody = sys.standsForUnmapped(uid);
  }

  /**
   * Makes an object of ours owner-only that was created just now, whatever umask, set-group-id
   * directory or default ACL it was born under.
   *
   * @param fd the fresh object
   * @param type what it is
   * @return its attributes afterwards
   * @throws Problem if it cannot be made so, or is not so afterwards; {@link
   *     ErrorCode#UNSUPPORTED_FILESYSTEM} if the file system keeps neither our mode nor our user
   * @throws SysException if the kernel cannot tell
   */
  public Stat secureFresh(Fd fd, FileType type) throws Problem, SysException {
    Stat stat = sys.stat(fd);
    if (stat.type() == type && stat.uid() != uid) {
      throw unsupported(fd, "gave what this process made to " + user(stat.uid()), user(uid));
    }
    checkTypeAndOwner(stat, type);
    if (stat.mode() == mode(type) && isFreeOfAcls(fd, type)) {
      return stat;
    }
    return narrow(fd, type).stat();
  }

  /**
   * Makes an object of ours owner-only, whatever it was.
   *
   * @param fd the object
   * @param type what it has to be
   * @return its attributes afterwards, and what the kernel said about its ACLs
   * @throws Problem if it is not ours or of another type, cannot be made so, or is not so
   *     afterwards; {@link ErrorCode#UNSUPPORTED_FILESYSTEM} if its file system does not keep modes
   * @throws SysException if the kernel cannot tell
   */
  public Secured apply(Fd fd, FileType type) throws Problem, SysException {
    checkTypeAndOwner(sys.stat(fd), type);
    return narrow(fd, type);
  }

  /** Narrows first, then drops the ACLs, whose mask stays as group bits, then narrows again. */
  private Secured narrow(Fd fd, FileType type) throws Problem, SysException {
    sys.chmod(fd, mode(type));
    List<AclClearing> cleared = new ArrayList<>();
    for (Acl acl : acls(type)) {
      cleared.add(clear(fd, acl));
    }
    sys.chmod(fd, mode(type));
    Stat stat = sys.stat(fd);
    if (stat.mode() != mode(type)) {
      throw unsupported(
          fd,
          String.format("kept mode %04o after chmod", stat.mode()),
          String.format("mode %04o", mode(type)));
    }
    checkTypeAndOwner(stat, type);
    return evidence(fd, stat, type, cleared);
  }

  private Problem unsupported(Fd fd, String answer, String wanted) throws SysException {
    return new Problem(
        ErrorCode.UNSUPPORTED_FILESYSTEM,
        "expected a file system that keeps "
            + wanted
            + "; "
            + sys.statfs(fd).type()
            + " "
            + answer);
  }

  /**
   * Looks whether a file system keeps modes at all, although all objects look right on it: one that
   * shows a fixed mode would show it again with another mount option.
   *
   * @param fd a file of ours that nobody needs
   * @throws Problem {@link ErrorCode#UNSUPPORTED_FILESYSTEM} if it does not
   * @throws SysException if the kernel cannot tell
   */
  public void probeModes(Fd fd) throws Problem, SysException {
    sys.chmod(fd, PROBED_MODE);
    int found = sys.stat(fd).mode();
    if (found != PROBED_MODE) {
      throw unsupported(
          fd,
          String.format("kept mode %04o after chmod", found),
          String.format("mode %04o", PROBED_MODE));
    }
  }

  /**
   * Verifies an object completely.
   *
   * @param fd the object
   * @param type what it has to be
   * @return its attributes, and what the kernel said about its ACLs
   * @throws Problem if it is not owner-only
   * @throws SysException if the kernel cannot tell
   */
  public Secured verify(Fd fd, FileType type) throws Problem, SysException {
    Stat stat = sys.stat(fd);
    check(stat, type);
    return evidence(fd, stat, type, List.of());
  }

  /** Looks for the ACLs, and tells what was seen and done; nothing was cleared in a mere look. */
  private Secured evidence(Fd fd, Stat stat, FileType type, List<AclClearing> cleared)
      throws Problem {
    List<AclState> states = new ArrayList<>();
    for (Acl acl : acls(type)) {
      Clear clear = cleared.isEmpty() ? Clear.NOT_RUN : told(cleared.get(states.size()));
      states.add(new AclState(clear, verifyAbsent(fd, acl)));
    }
    return new Secured(
        stat,
        new SecurityEnvelope.Success(
            type == FileType.DIRECTORY ? Kind.DIRECTORY : Kind.FILE,
            cleared.isEmpty() ? Protocol.VERIFY : Protocol.APPLY,
            states.get(0),
            states.size() > 1 ? states.get(1) : null));
  }

  private static Clear told(AclClearing clearing) {
    return switch (clearing) {
      case CLEARED -> Clear.CLEARED;
      case ALREADY_ABSENT -> Clear.ALREADY_ABSENT;
      case UNSUPPORTED -> Clear.UNSUPPORTED;
    };
  }

  /**
   * An object that is owner-only.
   *
   * @param stat its attributes
   * @param evidence what the kernel said about its ACLs
   */
  public record Secured(Stat stat, SecurityEnvelope.Success evidence) {}

  /**
   * Verifies that an object does not carry an ACL.
   *
   * @param fd the object
   * @param acl which one
   * @return whether there is none, or could be none
   * @throws Problem with {@link Problem#acl} if it does, or the kernel cannot tell
   */
  public Query verifyAbsent(Fd fd, Acl acl) throws Problem {
    return switch (query(fd, acl)) {
      case ABSENT -> Query.ABSENT;
      case UNSUPPORTED -> Query.UNSUPPORTED;
      case PRESENT -> throw found(ErrorCode.ACL_PRESENT, acl);
      case MALFORMED -> throw found(ErrorCode.ACL_MALFORMED, acl);
    };
  }

  private static Problem found(ErrorCode code, Acl acl) {
    AclEvidence evidence = evidence(AclEvidence.Operation.QUERY, acl);
    String text = new SecurityEvidence.Acl(code, evidence).describe();
    return Problem.ofAcl(code, text, evidence, null);
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
          ErrorCode.MODE_MISMATCH, new SecurityEvidence.Mode(stat.mode(), mode(type)).describe());
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
      return verify(fd, FileType.DIRECTORY).stat();
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

  /**
   * Verifies that an object is ours and of the right type, whatever its mode.
   *
   * @param stat its attributes
   * @param type what it has to be
   * @throws Problem if it is not
   */
  public void checkTypeAndOwner(Stat stat, FileType type) throws Problem {
    if (stat.type() != type) {
      throw new Problem(
          stat.type() == FileType.SYMLINK
              ? ErrorCode.REPARSE_POINT
              : type == FileType.DIRECTORY ? ErrorCode.NOT_DIRECTORY : ErrorCode.NOT_REGULAR_FILE,
          "expected " + type.describe() + ", found " + stat.type().describe());
    }
    checkOwner(stat);
  }

  /**
   * Verifies that an object is ours.
   *
   * @param stat its attributes
   * @throws Problem {@link ErrorCode#OWNER_MISMATCH} if it is not, or nobody can tell
   */
  public void checkOwner(Stat stat) throws Problem {
    if (stat.uid() != uid) {
      throw new Problem(
          ErrorCode.OWNER_MISMATCH,
          "expected " + user(uid) + " as owner, found " + user(stat.uid()));
    }
    if (nobody) {
      throw new Problem(
          ErrorCode.OWNER_MISMATCH,
          "expected a user of its own for this process, found " + user(uid));
    }
  }

  private String user(int id) {
    String text = "uid " + Integer.toUnsignedString(id);
    return sys.standsForUnmapped(id)
        ? text + ", which stands for every user that this user namespace does not map"
        : text;
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

  private AclClearing clear(Fd fd, Acl acl) throws Problem {
    try {
      return sys.aclClear(fd, acl);
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
