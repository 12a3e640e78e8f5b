package dev.holdfast;

import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.Reason;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.MutationOutcome.SyncFailure;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a publish ended, in the form of an earlier storage layer of the same kind, whose tools may
 * still read it. It holds neither paths nor messages, and only in legal combinations.
 *
 * @param code what failed, 1 to 64 of a-z, 0-9 and _, or null
 * @param state whether the change was made
 * @param durability whether it survives a power cut
 * @param reason why it did not end well, {@link Reason#NONE} if it did
 * @param primitive the call that makes, or would have made, the change
 * @param phase how far it came
 * @param collection how much is known about what failed
 * @param osCode the error number behind the reason, or null
 * @param syncFailures the syncs that failed, at most {@value MutationOutcome#MAX_SYNC_FAILURES}
 * @param identity which object it is now: dev, ino, size, mtimeNs, ctimeNs and perhaps nlink as
 *     decimal numbers, perhaps sha256; empty if that is not known
 */
public record PublishEnvelope(
    @Nullable String code,
    State state,
    DurabilityState durability,
    Reason reason,
    Primitive primitive,
    Phase phase,
    Collection collection,
    @Nullable Integer osCode,
    List<FailedSync> syncFailures,
    Map<String, String> identity) {

  /** Stands for every value that makes no sense: nothing is known, so nothing may be removed. */
  public static final PublishEnvelope MALFORMED =
      new PublishEnvelope(
          null,
          State.UNKNOWN,
          DurabilityState.NOT_PROVABLE,
          Reason.UNKNOWN,
          Primitive.UNKNOWN,
          Phase.UNKNOWN,
          Collection.UNAVAILABLE,
          null,
          List.of(),
          Map.of());

  private static final int MAX_EMITTED = 2;

  /** What was published, and how; decides what a value has to contain. */
  public enum Shape {
    /** Anything, by its path. */
    DIRECT_RENAME,
    /** A file below an open root; success names it and is durable. */
    RETAINED_FILE,
    /** A directory below an open root; success names it and is durable. */
    RETAINED_TREE
  }

  /** The call that makes a publish visible. */
  public enum Primitive {
    /** A rename that never replaces, on Linux. */
    RENAMEAT2_NOREPLACE,
    /** A rename that never replaces, on macOS. */
    RENAMEATX_NP_EXCL,
    /** A rename that never replaces, on Windows. */
    WINDOWS_RENAME_NOREPLACE,
    /** A name for a finished file; the only one that a store here uses. */
    LINKAT_NOREPLACE,
    /** A new directory that the finished one replaces. */
    MKDIRAT_RENAMEAT_NOREPLACE,
    /** The platform has none. */
    UNSUPPORTED,
    /** Nobody knows. */
    UNKNOWN
  }

  /** How far a publish came. */
  public enum Phase {
    /** Everything before the content is complete. */
    PREFLIGHT,
    /** Making the content durable. */
    FILE_SYNC,
    /** The one call that makes it visible. */
    RENAME,
    /** Making the directory that the object left durable. */
    SOURCE_PARENT_SYNC,
    /** Making the directory that it came to durable. */
    DESTINATION_PARENT_SYNC,
    /** Looking whether the name means the object. */
    TERMINAL_IDENTITY,
    /** Removing the private name. */
    SOURCE_UNLINK,
    /** Done. */
    COMPLETE,
    /** Nobody knows. */
    UNKNOWN
  }

  /** How much is known about what failed. */
  public enum Collection {
    /** Everything. */
    COMPLETE,
    /** A part. */
    PARTIAL,
    /** Nothing. */
    UNAVAILABLE
  }

  /**
   * A sync that failed.
   *
   * @param phase when; has to fit the role
   * @param failure what was synced, and how it failed
   */
  public record FailedSync(Phase phase, SyncFailure failure) {

    static FailedSync of(SyncFailure failure) {
      return new FailedSync(phaseOf(failure.role()), failure);
    }

    private boolean fits() {
      return phase == Phase.TERMINAL_IDENTITY || phase == phaseOf(failure.role());
    }

    private static Phase phaseOf(SyncFailure.Role role) {
      return switch (role) {
        case STAGED_FILE -> Phase.FILE_SYNC;
        case SOURCE, SHARED -> Phase.SOURCE_PARENT_SYNC;
        case DESTINATION -> Phase.DESTINATION_PARENT_SYNC;
      };
    }
  }

  /**
   * An envelope.
   *
   * @param code what failed, or null
   * @param state whether the change was made
   * @param durability whether it survives a power cut
   * @param reason why it did not end well
   * @param primitive the call that makes the change
   * @param phase how far it came
   * @param collection how much is known about what failed
   * @param osCode the error number, or null
   * @param syncFailures the syncs that failed
   * @param identity which object it is now, or empty
   * @throws IllegalArgumentException if there is no such envelope
   */
  public PublishEnvelope {
    syncFailures = List.copyOf(syncFailures);
    identity = Map.copyOf(identity);
    boolean nothingKnown =
        state == State.UNKNOWN
            && durability == DurabilityState.NOT_PROVABLE
            && reason == Reason.UNKNOWN
            && primitive == Primitive.UNKNOWN
            && phase == Phase.UNKNOWN
            && collection == Collection.UNAVAILABLE
            && code == null
            && osCode == null
            && syncFailures.isEmpty()
            && identity.isEmpty();
    if (!nothingKnown
        && !(legal(state, durability, reason, phase)
            && syncFailures.size() <= MutationOutcome.MAX_SYNC_FAILURES
            && syncFailures.stream().allMatch(FailedSync::fits)
            && (code == null || PublishEnvelopeJson.isCode(code))
            && (identity.isEmpty() || PublishEnvelopeJson.isIdentity(identity)))) {
      throw new IllegalArgumentException("no such envelope");
    }
  }

  private static boolean legal(State state, DurabilityState durability, Reason reason, Phase at) {
    boolean nothing = state == State.NOT_COMMITTED && durability == DurabilityState.NOT_ATTEMPTED;
    boolean doubtful = state == State.COMMITTED && durability == DurabilityState.NOT_PROVABLE;
    boolean unknown = state == State.UNKNOWN && durability == DurabilityState.NOT_PROVABLE;
    boolean done = state == State.COMMITTED && durability != DurabilityState.NOT_PROVABLE;
    return switch (reason) {
      case NONE -> done && at == Phase.COMPLETE;
      case UNKNOWN -> unknown && (at == Phase.RENAME || at == Phase.TERMINAL_IDENTITY);
      case DESTINATION_EXISTS, PERMISSION_DENIED ->
          nothing && (at == Phase.PREFLIGHT || at == Phase.RENAME);
      case ATOMIC_UNAVAILABLE, CROSS_DEVICE, INTERRUPTED -> nothing && at == Phase.RENAME;
      case INVALID_REQUEST -> nothing && at == Phase.PREFLIGHT;
      case IDENTITY_VIOLATION ->
          (nothing && at == Phase.PREFLIGHT) || (doubtful && at == Phase.TERMINAL_IDENTITY);
      case IO_FAILURE ->
          switch (at) {
            case PREFLIGHT, FILE_SYNC, RENAME -> nothing;
            case TERMINAL_IDENTITY, SOURCE_UNLINK -> doubtful;
            default -> false;
          };
      case DURABILITY_NOT_PROVABLE ->
          switch (at) {
            case FILE_SYNC, SOURCE_PARENT_SYNC, DESTINATION_PARENT_SYNC -> doubtful;
            default -> false;
          };
    };
  }

  /**
   * The outcome of a publish in this form. Phase and reason become the nearest ones that the form
   * has; whether the change was made is kept. At most two sync failures are taken over.
   *
   * @param outcome the outcome of a publish
   * @return the envelope, without identity
   * @throws IllegalArgumentException if it is the outcome of another operation
   */
  public static PublishEnvelope of(MutationOutcome outcome) {
    if (outcome.primitive() != MutationOutcome.Primitive.LINKAT_NOREPLACE) {
      throw new IllegalArgumentException("not a publish: " + outcome.primitive().wireName());
    }
    State state = outcome.state();
    Phase phase = phase(state, outcome.phase());
    Reason reason =
        legal(state, outcome.durability(), outcome.reason(), phase)
            ? outcome.reason()
            : nearest(state, phase);
    List<SyncFailure> failures = outcome.syncFailures();
    return new PublishEnvelope(
        code(reason),
        state,
        outcome.durability(),
        reason,
        Primitive.LINKAT_NOREPLACE,
        phase,
        collection(outcome),
        outcome.errno(),
        failures.stream().limit(MAX_EMITTED).map(FailedSync::of).toList(),
        Map.of());
  }

  private static Collection collection(MutationOutcome outcome) {
    int failures = outcome.syncFailures().size();
    if (failures > MAX_EMITTED) {
      return Collection.PARTIAL;
    }
    boolean silent = failures == 0 && outcome.errno() == null && outcome.reason() != Reason.NONE;
    return silent ? Collection.UNAVAILABLE : Collection.COMPLETE;
  }

  private static Phase phase(State state, MutationOutcome.Phase phase) {
    return switch (phase) {
      case COMPLETE -> Phase.COMPLETE;
      case CLEANUP -> Phase.SOURCE_UNLINK;
      case PARENT_SYNC -> Phase.DESTINATION_PARENT_SYNC;
      case VERIFY -> state == State.NOT_COMMITTED ? Phase.RENAME : Phase.TERMINAL_IDENTITY;
      case COMMIT -> state == State.COMMITTED ? Phase.TERMINAL_IDENTITY : Phase.RENAME;
      case FILE_SYNC -> state == State.UNKNOWN ? Phase.RENAME : Phase.FILE_SYNC;
      case PREFLIGHT, STAGE, WRITE, SECURE ->
          switch (state) {
            case NOT_COMMITTED -> Phase.PREFLIGHT;
            case UNKNOWN -> Phase.RENAME;
            case COMMITTED -> Phase.TERMINAL_IDENTITY;
          };
    };
  }

  private static Reason nearest(State state, Phase phase) {
    return switch (state) {
      case NOT_COMMITTED -> Reason.IO_FAILURE;
      case UNKNOWN -> Reason.UNKNOWN;
      case COMMITTED ->
          phase == Phase.FILE_SYNC || phase == Phase.DESTINATION_PARENT_SYNC
              ? Reason.DURABILITY_NOT_PROVABLE
              : Reason.IO_FAILURE;
    };
  }

  private static @Nullable String code(Reason reason) {
    return switch (reason) {
      case NONE -> null;
      case DESTINATION_EXISTS -> "already_exists";
      case IDENTITY_VIOLATION -> "identity_mismatch";
      case DURABILITY_NOT_PROVABLE -> "fsync_failed";
      case IO_FAILURE, UNKNOWN -> "io_error";
      default -> reason.wireName();
    };
  }

  /**
   * Reads a value that came from elsewhere. Never throws.
   *
   * @param value a JSON object, as such or as a map
   * @param shape what it has to be
   * @return the envelope, {@link #MALFORMED} unless it is one of that shape and nothing more
   */
  public static PublishEnvelope classify(@Nullable Object value, Shape shape) {
    return PublishEnvelopeJson.classify(value, shape);
  }

  /**
   * The form for other programs.
   *
   * @return an object that {@link #classify} reads back
   */
  public JsonObject toJson() {
    return PublishEnvelopeJson.write(this);
  }

  /**
   * Whether all that was asked for was done.
   *
   * @return true if nothing failed
   */
  public boolean ok() {
    return reason == Reason.NONE;
  }

  /**
   * Whether the private objects prepared for the publish may be looked for and removed.
   *
   * @return true only if it is proven that nothing was published
   */
  public boolean mayCleanStaging() {
    return state == State.NOT_COMMITTED && durability == DurabilityState.NOT_ATTEMPTED;
  }

  /**
   * Whether it may have failed only because the file system does not know renames that never
   * replace.
   *
   * @return true if another primitive is worth trying
   */
  public boolean renameFlagsUnavailable() {
    return reason == Reason.ATOMIC_UNAVAILABLE || reason == Reason.INVALID_REQUEST;
  }

  /**
   * The code to match on.
   *
   * @return the code, or empty if nothing failed
   */
  public Optional<ErrorCode> errorCode() {
    return switch (reason) {
      case NONE -> Optional.empty();
      case DESTINATION_EXISTS -> Optional.of(ErrorCode.DESTINATION_CONFLICT);
      case ATOMIC_UNAVAILABLE -> Optional.of(ErrorCode.ATOMIC_UNAVAILABLE);
      case INVALID_REQUEST -> Optional.of(ErrorCode.INVALID_REQUEST);
      case DURABILITY_NOT_PROVABLE -> Optional.of(ErrorCode.DURABILITY_NOT_PROVABLE);
      case IDENTITY_VIOLATION -> Optional.of(ErrorCode.IDENTITY_MISMATCH);
      case IO_FAILURE -> Optional.of(ErrorCode.IO_ERROR);
      case CROSS_DEVICE, PERMISSION_DENIED, INTERRUPTED, UNKNOWN ->
          Optional.of(ErrorCode.DURABILITY_FAILED);
    };
  }
}
