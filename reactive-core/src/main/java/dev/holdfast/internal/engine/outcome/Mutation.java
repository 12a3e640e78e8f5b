package dev.holdfast.internal.engine.outcome;

import dev.holdfast.Durability;
import dev.holdfast.ErrorCode;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.MutationOutcome.Primitive;
import dev.holdfast.MutationOutcome.Reason;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.MutationOutcome.SyncFailure;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.SysException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far one change came. The operation moves it from phase to phase and past the commit point; it
 * turns whatever happens into the one outcome that is true at that moment.
 */
public final class Mutation {
  private final String operation;
  private final String path;
  private Primitive primitive;
  private final List<String> residue = new ArrayList<>();
  private Phase phase = Phase.PREFLIGHT;
  private boolean committed;
  private @Nullable Throwable crash;

  /**
   * A change that has not begun.
   *
   * @param operation what was asked for
   * @param path the path within the store
   * @param primitive the call that will make it
   */
  public Mutation(String operation, String path, Primitive primitive) {
    this.operation = operation;
    this.path = path;
    this.primitive = primitive;
  }

  /**
   * What makes the change.
   *
   * @param <T> the receipt
   */
  @FunctionalInterface
  public interface Change<T> {
    /**
     * Makes it.
     *
     * @return the receipt
     * @throws Problem if it cannot go on
     * @throws SysException if a call failed
     */
    T make() throws Problem, SysException;
  }

  /**
   * Makes the change and turns whatever prevents it into the failure that is true by then.
   *
   * @param change makes it
   * @param <T> the receipt
   * @return the receipt
   * @throws MutationException saying what happened to the data
   */
  public <T> T carryOut(Change<T> change) {
    try {
      return change.make();
    } catch (MutationException e) {
      throw e;
    } catch (Problem e) {
      throw fail(e);
    } catch (SysException e) {
      throw fail(
          e.errno() == Errno.ENOENT
              ? new Problem(
                  ErrorCode.CHANGED_CONCURRENTLY,
                  "the directory was removed during the operation",
                  e)
              : Problem.of(e));
    } catch (RuntimeException | Error e) {
      throw crashed(e);
    }
  }

  /**
   * Whether the commit point is passed.
   *
   * @return true once the change is there for everybody to see
   */
  public boolean isCommitted() {
    return committed;
  }

  /**
   * Goes on to another phase.
   *
   * @param next the phase that begins
   */
  public void enter(Phase next) {
    phase = next;
  }

  /**
   * Passes the commit point: from now on the change is there for everybody to see, and what was
   * made for it belongs to it.
   */
  public void committed() {
    committed = true;
    residue.clear();
  }

  /**
   * Notes something that stays behind if the change is not completed.
   *
   * @param name its path within the store
   */
  public void leaves(String name) {
    residue.add(name);
  }

  /** Notes that nothing stays behind after all. */
  public void leavesNothing() {
    residue.clear();
  }

  /**
   * Changes the call that makes the change.
   *
   * @param other the call that is used instead
   */
  public void by(Primitive other) {
    primitive = other;
  }

  /** Goes back behind the commit point: the change was taken back, and that was verified. */
  public void undone() {
    committed = false;
  }

  /**
   * The outcome of a change that ended as asked for.
   *
   * @param durability what was asked for
   * @return the outcome
   */
  public MutationOutcome complete(Durability durability) {
    return MutationOutcome.complete(primitive, durability);
  }

  /**
   * The failure of a change, by what happened and how far it came.
   *
   * @param problem what happened
   * @return the exception for the caller
   */
  public MutationException fail(Problem problem) {
    if (!committed) {
      return exception(
          problem,
          problem.code(),
          State.NOT_COMMITTED,
          DurabilityState.NOT_ATTEMPTED,
          reasonBeforeCommit(problem),
          List.of());
    }
    if (phase == Phase.PARENT_SYNC || phase == Phase.FILE_SYNC) {
      SysException call = problem.failedCall();
      return exception(
          problem,
          ErrorCode.DURABILITY_NOT_PROVABLE,
          State.COMMITTED,
          DurabilityState.NOT_PROVABLE,
          Reason.DURABILITY_NOT_PROVABLE,
          call != null && call.isSync() ? List.of(syncFailure(call)) : List.of());
    }
    return exception(
        problem,
        problem.code(),
        State.COMMITTED,
        DurabilityState.NOT_PROVABLE,
        reasonBeforeCommit(problem) == Reason.IDENTITY_VIOLATION
            ? Reason.IDENTITY_VIOLATION
            : Reason.IO_FAILURE,
        List.of());
  }

  /**
   * The failure of a change of which nobody knows whether it was made.
   *
   * @param problem what happened
   * @return the exception for the caller
   */
  public MutationException unknown(Problem problem) {
    return exception(
        problem,
        ErrorCode.OUTCOME_UNKNOWN,
        State.UNKNOWN,
        DurabilityState.NOT_PROVABLE,
        Reason.UNKNOWN,
        List.of());
  }

  /**
   * The failure of a change through an error of the program or the Java runtime, memory included.
   *
   * @param error what was thrown
   * @return the exception for the caller, with the error as its cause
   */
  MutationException crashed(Throwable error) {
    crash = error;
    Problem problem = new Problem(ErrorCode.IO_ERROR, "the program failed: " + error);
    return phase == Phase.COMMIT && !committed ? unknown(problem) : fail(problem);
  }

  private MutationException exception(
      Problem problem,
      ErrorCode code,
      State state,
      DurabilityState durability,
      Reason reason,
      List<SyncFailure> syncFailures) {
    MutationOutcome outcome =
        new MutationOutcome(
            state,
            durability,
            reason,
            primitive,
            legalPhase(state),
            problem.errno(),
            syncFailures,
            residue);
    String verdict =
        switch (state) {
          case NOT_COMMITTED ->
              residue.isEmpty()
                  ? " Nothing was changed."
                  : " The change was not made; left behind: " + residue + ".";
          case COMMITTED -> " The change was made.";
          case UNKNOWN -> " Whether the change was made is not known.";
        };
    return new MutationException(
        code,
        problem.message(operation, path) + verdict,
        path,
        outcome,
        crash == null ? problem.getCause() : crash);
  }

  /** The nearest phase that an outcome of this state can have. */
  private Phase legalPhase(State state) {
    Phase first = state == State.NOT_COMMITTED ? Phase.PREFLIGHT : Phase.WRITE;
    Phase last = state == State.COMMITTED ? Phase.CLEANUP : Phase.VERIFY;
    return phase.compareTo(first) < 0 ? first : phase.compareTo(last) > 0 ? last : phase;
  }

  private static Reason reasonBeforeCommit(Problem problem) {
    return switch (problem.code()) {
      case DESTINATION_CONFLICT -> Reason.DESTINATION_EXISTS;
      case ATOMIC_UNAVAILABLE -> Reason.ATOMIC_UNAVAILABLE;
      case CROSS_DEVICE -> Reason.CROSS_DEVICE;
      case PERMISSION_DENIED, ACL_DENIED -> Reason.PERMISSION_DENIED;
      case ACL_PRESENT,
          ACL_MALFORMED,
          REPARSE_POINT,
          IDENTITY_MISMATCH,
          OWNER_MISMATCH,
          MODE_MISMATCH,
          HARD_LINK,
          NOT_REGULAR_FILE,
          CHANGED_CONCURRENTLY,
          MOUNT,
          ROOT_BINDING_CHANGED,
          NESTED_ROOT ->
          Reason.IDENTITY_VIOLATION;
      case NOT_FOUND,
          NOT_DIRECTORY,
          INVALID_PATH,
          INVALID_REQUEST,
          TOO_LARGE,
          CONTENT_MISMATCH,
          STREAM_ABANDONED,
          READ_ONLY_HANDLE,
          CLOSED,
          BUSY,
          LOCK_LOST,
          FENCE_LOST,
          CAPACITY_EXCEEDED ->
          Reason.INVALID_REQUEST;
      default -> {
        SysException call = problem.failedCall();
        yield call != null && call.errno() == Errno.EINTR ? Reason.INTERRUPTED : Reason.IO_FAILURE;
      }
    };
  }

  private SyncFailure syncFailure(SysException call) {
    SyncFailure.Kind kind =
        switch (call.errno()) {
          case EOPNOTSUPP -> SyncFailure.Kind.UNSUPPORTED;
          case EACCES, EPERM -> SyncFailure.Kind.PERMISSION;
          case EIO -> SyncFailure.Kind.IO;
          default -> SyncFailure.Kind.OTHER;
        };
    SyncFailure.Role role =
        phase == Phase.FILE_SYNC ? SyncFailure.Role.STAGED_FILE : SyncFailure.Role.DESTINATION;
    return new SyncFailure(role, call.number(), kind);
  }
}
