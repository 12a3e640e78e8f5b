package dev.holdfast.internal.engine.staging;

import dev.holdfast.RecoveryReport;
import dev.holdfast.internal.engine.commit.CommitLocks;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.staging.StagedName.Crossed;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.InterruptRetrySys;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.Sys.Access;
import dev.holdfast.internal.sys.Sys.LockMode;
import dev.holdfast.internal.sys.SysException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finishes what dead engines left in staging. A directory whose owner's lock can be had belongs to
 * a dead one; holding that lock keeps other recoveries away. The cost depends on what was left, not
 * on how many files the store has.
 *
 * <p>Nothing is deleted on doubt: only what carries the mark of never having been visible, or what
 * is exactly the object that was being removed. Everything else is kept in {@link Rescue}.
 */
public final class Recovery {
  private final Sys sys;
  private final Fd staging;
  private final Rescue rescue;
  private final Shelf shelf;
  private final Undo undo;
  private int engines;
  private int removed;
  private int versions;
  private final List<String> rescued = new ArrayList<>();
  private final List<String> left = new ArrayList<>();

  /**
   * A recovery.
   *
   * @param sys the port
   * @param staging the directory of all engines' directories, which stays the caller's
   * @param rescue where foreign objects go
   * @param shelf where files go that were replaced and are to be kept
   * @param root the root, which stays the caller's
   * @param locks the root's commit locks
   */
  public Recovery(Sys sys, Fd staging, Rescue rescue, Shelf shelf, Fd root, CommitLocks locks) {
    this.sys = sys;
    this.staging = staging;
    this.rescue = rescue;
    this.shelf = shelf;
    this.undo = new Undo(sys, root, locks);
  }

  /**
   * Looks at all directories and finishes those of dead engines.
   *
   * @return what was found
   * @throws SysException if one cannot be looked at
   */
  public RecoveryReport run() throws SysException {
    for (Name name : Names.all(sys, staging)) {
      try (Fd dir = sys.openDir(staging, NamePath.of(name))) {
        finish(name, dir);
      } catch (SysException e) {
        switch (e.errno()) {
          case ENOENT -> {} // its engine, or another recovery, was faster
          case ENOTDIR, ELOOP, EISDIR, ENXIO, EXDEV, EACCES, EPERM ->
              left.add(".holdfast/staging/" + name); // nothing that an engine makes
          default -> throw e;
        }
      }
    }
    return new RecoveryReport(engines, removed, versions, rescued, left);
  }

  private void finish(Name name, Fd dir) throws SysException {
    Optional<Fd> owner = openOwner(dir);
    if (owner.isEmpty()) {
      removeIfEmpty(name); // died, or is about to be owned: then it is made anew
      return;
    }
    try (Fd locked = owner.get()) {
      if (!sys.ofdTryLock(locked, LockMode.EXCLUSIVE, 0)) {
        return; // alive, or somebody else is at it
      }
      engines++;
      boolean empty = true;
      List<Name> notes = new ArrayList<>();
      for (Name object : Names.all(sys, dir)) {
        if (StagedName.isNote(object)) {
          notes.add(object); // read while its object is decided upon
        } else {
          empty &= object.equals(OwnerFile.NAME) || decide(name, dir, object);
        }
      }
      for (Name note : notes) {
        empty &= forget(dir, note, empty);
      }
      if (empty) {
        Unlinking.unlinkIfThere(sys, dir, OwnerFile.NAME);
        removeIfEmpty(name);
      }
    }
  }

  /**
   * Removes a note; whether it is gone. That of a file with a name of its own is needed as long as
   * a power cut can bring its object back, or if the object had to stay.
   */
  private boolean forget(Fd dir, Name note, boolean empty) throws SysException {
    if (StagedName.isHandover(note)) {
      if (!empty) {
        return false;
      }
      Optional<Handover> handover = Handover.read(sys, dir, note);
      if (handover.isPresent()) {
        undo.settle(handover.get().from());
        undo.settle(handover.get().to());
      }
    }
    Unlinking.unlinkIfThere(sys, dir, note);
    return true;
  }

  /**
   * The owner file of a directory. After a power cut it can be missing while objects are there,
   * since a directory's entries reach the disk in any order. A live engine links it before it makes
   * the first object; so a directory with an object and without it is a dead one's, and gets
   * another one, whose lock keeps other recoveries away.
   */
  private Optional<Fd> openOwner(Fd dir) throws SysException {
    boolean sawObjects = false;
    for (int repeats = 0; ; repeats++) {
      try {
        return Optional.of(sys.openFile(dir, OwnerFile.NAME, Access.READ_WRITE));
      } catch (SysException e) {
        if (e.errno() != Errno.ENOENT || repeats > InterruptRetrySys.ATTEMPTS) {
          throw e;
        }
      }
      if (!sawObjects && Names.all(sys, dir).isEmpty()) {
        return Optional.empty();
      }
      if (sawObjects) {
        createOwner(dir);
      }
      sawObjects = true;
    }
  }

  private void createOwner(Fd dir) throws SysException {
    try {
      sys.createFile(dir, OwnerFile.NAME).close();
    } catch (SysException e) {
      if (e.errno() != Errno.EEXIST && e.errno() != Errno.EINTR) {
        throw e; // otherwise the next look tells
      }
    }
  }

  /** Deals with one object; whether its name is free now. */
  private boolean decide(Name engine, Fd dir, Name object) throws SysException {
    Stat stat = sys.stat(dir, object);
    Crossed crossed = StagedName.crossed(object, stat);
    if (crossed == Crossed.FOREIGN && wasPutBack(dir, object)) {
      crossed = Crossed.OURS; // it is now
    }
    if (crossed == Crossed.EXPECTED && wasShelved(dir, object, stat)) {
      versions++;
      return true;
    }
    if (crossed == Crossed.OURS && StagedName.isBorrowed(object)) {
      try {
        return wentHome(dir, object) || wasRescued(engine, dir, object);
      } catch (Problem e) {
        left.add(pathOf(engine, object)); // its name is busy
        return false;
      }
    }
    boolean disposable = StagedName.isFresh(object) || crossed != Crossed.FOREIGN;
    if (disposable && stat.type() != FileType.DIRECTORY) {
      Unlinking.unlinkIfThere(sys, dir, object);
      removed++;
      return true;
    }
    return wasRescued(engine, dir, object);
  }

  private boolean wasRescued(Name engine, Fd dir, Name object) {
    Optional<String> kept = rescue.keep(dir, object);
    if (kept.isPresent()) {
      rescued.add(kept.get());
      return true;
    }
    left.add(pathOf(engine, object));
    return false;
  }

  private static String pathOf(Name engine, Name object) {
    return ".holdfast/staging/" + engine + "/" + object;
  }

  /**
   * Whether what was replaced is kept among the older versions. If there is no room for it, it is
   * removed: more than the new file nobody was promised.
   */
  private boolean wasShelved(Fd dir, Name object, Stat stat) throws SysException {
    Optional<String> key = StagedName.keyOf(object);
    if (key.isEmpty()) {
      return false;
    }
    try {
      shelf.keep(dir, object, key.get(), stat.size());
      return true;
    } catch (Problem e) {
      return false;
    }
  }

  private boolean wasPutBack(Fd dir, Name object) {
    return StagedName.noteOf(object)
        .flatMap(note -> intent(dir, note))
        .map(intent -> undo.putBack(dir, object, intent))
        .orElse(false);
  }

  private Optional<Intent> intent(Fd dir, Name note) {
    return StagedName.isHandover(note)
        ? Handover.read(sys, dir, note).map(read -> new Intent(read.to(), read.next()))
        : Intent.read(sys, dir, note);
  }

  /** Whether a file that was to replace another one is at its own name again. */
  private boolean wentHome(Fd dir, Name object) throws Problem, SysException {
    Optional<Handover> note =
        StagedName.noteOf(object).flatMap(name -> Handover.read(sys, dir, name));
    return note.isPresent() && undo.bringHome(dir, object, note.get().from());
  }

  private void removeIfEmpty(Name name) throws SysException {
    for (int repeats = 0; ; repeats++) {
      try {
        sys.rmdir(staging, name);
        return;
      } catch (SysException e) {
        switch (e.errno()) {
          case ENOENT -> {
            return;
          }
          case ENOTEMPTY, EEXIST -> { // POSIX allows either
            left.add(".holdfast/staging/" + name);
            return;
          }
          default -> {
            if (e.errno() != Errno.EINTR || repeats == InterruptRetrySys.ATTEMPTS) {
              throw e;
            }
          }
        }
      }
    }
  }
}
