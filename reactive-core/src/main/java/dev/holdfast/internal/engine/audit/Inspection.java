package dev.holdfast.internal.engine.audit;

import dev.holdfast.AuditedObject;
import dev.holdfast.ErrorCode;
import dev.holdfast.SecurityEvidence;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.security.OwnerOnly;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys.Acl;
import dev.holdfast.internal.sys.SysException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What is wrong with one object, all of it, in a fixed order. */
final class Inspection {
  private final OwnerOnly ownerOnly;
  private final Stat root;

  /**
   * Inspections of what is below a root.
   *
   * @param ownerOnly the rule
   * @param root the root's attributes, as its descriptor gives them
   */
  Inspection(OwnerOnly ownerOnly, Stat root) {
    this.ownerOnly = ownerOnly;
    this.root = root;
  }

  /**
   * Whether an object is on another file system than the root, or reached through another mount.
   */
  boolean isMount(Stat stat) {
    return stat.dev() != root.dev() || stat.mountId() != root.mountId();
  }

  /** Whether an object may be opened: opening a device, for example, can do something. */
  boolean mayOpen(Stat stat) {
    return !isMount(stat)
        && (stat.type() == FileType.DIRECTORY || (stat.type() == FileType.REGULAR && isOurs(stat)));
  }

  private boolean isOurs(Stat stat) {
    return stat.uid() == ownerOnly.uid();
  }

  /**
   * What the attributes show.
   *
   * @param stat the attributes
   * @param wanted what it has to be, or null for a file or a directory
   * @return the faults
   */
  List<SecurityEvidence> attributes(Stat stat, @Nullable FileType wanted) {
    List<SecurityEvidence> found = new ArrayList<>();
    if (isMount(stat)) {
      found.add(mount(stat));
      return found;
    }
    boolean managed = stat.type() == FileType.REGULAR || stat.type() == FileType.DIRECTORY;
    if (wanted == null ? !managed : stat.type() != wanted) {
      found.add(
          new SecurityEvidence.ObjectType(type(stat), wanted == null ? null : typeOf(wanted)));
    }
    if (!managed) {
      return found;
    }
    if (stat.type() == FileType.REGULAR && stat.nlink() > 1) {
      found.add(new SecurityEvidence.Links(stat.nlink()));
    }
    if (!isOurs(stat)) {
      found.add(new SecurityEvidence.Owner(stat.uid(), ownerOnly.uid()));
    } else if (stat.mode() != OwnerOnly.mode(stat.type())) {
      found.add(new SecurityEvidence.Mode(stat.mode(), OwnerOnly.mode(stat.type())));
    }
    return found;
  }

  /** A mount that the kernel told of when it refused to enter it. */
  SecurityEvidence mount(Stat stat) {
    long mount = isMount(stat) ? stat.mountId() : 0;
    return new SecurityEvidence.Mount(stat.dev(), mount, root.dev(), root.mountId());
  }

  /**
   * What the ACLs show.
   *
   * @param fd the open object
   * @param stat its attributes
   * @return the faults; none for an object of somebody else
   */
  List<SecurityEvidence> acls(Fd fd, Stat stat) {
    List<SecurityEvidence> found = new ArrayList<>();
    if (!isOurs(stat)) {
      return found;
    }
    for (Acl acl : OwnerOnly.acls(stat.type())) {
      try {
        ownerOnly.verifyAbsent(fd, acl);
      } catch (Problem e) {
        found.add(new SecurityEvidence.Acl(e.code(), Objects.requireNonNull(e.acl())));
      }
    }
    return found;
  }

  /**
   * That an object could not be looked at.
   *
   * @param e the failed call
   * @return the fault
   * @throws Problem if the process, and not the object, is the reason
   */
  static SecurityEvidence unreadable(SysException e) throws Problem {
    Problem problem = Problem.of(e);
    return switch (problem.code()) {
      case NO_DESCRIPTORS -> throw problem;
      case PERMISSION_DENIED ->
          new SecurityEvidence.Unreadable(ErrorCode.PERMISSION_DENIED, e.number());
      default -> new SecurityEvidence.Unreadable(ErrorCode.IO_ERROR, e.number());
    };
  }

  /**
   * Which object it is.
   *
   * @param stat its attributes
   * @return the object
   */
  static AuditedObject object(Stat stat) {
    return new AuditedObject(type(stat), stat.dev(), stat.ino(), stat.birthNs());
  }

  private static AuditedObject.Type type(Stat stat) {
    return typeOf(stat.type());
  }

  private static AuditedObject.Type typeOf(FileType type) {
    return switch (type) {
      case REGULAR -> AuditedObject.Type.FILE;
      case DIRECTORY -> AuditedObject.Type.DIRECTORY;
      case SYMLINK -> AuditedObject.Type.SYMLINK;
      case FIFO -> AuditedObject.Type.FIFO;
      case SOCKET -> AuditedObject.Type.SOCKET;
      case CHARACTER_DEVICE, BLOCK_DEVICE -> AuditedObject.Type.DEVICE;
      case UNKNOWN -> AuditedObject.Type.OTHER;
    };
  }
}
