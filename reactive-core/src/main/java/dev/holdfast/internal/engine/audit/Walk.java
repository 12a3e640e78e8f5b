package dev.holdfast.internal.engine.audit;

import dev.holdfast.ErrorCode;
import dev.holdfast.SecurityEvidence;
import dev.holdfast.SecurityFinding;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.sys.DirStream;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.Sys.Access;
import dev.holdfast.internal.sys.SysException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Goes through everything below a root by descriptors, without recursion, and looks at each object
 * once. What vanishes meanwhile is left out, as if the walk had come later; what cannot be looked
 * at is a finding.
 */
final class Walk {
  /** How often an object is looked at that is another one each time. */
  private static final int ATTEMPTS = 4;

  private static final SecurityEvidence CHANGED =
      new SecurityEvidence.Unreadable(ErrorCode.CHANGED_CONCURRENTLY, null);

  private final Sys sys;
  private final Fd root;
  private final Inspection inspection;
  private final Territory territory;
  private final Tally tally;
  private final Levels levels;

  /** How many directories are known and not entered yet. */
  private long waiting;

  /**
   * A walk.
   *
   * @param sys the port
   * @param root the open root
   * @param inspection what to look for
   * @param territory where to go
   * @param tally takes what is found
   */
  Walk(Sys sys, Fd root, Inspection inspection, Territory territory, Tally tally) {
    this.sys = sys;
    this.root = root;
    this.inspection = inspection;
    this.territory = territory;
    this.tally = tally;
    this.levels = new Levels(sys);
  }

  /**
   * Goes.
   *
   * @throws Problem if the process has no descriptors left
   * @throws SysException if not even the root can be looked at
   */
  void run() throws Problem, SysException {
    try {
      Stat stat = sys.stat(root);
      List<SecurityEvidence> found = inspection.attributes(stat, FileType.DIRECTORY);
      found.addAll(inspection.acls(root, stat));
      enter(new Level(null, stat, root), found);
      while (!levels.isEmpty() && !tally.stopped()) {
        Name next = levels.last().waiting().poll();
        if (next == null) {
          leave();
        } else {
          waiting--;
          visit(next, true);
        }
      }
    } finally {
      levels.close();
    }
  }

  /** Tells what is wrong with a directory, then what is in it. */
  private void enter(Level level, List<SecurityEvidence> found) throws Problem {
    levels.enter(level);
    tell(null, level.stat(), found);
    try {
      if (levels.depth() < territory.maxDepth()) {
        list(level);
      } else if (territory.endsAtDepth() && !isEmpty(level)) {
        tally.leftOut();
      }
    } catch (SysException e) {
      report(null, level.stat(), Inspection.unreadable(e));
    }
  }

  private boolean isEmpty(Level level) throws SysException {
    try (DirStream stream = sys.list(open(level))) {
      return stream.next().isEmpty();
    }
  }

  private void list(Level level) throws Problem, SysException {
    if (levels.depth() == 0 && territory.only().isPresent()) {
      later(territory.only().get());
      return;
    }
    try (DirStream stream = sys.list(open(level))) {
      for (List<DirStream.Entry> batch = stream.next(); !batch.isEmpty(); batch = stream.next()) {
        for (DirStream.Entry entry : batch) {
          if (!tally.hasRoom(waiting)) {
            return;
          }
          if (entry.type() == FileType.DIRECTORY) {
            later(entry.name());
          } else {
            visit(entry.name(), false);
          }
        }
      }
    }
  }

  /** Goes back to the directory above. */
  private void leave() throws Problem {
    SecurityEvidence lost;
    try {
      if (levels.leave()) {
        return;
      }
      lost = CHANGED;
    } catch (SysException e) {
      lost = isGone(e) || e.errno() == Errno.EXDEV ? CHANGED : Inspection.unreadable(e);
    }
    Level above = levels.last();
    if (!above.waiting().isEmpty()) {
      waiting -= above.waiting().size();
      above.waiting().clear();
      report(null, above.stat(), lost);
    }
  }

  /**
   * Looks at what is at a name.
   *
   * @param enter whether to go into it if it is a directory; otherwise it is left for later
   */
  private void visit(Name name, boolean enter) throws Problem {
    Fd at = open(levels.last());
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<Stat> named = lookUp(at, name);
      if (named.isEmpty()) {
        return;
      }
      if (!enter && named.get().type() == FileType.DIRECTORY) {
        later(name);
        return;
      }
      if (isDone(at, name, named.get())) {
        return;
      }
    }
    tally.looked();
    report(name, null, CHANGED);
  }

  private void later(Name name) {
    levels.last().waiting().add(name);
    waiting++;
  }

  /** What is at a name, or empty if nothing is, or if that it cannot be told was reported. */
  private Optional<Stat> lookUp(Fd at, Name name) throws Problem {
    try {
      return Optional.of(sys.stat(at, name));
    } catch (SysException e) {
      if (e.errno() != Errno.ENOENT) { // otherwise it was removed since its name was read
        tally.looked();
        report(name, null, Inspection.unreadable(e));
      }
      return Optional.empty();
    }
  }

  /** Whether all was told about an object; false if something else is at its name meanwhile. */
  private boolean isDone(Fd at, Name name, Stat named) throws Problem {
    List<SecurityEvidence> found = inspection.attributes(named, wanted(name));
    if (!inspection.mayOpen(named)) {
      tell(name, named, found);
      return true;
    }
    Fd fd;
    try {
      fd =
          named.type() == FileType.DIRECTORY
              ? sys.openDir(at, NamePath.of(name))
              : sys.openFile(at, name, Access.READ);
    } catch (SysException e) {
      if (isGone(e)) {
        return false;
      }
      if (e.errno() == Errno.EXDEV) {
        found = List.of(inspection.mount(named));
      } else {
        found.add(Inspection.unreadable(e));
      }
      tell(name, named, found);
      return true;
    }
    return isDone(name, named, fd);
  }

  /** As above, with the object open; takes the descriptor. */
  private boolean isDone(Name name, Stat named, Fd fd) throws Problem {
    boolean entered = false;
    try {
      Stat opened = sys.stat(fd);
      if (!opened.sameObject(named) || inspection.isMount(opened)) {
        return false;
      }
      List<SecurityEvidence> found = inspection.attributes(opened, wanted(name));
      found.addAll(inspection.acls(fd, opened));
      if (opened.type() == FileType.DIRECTORY) {
        entered = true;
        enter(new Level(name, opened, fd), found);
      } else {
        tell(name, opened, found);
      }
    } catch (SysException e) {
      List<SecurityEvidence> found = inspection.attributes(named, wanted(name));
      found.add(Inspection.unreadable(e));
      tell(name, named, found);
    } finally {
      if (!entered) {
        fd.close();
      }
    }
    return true;
  }

  /** Whether something else is at the name than a moment ago. */
  private static boolean isGone(SysException e) {
    return switch (e.errno()) {
      case ENOENT, ENOTDIR, ELOOP, ENXIO -> true;
      default -> false;
    };
  }

  private @Nullable FileType wanted(Name name) {
    return levels.depth() == 0 ? territory.wanted(name) : null;
  }

  private static Fd open(Level level) {
    Fd fd = level.fd();
    if (fd == null) {
      throw new IllegalStateException("the innermost directory is always open");
    }
    return fd;
  }

  // ---- telling ----

  /**
   * Counts an object and tells its faults.
   *
   * @param entry its name, or null for the innermost directory
   */
  private void tell(@Nullable Name entry, Stat stat, List<SecurityEvidence> found) {
    tally.looked();
    Name name = entry == null ? levels.last().name() : entry;
    if (name != null && name.text().isEmpty()) {
      report(entry, stat, new SecurityEvidence.UndecodableName(hex(name)));
    }
    found.forEach(evidence -> report(entry, stat, evidence));
  }

  private void report(@Nullable Name entry, @Nullable Stat stat, SecurityEvidence evidence) {
    Levels.Place place = levels.place(entry);
    tally.found(
        new SecurityFinding(
            place.path(), place.exact(), stat == null ? null : Inspection.object(stat), evidence));
  }

  private static String hex(Name name) {
    return HexFormat.of().formatHex(name.terminated(), 0, name.length());
  }
}
