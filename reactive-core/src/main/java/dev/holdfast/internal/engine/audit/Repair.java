package dev.holdfast.internal.engine.audit;

import dev.holdfast.AuditedObject;
import dev.holdfast.ErrorCode;
import dev.holdfast.RepairOptions;
import dev.holdfast.RepairReport;
import dev.holdfast.RepairResult;
import dev.holdfast.RepairResult.Action;
import dev.holdfast.SecurityFinding;
import dev.holdfast.SecurityReport;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.outcome.Problem;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes objects owner-only that an audit found not to be, each through its own descriptor, after
 * looking whether it is still the one that was found. Only modes and ACLs are changed.
 */
public final class Repair {
  private final Ground ground;

  /**
   * Repairs of one root.
   *
   * @param root the root
   * @param binding what the root's path has to mean
   */
  public Repair(ManagedRoot root, Binding binding) {
    this(Ground.of(root, binding));
  }

  Repair(Ground ground) {
    this.ground = ground;
  }

  /**
   * Repairs.
   *
   * @param report what an audit of the root found
   * @param options how far to go
   * @return what was done about each finding
   * @throws Problem {@link ErrorCode#ROOT_BINDING_CHANGED} before anything was done
   * @throws SysException if the root cannot be looked at, before anything was done
   */
  public RepairReport run(SecurityReport report, RepairOptions options)
      throws Problem, SysException {
    ground.binding().check(ground.sys());
    Stat top = ground.sys().stat(ground.dir());
    Run run = new Run(ground, new Inspection(ground.ownerOnly(), top), options);
    List<RepairResult> results = new ArrayList<>(report.findings().size());
    for (SecurityFinding finding : report.findings()) {
      results.add(run.about(finding));
    }
    return new RepairReport(results);
  }

  /** One object at one path; all its faults are repaired at once. */
  private record Patient(String path, @Nullable AuditedObject object) {}

  /** What was done about an object. */
  private record Treatment(Action action, @Nullable Problem problem) {
    static Treatment of(Action action) {
      return new Treatment(action, null);
    }
  }

  /** One repair. */
  private static final class Run {
    private final Sys sys;
    private final Fd dir;
    private final OwnerOnly ownerOnly;
    private final Binding binding;
    private final Inspection inspection;
    private final RepairOptions options;
    private final Map<Patient, Treatment> treated = new HashMap<>();
    private int changed;

    Run(Ground ground, Inspection inspection, RepairOptions options) {
      this.sys = ground.sys();
      this.dir = ground.dir();
      this.ownerOnly = ground.ownerOnly();
      this.binding = ground.binding();
      this.inspection = inspection;
      this.options = options;
    }

    RepairResult about(SecurityFinding finding) {
      AuditedObject object = finding.object();
      if (!finding.repairable() || object == null) {
        return new RepairResult(finding, Action.REFUSED, finding.code(), null);
      }
      Treatment treatment =
          treated.computeIfAbsent(
              new Patient(finding.path(), object), patient -> treat(finding, object));
      Problem problem = treatment.problem();
      return problem == null
          ? new RepairResult(finding, treatment.action(), null, null)
          : new RepairResult(finding, treatment.action(), problem.code(), problem.acl());
    }

    private Treatment treat(SecurityFinding finding, AuditedObject object) {
      try {
        binding.check(sys);
        NamePath path = path(finding);
        if (path.isEmpty()) {
          return treat(dir, object);
        }
        NamePath parent = path.parent();
        if (parent.isEmpty()) {
          return treat(dir, path.leaf(), object);
        }
        try (Fd at = sys.openDir(dir, parent)) {
          return treat(at, path.leaf(), object);
        }
      } catch (Problem e) {
        return new Treatment(Action.REFUSED, e);
      } catch (SysException e) {
        return new Treatment(Action.REFUSED, Problem.of(e));
      }
    }

    private static NamePath path(SecurityFinding finding) throws Problem {
      if (!finding.exactPath()) {
        throw new Problem(ErrorCode.NOT_UTF8, "a name on the way is not UTF-8");
      }
      if (finding.path().isEmpty()) {
        return NamePath.EMPTY;
      }
      List<Name> names = new ArrayList<>();
      for (String name : finding.path().split("/", -1)) {
        try {
          names.add(Name.of(name));
        } catch (IllegalArgumentException e) {
          throw new Problem(ErrorCode.INVALID_PATH, "the path has a name that " + e.getMessage());
        }
      }
      return new NamePath(names);
    }

    private Treatment treat(Fd parent, Name name, AuditedObject object)
        throws Problem, SysException {
      check(sys.stat(parent, name), object); // before it is opened: it may be a device by now
      boolean directory = object.type() == AuditedObject.Type.DIRECTORY;
      try (Fd fd =
          directory
              ? sys.openDir(parent, NamePath.of(name))
              : sys.openFile(parent, name, Access.READ)) {
        return treat(fd, object);
      }
    }

    private Treatment treat(Fd fd, AuditedObject object) throws Problem, SysException {
      Stat stat = sys.stat(fd);
      check(stat, object);
      if (isRight(fd, stat.type())) {
        // By somebody else, who may not have come to sync it.
        return options.isDryRun()
            ? Treatment.of(Action.ALREADY_RIGHT)
            : settle(fd, Action.ALREADY_RIGHT);
      }
      if (options.isDryRun()) {
        return Treatment.of(Action.REPAIRABLE);
      }
      if (changed == options.getMaxObjects()) {
        return Treatment.of(Action.SKIPPED);
      }
      changed++;
      try {
        check(ownerOnly.apply(fd, stat.type()).stat(), object);
      } catch (Problem e) {
        return new Treatment(Action.FAILED, e);
      } catch (SysException e) {
        return new Treatment(Action.FAILED, Problem.of(e));
      }
      return settle(fd, Action.REPAIRED);
    }

    private Treatment settle(Fd fd, Action done) {
      try {
        sys.sync(fd);
        return Treatment.of(done);
      } catch (SysException e) {
        return new Treatment(
            Action.FAILED, new Problem(ErrorCode.DURABILITY_NOT_PROVABLE, e.describe(), e));
      }
    }

    private boolean isRight(Fd fd, FileType type) throws Problem, SysException {
      try {
        ownerOnly.verify(fd, type);
        return true;
      } catch (Problem e) {
        return switch (e.code()) {
          case MODE_MISMATCH, ACL_PRESENT, ACL_MALFORMED -> false;
          default -> throw e;
        };
      }
    }

    /** Whether it is the object that was found, and one that may be changed. */
    private void check(Stat stat, AuditedObject object) throws Problem {
      if (stat.type() == FileType.SYMLINK) {
        throw new Problem(ErrorCode.REPARSE_POINT, "expected the object, found a symbolic link");
      }
      if (inspection.isMount(stat)) {
        throw new Problem(ErrorCode.MOUNT, "expected the root's mount, found another one");
      }
      if (!Inspection.object(stat).equals(object)) {
        throw new Problem(
            ErrorCode.IDENTITY_MISMATCH,
            "expected inode " + object.ino() + ", found another object");
      }
      ownerOnly.checkOwner(stat);
      if (stat.type() == FileType.REGULAR && stat.nlink() > 1) {
        throw new Problem(ErrorCode.HARD_LINK, "found " + stat.nlink() + " names");
      }
    }
  }
}
