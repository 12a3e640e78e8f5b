package dev.holdfast.internal.engine.commit;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.scope.FileKey;
import dev.holdfast.internal.engine.scope.Parker;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.Sys.Access;
import dev.holdfast.internal.sys.Sys.LockMode;
import dev.holdfast.internal.sys.SysException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * The commit locks of one root. Each section works on an open file description of its own, so that
 * the kernel keeps sections of one process apart exactly as it does those of two; descriptions are
 * kept for the next section.
 *
 * <p>A section that was let in is sure that the lock file is still the one that everybody else
 * looks at: it compares the name with the open file after it has the lock, and starts over if they
 * differ.
 */
public final class CommitLocks implements AutoCloseable {
  /** One byte behind the names' stands for the shape of the tree. */
  private static final long TOPOLOGY = CommitKey.STRIPES;

  /** How long a section waits for others, unless it is told otherwise: two seconds. */
  public static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final long FIRST_PARK_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
  private static final long LONGEST_PARK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** More than there are threads that commit at a time. */
  private static final int MOST_IDLE = 64;

  /** What a section does to the shape of the tree. */
  public enum Topology {
    /** It relies on directories staying where they are. */
    STABLE,
    /** It moves directories. */
    CHANGING
  }

  private record Description(Fd file, FileKey key) {}

  private record Range(LockMode mode, long offset) {}

  private final Sys sys;
  private final Parker parker;
  private final Fd root;
  private final Name metaName;
  private final Fd meta;
  private final FileKey metaKey;
  private final Name fileName;
  private final Access access;
  private final ConcurrentLinkedQueue<Description> idle = new ConcurrentLinkedQueue<>();

  /**
   * The commit locks of a root.
   *
   * @param sys the port
   * @param parker how to wait
   * @param file where the lock file is
   * @param access {@link Access#READ} for handles that write nothing: they can only share
   * @throws SysException if the store's directory cannot be looked at
   */
  public CommitLocks(Sys sys, Parker parker, Location file, Access access) throws SysException {
    this.sys = sys;
    this.parker = parker;
    this.root = file.root();
    this.metaName = file.metaName();
    this.meta = file.meta();
    this.metaKey = FileKey.of(sys.stat(meta));
    this.fileName = file.fileName();
    this.access = access;
  }

  /**
   * Where a lock file is.
   *
   * @param root the root, which stays the caller's
   * @param metaName the name of the store's directory in it
   * @param meta that directory, closed with the locks
   * @param fileName the lock file's name in that
   */
  public record Location(Fd root, Name metaName, Fd meta, Name fileName) {}

  /** A commit section; closing it lets others in, and does nothing from the second time on. */
  public final class Section implements AutoCloseable {
    private final Description description;
    private final List<Range> held;
    private boolean closed;

    private Section(Description description, List<Range> held) {
      this.description = description;
      this.held = held;
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        leave(description, held);
      }
    }
  }

  /**
   * Enters a section that commits changes of names.
   *
   * @param keys the names; none for a change that the kernel itself refuses to make twice
   * @param topology what it does to the shape of the tree
   * @return the section, to be closed
   * @throws Problem {@link ErrorCode#BUSY} if others hold what it needs for two seconds, {@link
   *     ErrorCode#ROOT_BINDING_CHANGED} if the lock file is gone
   * @throws SysException if a call fails
   */
  public Section enter(Collection<CommitKey> keys, Topology topology) throws Problem, SysException {
    return enter(keys, topology, PATIENCE_NANOS);
  }

  /**
   * Enters a section that commits changes of names.
   *
   * @param keys the names; none for a change that the kernel itself refuses to make twice
   * @param topology what it does to the shape of the tree
   * @param patienceNanos how long it waits for others; 0 for not at all
   * @return the section, to be closed
   * @throws Problem {@link ErrorCode#BUSY} if others hold what it needs for longer; otherwise as
   *     {@link #enter(Collection, Topology)} does
   * @throws SysException if a call fails
   */
  public Section enter(Collection<CommitKey> keys, Topology topology, long patienceNanos)
      throws Problem, SysException {
    List<Range> ranges = ranges(keys, LockMode.EXCLUSIVE);
    ranges.add(
        new Range(topology == Topology.STABLE ? LockMode.SHARED : LockMode.EXCLUSIVE, TOPOLOGY));
    return enter(ranges, patienceNanos);
  }

  /**
   * Enters a section that looks at a name while nobody commits a change of it.
   *
   * @param key the name
   * @return the section, to be closed
   * @throws Problem as {@link #enter(Collection, Topology)} does
   * @throws SysException if a call fails
   */
  public Section enterToLook(CommitKey key) throws Problem, SysException {
    return enter(ranges(List.of(key), LockMode.SHARED), PATIENCE_NANOS);
  }

  /** Ascending, each once: two sections never wait for each other crosswise. */
  private static List<Range> ranges(Collection<CommitKey> keys, LockMode mode) {
    List<Range> ranges = new ArrayList<>();
    keys.stream()
        .mapToLong(CommitKey::stripe)
        .distinct()
        .sorted()
        .forEach(stripe -> ranges.add(new Range(mode, stripe)));
    return ranges;
  }

  private Section enter(List<Range> ranges, long patienceNanos) throws Problem, SysException {
    long deadline = sys.monotonicNanos() + patienceNanos;
    while (true) {
      Description description = describe();
      List<Range> held = new ArrayList<>();
      try {
        for (Range range : ranges) {
          lock(description, range, deadline);
          held.add(range);
        }
        if (isCurrent(description)) {
          return new Section(description, held);
        }
      } catch (Problem | SysException | RuntimeException | Error e) {
        leave(description, held);
        throw e;
      }
      // Somebody put another file at the name: all must agree on the one that is there now.
      unlock(description, held);
      description.file().close();
      closeIdle();
    }
  }

  private Description describe() throws Problem, SysException {
    Description kept = idle.poll();
    if (kept != null) {
      return kept;
    }
    Fd file;
    try {
      file = sys.openFile(meta, fileName, access);
    } catch (SysException e) {
      if (e.errno() == Errno.ENOENT) {
        throw gone(e);
      }
      throw e;
    }
    try {
      return new Description(file, FileKey.of(sys.stat(file)));
    } catch (SysException e) {
      file.close();
      throw e;
    }
  }

  private void lock(Description description, Range range, long deadline)
      throws Problem, SysException {
    long park = FIRST_PARK_NANOS;
    while (!sys.ofdTryLock(description.file(), range.mode(), range.offset())) {
      if (sys.monotonicNanos() - deadline >= 0) {
        throw new Problem(
            ErrorCode.BUSY,
            range.offset() == TOPOLOGY
                ? "directories are being moved since two seconds"
                : "others are changing the same name since two seconds");
      }
      parker.park(park);
      park = Math.min(2 * park, LONGEST_PARK_NANOS);
    }
  }

  private boolean isCurrent(Description description) throws Problem, SysException {
    try {
      if (!FileKey.of(sys.stat(root, metaName)).equals(metaKey)) {
        throw new Problem(
            ErrorCode.ROOT_BINDING_CHANGED,
            metaName + " is not the directory that it was when the store was opened");
      }
      return FileKey.of(sys.stat(meta, fileName)).equals(description.key());
    } catch (SysException e) {
      if (e.errno() == Errno.ENOENT) {
        throw gone(e);
      }
      throw e;
    }
  }

  private Problem gone(SysException e) {
    return new Problem(
        ErrorCode.ROOT_BINDING_CHANGED,
        metaName + "/" + fileName + " is gone; it must stay as long as the store is open",
        e);
  }

  private void leave(Description description, List<Range> held) {
    if (unlock(description, held) && idle.size() < MOST_IDLE) {
      idle.add(description);
    } else {
      description.file().close();
    }
  }

  /**
   * Unlocks explicitly: a child between fork and exec may keep the description open for a while.
   */
  private boolean unlock(Description description, List<Range> held) {
    boolean all = true;
    for (Range range : held) {
      try {
        sys.ofdUnlock(description.file(), range.offset());
      } catch (SysException e) {
        all = false; // closing it frees the byte
      }
    }
    return all;
  }

  private void closeIdle() {
    for (Description kept = idle.poll(); kept != null; kept = idle.poll()) {
      kept.file().close();
    }
  }

  /** Closes the descriptions that are kept and the store's directory; no section may be open. */
  @Override
  public void close() {
    closeIdle();
    meta.close();
  }
}
