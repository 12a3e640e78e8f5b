package dev.holdfast.internal.engine.outcome;

import dev.holdfast.ErrorCode;
import dev.holdfast.Fence;
import dev.holdfast.StoreException;
import dev.holdfast.internal.sys.SysException;
import org.jspecify.annotations.Nullable;

/** Asks fences, whatever they throw. */
public final class Fencing {
  private static final Fence.Hold NOTHING = () -> {};

  private Fencing() {}

  /**
   * Asks before anything is prepared.
   *
   * @param fence the fence, or null if there is none
   * @throws Problem if it refuses
   */
  public static void check(@Nullable Fence fence) throws Problem {
    if (fence == null) {
      return;
    }
    try {
      fence.check();
    } catch (Throwable e) { // nothing has happened yet, whatever it was
      throw refused(e);
    }
  }

  /** The one call that makes a change visible, and the looks that belong to it. */
  @FunctionalInterface
  public interface Commit {
    /**
     * Makes it.
     *
     * @throws Problem if it cannot be made
     * @throws SysException if a call failed
     */
    void make() throws Problem, SysException;
  }

  /**
   * Asks, and commits while what was asked is kept true.
   *
   * @param fence the fence, or null if there is none
   * @param commit the commit
   * @throws Problem if the fence refuses, or as the commit
   * @throws SysException as the commit
   */
  public static void commit(@Nullable Fence fence, Commit commit) throws Problem, SysException {
    Fence.Hold hold = hold(fence);
    try {
      commit.make();
    } finally {
      hold.close();
    }
  }

  private static Fence.Hold hold(@Nullable Fence fence) throws Problem {
    if (fence == null) {
      return NOTHING;
    }
    try {
      return fence.hold();
    } catch (Throwable e) { // nothing was committed yet, whatever it was
      throw refused(e);
    }
  }

  private static Problem refused(Throwable e) {
    ErrorCode code = e instanceof StoreException known ? known.code() : ErrorCode.LOCK_LOST;
    return Problem.causedBy(code, "the fence refused: " + e.getMessage(), e);
  }
}
