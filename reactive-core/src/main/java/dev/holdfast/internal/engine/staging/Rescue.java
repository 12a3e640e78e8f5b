package dev.holdfast.internal.engine.staging;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.scope.RandomNames;
import dev.holdfast.internal.engine.security.OwnerOnly;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.Optional;

/**
 * Keeps objects that are not ours, or of which it is not known: {@code .holdfast/rescued}. Nothing
 * in it is ever deleted automatically; when it is full, objects stay where they are.
 */
public final class Rescue implements AutoCloseable {
  /** The most objects that are kept here. */
  static final int CAPACITY = 1_000;

  private final Sys sys;
  private final PrivateMoves moves;
  private final StagedFiles files;
  private final RandomNames randomNames;
  private final Fd rescued;

  /**
   * A place to keep things.
   *
   * @param moves how objects get here
   * @param files how copies get here
   * @param randomNames for the names they get
   * @param rescued the directory, closed with this
   */
  public Rescue(PrivateMoves moves, StagedFiles files, RandomNames randomNames, Fd rescued) {
    this.sys = moves.sys();
    this.moves = moves;
    this.files = files;
    this.randomNames = randomNames;
    this.rescued = rescued;
  }

  /**
   * Moves an object here, durably.
   *
   * @param dir where it is
   * @param name its name there
   * @return its path relative to the root, or empty if it had to stay
   */
  public Optional<String> keep(Fd dir, Name name) {
    try {
      if (isFull()) {
        return Optional.empty();
      }
      Name kept = Name.of("r-" + randomNames.next());
      moves.away(dir, name, rescued, kept);
      sys.sync(rescued);
      return Optional.of(".holdfast/rescued/" + kept);
    } catch (SysException e) {
      return Optional.empty();
    }
  }

  /**
   * Keeps a copy of a part of a file here, durably.
   *
   * @param ownerOnly the rule
   * @param source the file
   * @param from where the part starts
   * @param to where it ends
   * @return the path of the copy relative to the root
   * @throws Problem {@link ErrorCode#CAPACITY_EXCEEDED} if there is no room for one more object
   * @throws SysException if a call fails
   */
  public String keepCopy(OwnerOnly ownerOnly, Fd source, long from, long to)
      throws Problem, SysException {
    if (isFull()) {
      throw new Problem(
          ErrorCode.CAPACITY_EXCEEDED,
          "there is no room for a torn record: .holdfast/rescued holds " + CAPACITY + " objects");
    }
    try (StagedFile copy = files.wantedIn(rescued)) {
      copy.secure(ownerOnly);
      copy.copy(source, from, to);
      copy.sync();
      Name kept = Name.of("r-" + randomNames.next());
      StagedFile.Attempt attempt = copy.link(rescued, kept, true);
      if (attempt.result() != StagedFile.Linking.DONE) {
        throw attempt.failure().orElseThrow();
      }
      copy.discard();
      sys.sync(rescued);
      return ".holdfast/rescued/" + kept;
    }
  }

  private boolean isFull() throws SysException {
    return Names.all(sys, rescued).size() >= CAPACITY;
  }

  /** Closes the directory. */
  @Override
  public void close() {
    rescued.close();
  }
}
