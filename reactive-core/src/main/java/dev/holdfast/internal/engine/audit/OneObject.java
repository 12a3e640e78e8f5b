package dev.holdfast.internal.engine.audit;

import dev.holdfast.ErrorCode;
import dev.holdfast.SecurityEnvelope;
import dev.holdfast.SecurityEnvelope.Kind;
import dev.holdfast.SecurityEnvelope.Protocol;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.path.ManagedPath;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.engine.security.OwnerOnly;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.Sys.Access;
import dev.holdfast.internal.sys.SysException;

/** Looks whether one object is owner-only, or makes it so, and tells what the kernel said. */
public final class OneObject {
  private final Ground ground;

  /**
   * Objects of one root.
   *
   * @param root the root
   * @param binding what the root's path has to mean
   */
  public OneObject(ManagedRoot root, Binding binding) {
    this.ground = Ground.of(root, binding);
  }

  /**
   * Looks, or makes it so; then it is synced.
   *
   * @param path the object's path, {@code ""} for the root
   * @param kind what it has to be
   * @param protocol what to do
   * @return how that ended, if it is about the security of the object
   * @throws Problem if it ended for another reason
   */
  public SecurityEnvelope run(String path, Kind kind, Protocol protocol) throws Problem {
    NamePath way = ManagedPath.parseDirectory(path);
    ground.binding().check(ground.sys());
    SecurityEnvelope envelope;
    try {
      envelope = look(way, kind, protocol);
    } catch (SysException e) {
      envelope = failure(Problem.of(e), kind, protocol);
    } catch (Problem e) {
      envelope = failure(e, kind, protocol);
    }
    ground.binding().check(ground.sys());
    return envelope;
  }

  private static SecurityEnvelope failure(Problem problem, Kind kind, Protocol protocol)
      throws Problem {
    // The one code for every wrong type.
    boolean wrongType = problem.code() == ErrorCode.NOT_REGULAR_FILE;
    ErrorCode code = wrongType ? ErrorCode.NOT_DIRECTORY : problem.code();
    if (!SecurityEnvelope.CODES.contains(code)) {
      throw problem;
    }
    return new SecurityEnvelope.Failure(kind, protocol, code, problem.acl());
  }

  private SecurityEnvelope look(NamePath way, Kind kind, Protocol protocol)
      throws Problem, SysException {
    Sys sys = ground.sys();
    if (way.isEmpty()) {
      return on(ground.dir(), kind, protocol);
    }
    NamePath parent = way.parent();
    if (parent.isEmpty()) {
      return in(ground.dir(), way.leaf(), kind, protocol);
    }
    try (Fd dir = sys.openDir(ground.dir(), parent)) {
      return in(dir, way.leaf(), kind, protocol);
    }
  }

  private SecurityEnvelope in(Fd dir, Name name, Kind kind, Protocol protocol)
      throws Problem, SysException {
    Sys sys = ground.sys();
    Stat named = sys.stat(dir, name); // before it is opened: it may be a device
    ground.ownerOnly().checkTypeAndOwner(named, type(kind));
    try (Fd fd =
        kind == Kind.DIRECTORY
            ? sys.openDir(dir, NamePath.of(name))
            : sys.openFile(dir, name, Access.READ)) {
      if (!sys.stat(fd).sameObject(named)) {
        throw new Problem(
            ErrorCode.IDENTITY_MISMATCH,
            "expected inode " + named.ino() + ", found another object at once");
      }
      return on(fd, kind, protocol);
    }
  }

  private SecurityEnvelope on(Fd fd, Kind kind, Protocol protocol) throws Problem, SysException {
    Sys sys = ground.sys();
    OwnerOnly ownerOnly = ground.ownerOnly();
    Stat stat = sys.stat(fd);
    if (new Inspection(ownerOnly, sys.stat(ground.dir())).isMount(stat)) {
      throw new Problem(ErrorCode.MOUNT, "expected the root's mount, found another one");
    }
    if (protocol == Protocol.VERIFY) {
      return ownerOnly.verify(fd, type(kind)).evidence();
    }
    if (stat.type() == FileType.REGULAR && stat.nlink() > 1) {
      throw new Problem(ErrorCode.HARD_LINK, "expected one name, found " + stat.nlink() + " names");
    }
    SecurityEnvelope.Success evidence = ownerOnly.apply(fd, type(kind)).evidence();
    sys.sync(fd);
    return evidence;
  }

  private static FileType type(Kind kind) {
    return kind == Kind.DIRECTORY ? FileType.DIRECTORY : FileType.REGULAR;
  }
}
