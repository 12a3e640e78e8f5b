package dev.holdfast.internal.engine.staging;

import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.security.OwnerOnly;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.InterruptRetrySys;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file that is not at its name yet: it is secured, written, in one piece or in many, and synced
 * where nobody can see it, and gets its name in one call. Without a name until then, it vanishes
 * when it is closed, also if the process dies; under a private name, recovery removes it.
 */
public final class StagedFile implements AutoCloseable {
  private static final int CHUNK = 128 * 1024;

  /**
   * What link(2) and rename(2) answer when they looked and refused. After any other error, and
   * after any error on a network file system, the call may have taken effect all the same.
   */
  private static final EnumSet<Errno> DEFINITE =
      EnumSet.of(
          Errno.EEXIST,
          Errno.ENOENT,
          Errno.ENOTDIR,
          Errno.EACCES,
          Errno.EPERM,
          Errno.ENOSPC,
          Errno.EDQUOT,
          Errno.EROFS,
          Errno.EMLINK,
          Errno.EXDEV,
          Errno.EINVAL,
          Errno.ENOSYS,
          Errno.EOPNOTSUPP);

  private final Sys sys;
  private final Fd file;
  private final @Nullable PrivateName place;
  private final Sha256 digest = new Sha256();
  private @Nullable Stat self;
  private @Nullable NewFile ended;
  private long length;

  private StagedFile(Sys sys, Fd file, @Nullable PrivateName place) {
    this.sys = sys;
    this.file = file;
    this.place = place;
  }

  /**
   * Creates an empty one without a name.
   *
   * @param sys the port
   * @param dir a directory on the file system where the file is wanted
   * @return the file
   * @throws SysException if it cannot be created
   */
  public static StagedFile unnamed(Sys sys, Fd dir) throws SysException {
    return new StagedFile(sys, sys.openTmp(dir), null);
  }

  /**
   * Creates an empty one with a name in staging.
   *
   * @param sys the port
   * @param dir the staging directory
   * @param name a new name in it
   * @return the file
   * @throws SysException if it cannot be created
   */
  public static StagedFile named(Sys sys, Fd dir, Name name) throws SysException {
    return named(sys, new PrivateName(dir, name, false));
  }

  /**
   * Creates an empty one with a private name.
   *
   * @param sys the port
   * @param place the name, and how it is left
   * @return the file
   * @throws SysException if it cannot be created
   */
  static StagedFile named(Sys sys, PrivateName place) throws SysException {
    Fd dir = place.dir();
    Name name = place.name();
    for (int repeats = 0; ; repeats++) {
      try {
        return new StagedFile(sys, sys.createFile(dir, name), place);
      } catch (SysException e) {
        if (e.errno() != Errno.EINTR || repeats == InterruptRetrySys.ATTEMPTS) {
          throw e;
        }
        Unlinking.unlinkIfThere(sys, dir, name); // it may have been created all the same
      }
    }
  }

  /**
   * Makes it owner-only, so that content may follow.
   *
   * @param mutation the change it is for, which is told the phases
   * @param ownerOnly the rule
   * @throws Problem if it cannot be made owner-only
   * @throws SysException if the kernel cannot tell
   */
  public void start(Mutation mutation, OwnerOnly ownerOnly) throws Problem, SysException {
    mutation.enter(Phase.SECURE);
    self = secure(ownerOnly);
    mutation.enter(Phase.WRITE);
  }

  /**
   * Ends the content; from the second time on it only tells.
   *
   * @return the file as it has to be recognised later
   */
  public NewFile finish() {
    if (ended == null) {
      ended = new NewFile(Objects.requireNonNull(self, "not started"), length, digest.hex());
    }
    return ended;
  }

  /**
   * The open file.
   *
   * @return its descriptor, not to be closed by the caller
   */
  public Fd fd() {
    return file;
  }

  /**
   * Makes it owner-only.
   *
   * @param ownerOnly the rule
   * @return its attributes, which tell it apart from now on
   * @throws Problem if that cannot be done or is not so afterwards
   * @throws SysException if the kernel cannot tell
   */
  public Stat secure(OwnerOnly ownerOnly) throws Problem, SysException {
    return ownerOnly.secureFresh(file, FileType.REGULAR);
  }

  /**
   * Writes content behind what was written before.
   *
   * @param source the content, or the next piece of it
   * @throws SysException if not all could be written
   */
  public void write(ByteSource source) throws SysException {
    byte[] chunk = new byte[Math.min(CHUNK, source.length())];
    for (int position = 0; position < source.length(); ) {
      int count = Math.min(chunk.length, source.length() - position);
      source.copy(position, chunk, count);
      digest.update(chunk, 0, count);
      for (int done = 0; done < count; ) {
        done += sys.write(file, length + done, chunk, done, count - done);
      }
      position += count;
      length += count;
    }
  }

  /**
   * Writes what is in a part of another file.
   *
   * @param source the other file
   * @param from where the part starts
   * @param to where it ends
   * @throws SysException if not all could be copied
   */
  public void copy(Fd source, long from, long to) throws SysException {
    byte[] chunk = new byte[(int) Math.min(CHUNK, to - from)];
    for (long position = from; position < to; ) {
      int wanted = (int) Math.min(chunk.length, to - position);
      int length = sys.read(source, position, chunk, 0, wanted);
      if (length == 0) {
        return; // somebody cut it off meanwhile: that is all there is
      }
      for (int done = 0; done < length; ) {
        done += sys.write(file, position - from + done, chunk, done, length - done);
      }
      position += length;
    }
  }

  /**
   * Makes the content durable. After a failure the file must not be linked: the kernel may have
   * dropped what it could not write.
   *
   * @throws SysException if that is not proven
   */
  public void sync() throws SysException {
    sys.sync(file);
  }

  /** How an attempt to give the file its name ended. */
  public enum Linking {
    /** The name is ours. */
    DONE,
    /** It is proven that the file did not get the name. */
    REFUSED,
    /** Nobody knows. */
    UNKNOWN
  }

  /**
   * An attempt to give the file its name.
   *
   * @param result how it ended
   * @param failure the failed call, empty if it is done
   */
  public record Attempt(Linking result, Optional<SysException> failure) {}

  /**
   * Gives the file its name, if the name is free. A call that failed is not believed: what is at
   * the names, and how many names the file has, decides.
   *
   * @param dir the directory
   * @param name the name
   * @param local whether this is a local file system, where an interrupted call may be repeated
   * @return how it ended
   */
  public Attempt link(Fd dir, Name name, boolean local) {
    for (int repeats = 0; ; repeats++) {
      try {
        give(dir, name);
        return new Attempt(Linking.DONE, Optional.empty());
      } catch (SysException e) {
        if (e.errno() == Errno.EINTR && local && repeats < InterruptRetrySys.ATTEMPTS) {
          continue;
        }
        boolean definite = local && repeats == 0 && DEFINITE.contains(e.errno());
        return new Attempt(observe(dir, name, definite), Optional.of(e));
      }
    }
  }

  private void give(Fd dir, Name name) throws SysException {
    if (place == null) {
      sys.link(file, dir, name);
    } else if (place.renames()) {
      sys.renameNoReplace(place.dir(), place.name(), dir, name);
    } else {
      sys.linkName(place.dir(), place.name(), dir, name);
    }
  }

  /**
   * Gives the file its name, unless something is at it already.
   *
   * @param dir the directory
   * @param name the name
   * @param local whether this is a local file system
   * @throws SysException if something else prevents it
   */
  public void linkUnlessTaken(Fd dir, Name name, boolean local) throws SysException {
    Attempt attempt = link(dir, name, local);
    discard();
    if (attempt.result() != Linking.DONE
        && attempt.failure().isPresent()
        && attempt.failure().get().errno() != Errno.EEXIST) {
      throw attempt.failure().get();
    }
  }

  private Linking observe(Fd dir, Name name, boolean definite) {
    try {
      Stat self = sys.stat(file);
      if (self.nlink() > (place == null ? 0 : 1)) {
        return Linking.DONE; // even if somebody has moved it on meanwhile
      }
      Optional<Stat> there = Names.lookUp(sys, dir, name);
      if (there.isPresent() && there.get().sameObject(self)) {
        return Linking.DONE;
      }
      if (place == null || isAt(place, self)) {
        return Linking.REFUSED;
      }
      return self.nlink() == 1 ? Linking.DONE : Linking.UNKNOWN; // it was, and was moved on
    } catch (SysException e) {
      return definite ? Linking.REFUSED : Linking.UNKNOWN;
    }
  }

  private boolean isAt(PrivateName place, Stat self) throws SysException {
    return Names.lookUp(sys, place.dir(), place.name()).filter(self::sameObject).isPresent();
  }

  /**
   * Whether the file still has its private name when it was given the other one.
   *
   * @return true if {@link #discard} has to follow
   */
  public boolean hasPrivateName() {
    return place != null && !place.renames();
  }

  /**
   * The name that the file has beside the one that it was given, or has instead of it.
   *
   * @return the name in staging; empty if there is none
   */
  public Optional<Name> privateName() {
    return Optional.ofNullable(place).map(PrivateName::name);
  }

  /**
   * Closes the file and removes its private name, if it has one. It is closed first, since network
   * file systems keep the removed name of an open file under another one.
   *
   * @throws SysException if the name may still be there
   */
  public void discard() throws SysException {
    close();
    if (place != null) {
      Unlinking.unlinkIfThere(sys, place.dir(), place.name());
    }
  }

  /** Lets go of the file; without any name it is gone. */
  @Override
  public void close() {
    file.close();
  }
}
