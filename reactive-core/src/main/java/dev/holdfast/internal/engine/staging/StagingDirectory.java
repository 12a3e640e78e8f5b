package dev.holdfast.internal.engine.staging;

import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.scope.RandomNames;
import dev.holdfast.internal.engine.security.OwnerOnly;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import org.jspecify.annotations.Nullable;

/**
 * The private directory of one live engine below {@code .holdfast/staging}: what is on its way to a
 * name, or away from one, is here under names that nobody else makes. Its {@code owner} file is
 * locked as long as the engine lives; a directory whose lock can be had belongs to a dead one, and
 * {@link Recovery} finishes what it left.
 */
public final class StagingDirectory implements AutoCloseable {
  private static final int ATTEMPTS = 16;

  private final Sys sys;
  private final RandomNames randomNames;
  private final Fd staging;
  private final Name name;
  private final Fd dir;
  private final Fd owner;

  private StagingDirectory(
      Sys sys, RandomNames randomNames, Fd staging, Name name, Fd dir, Fd owner) {
    this.sys = sys;
    this.randomNames = randomNames;
    this.staging = staging;
    this.name = name;
    this.dir = dir;
    this.owner = owner;
  }

  /**
   * Makes one.
   *
   * @param sys the port
   * @param ownerOnly the rule
   * @param randomNames for its name and the names in it
   * @param staging the directory of all of them; closed with this one
   * @return the directory
   * @throws Problem if it cannot be made owner-only
   * @throws SysException if it cannot be made
   */
  public static StagingDirectory create(
      Sys sys, OwnerOnly ownerOnly, RandomNames randomNames, Fd staging)
      throws Problem, SysException {
    for (int attempt = 1; ; attempt++) {
      Name name = Name.of(randomNames.next());
      try {
        sys.mkdir(staging, name);
        Fd dir = sys.openDir(staging, NamePath.of(name));
        try {
          ownerOnly.secureFresh(dir, FileType.DIRECTORY);
          Fd owner = OwnerFile.make(sys, ownerOnly, dir);
          return new StagingDirectory(sys, randomNames, staging, name, dir, owner);
        } catch (Problem | SysException e) {
          dir.close();
          throw e;
        }
      } catch (Problem e) {
        removeQuietly(sys, staging, name);
        throw e;
      } catch (SysException e) {
        // A recovery elsewhere may take the directory, not yet owned, for a dead one's.
        boolean worthAnother = e.errno() == Errno.EINTR || !isThere(sys, staging, name);
        removeQuietly(sys, staging, name);
        if (!worthAnother || attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static void removeQuietly(Sys sys, Fd staging, Name name) {
    try {
      sys.rmdir(staging, name);
    } catch (SysException e) {
      // gone, or left to recovery
    }
  }

  /** A name can outlive its directory for a moment; the directory then has no links. */
  private static boolean isThere(Sys sys, Fd staging, Name name) throws SysException {
    return Names.lookUp(sys, staging, name).filter(found -> found.nlink() > 0).isPresent();
  }

  /**
   * The directory.
   *
   * @return its descriptor, not to be closed by the caller
   */
  public Fd dir() {
    return dir;
  }

  /**
   * Its name among the others.
   *
   * @return the name
   */
  public Name name() {
    return name;
  }

  /**
   * Whether a name is one that only an engine makes, for an object on its way.
   *
   * @param name a name in an engine's directory
   * @return true if there is an object that has, or is to get, a name elsewhere
   */
  public static boolean isPrivate(Name name) {
    return StagedName.isFresh(name) || StagedName.noteOf(name).isPresent();
  }

  /**
   * A name for a new object of ours.
   *
   * @return a name that recovery removes
   */
  public Name newName() {
    return StagedName.fresh(randomNames.next());
  }

  /**
   * A name for an object that is on its way out.
   *
   * @param expected what it is expected to be
   * @return a name by which recovery recognises the object
   */
  public Name nameFor(Stat expected) {
    return StagedName.crossing(randomNames.next(), 0, expected, null);
  }

  /**
   * Names for an exchange.
   *
   * @param ours the object that we put there
   * @param expected the one that is expected to come out
   * @param key under which it is to be kept then, or null if it is not
   * @return the name of the object, and of the note beside it
   */
  public Crossing crossing(Stat ours, Stat expected, @Nullable String key) {
    String operation = randomNames.next();
    return new Crossing(
        StagedName.crossing(operation, ours.ino(), expected, key), StagedName.intent(operation));
  }

  /**
   * Names for an exchange with a file that has a name of its own.
   *
   * @param ours that file
   * @param expected the one that is expected to come out
   * @param key under which it is to be kept then, or null if it is not
   * @return the name of the object, and of the note beside it
   */
  public Crossing borrowing(Stat ours, Stat expected, @Nullable String key) {
    String operation = randomNames.next();
    return new Crossing(
        StagedName.borrowed(operation, ours.ino(), expected, key), StagedName.handover(operation));
  }

  /**
   * Names for an exchange.
   *
   * @param object by which recovery recognises the object
   * @param note for the note beside it
   */
  public record Crossing(Name object, Name note) {}

  /**
   * Where an object in it is, for reports.
   *
   * @param object its name
   * @return its path relative to the root
   */
  public String pathOf(Name object) {
    return ".holdfast/staging/" + name + "/" + object;
  }

  /** Removes it if nothing is left in it; otherwise a later recovery looks at what is. */
  @Override
  public void close() {
    boolean emptied = false;
    try {
      if (isEmpty()) {
        Unlinking.unlinkIfThere(sys, dir, OwnerFile.NAME);
        emptied = true;
        sys.rmdir(staging, name);
        emptied = false;
      }
    } catch (SysException e) {
      // left to recovery, which the lock lets in as soon as the owner is closed
    } finally {
      owner.close();
      if (emptied) { // network file systems keep a name of a file that is open
        removeQuietly(sys, staging, name);
      }
      dir.close();
      staging.close();
    }
  }

  private boolean isEmpty() throws SysException {
    return Names.all(sys, dir).stream().allMatch(OwnerFile.NAME::equals);
  }
}
