package dev.holdfast;

import java.io.Serializable;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What happened to the data: the part of an answer that decides whether to repeat, to look or to go
 * on. Every mutation has one, in its receipt or in its {@link MutationException}.
 *
 * <p>Only these combinations exist; the constructor refuses every other one:
 *
 * <table>
 * <caption>Legal combinations</caption>
 * <tr><th>state</th><th>durability</th><th>reason</th><th>phase</th></tr>
 * <tr><td>NOT_COMMITTED</td><td>NOT_ATTEMPTED</td><td>any but NONE and UNKNOWN</td>
 *     <td>PREFLIGHT to VERIFY</td></tr>
 * <tr><td>UNKNOWN</td><td>NOT_PROVABLE</td><td>UNKNOWN or IDENTITY_VIOLATION</td>
 *     <td>WRITE to VERIFY</td></tr>
 * <tr><td>COMMITTED</td><td>PROVEN, or NOT_ATTEMPTED if asked for</td><td>NONE</td>
 *     <td>COMPLETE</td></tr>
 * <tr><td>COMMITTED</td><td>NOT_PROVABLE</td>
 *     <td>DURABILITY_NOT_PROVABLE, IDENTITY_VIOLATION or IO_FAILURE</td>
 *     <td>WRITE to CLEANUP</td></tr>
 * </table>
 *
 * @param state whether the change was made
 * @param durability whether it survives a power cut
 * @param reason why it did not end well, {@link Reason#NONE} if it did
 * @param primitive the call that makes, or would have made, the change
 * @param phase how far the operation came
 * @param errno the error number behind the reason, or null if there is none
 * @param syncFailures the syncs that failed, at most {@value #MAX_SYNC_FAILURES}
 * @param residue names relative to the root of what was left behind, empty if nothing was
 */
public record MutationOutcome(
    State state,
    DurabilityState durability,
    Reason reason,
    Primitive primitive,
    Phase phase,
    @Nullable Integer errno,
    List<SyncFailure> syncFailures,
    List<String> residue)
    implements Serializable {

  /** The most sync failures that one outcome reports. */
  public static final int MAX_SYNC_FAILURES = 4;

  /** Whether the change was made. */
  public enum State {
    /**
     * Nothing changed at the path; the operation may be repeated. Directories that were made for it
     * stay, since others may rely on them already, and are named in the residue.
     */
    NOT_COMMITTED,
    /** The change is there for everybody to see. */
    COMMITTED,
    /** It could not be found out; look before deciding. */
    UNKNOWN;

    /**
     * The name for JSON and other processes.
     *
     * @return the name in lower case
     */
    public String wireName() {
      return lower(this);
    }
  }

  /** Whether the change survives a power cut. */
  public enum DurabilityState {
    /** No sync was due: nothing was committed, or {@link Durability#OS_BUFFERED} was asked for. */
    NOT_ATTEMPTED,
    /** Every sync that it needs succeeded. */
    PROVEN,
    /** It may or may not. */
    NOT_PROVABLE;

    /**
     * The name for JSON and other processes.
     *
     * @return the name in lower case
     */
    public String wireName() {
      return lower(this);
    }
  }

  /** Why an operation did not end well. */
  public enum Reason {
    /** It did. */
    NONE,
    /** The name was taken. */
    DESTINATION_EXISTS,
    /** The file system lacks the atomic step. */
    ATOMIC_UNAVAILABLE,
    /** The two ends are on different file systems. */
    CROSS_DEVICE,
    /** The kernel refused. */
    PERMISSION_DENIED,
    /** Input, output or a resource failed. */
    IO_FAILURE,
    /** A signal interrupted the call too often. */
    INTERRUPTED,
    /** The request could not be carried out as it stands. */
    INVALID_REQUEST,
    /** An object was not the one it had to be. */
    IDENTITY_VIOLATION,
    /** A sync after the change failed. */
    DURABILITY_NOT_PROVABLE,
    /** Nobody knows. */
    UNKNOWN;

    /**
     * The name for JSON and other processes.
     *
     * @return the name in lower case
     */
    public String wireName() {
      return lower(this);
    }
  }

  /** The call that makes a change visible. */
  public enum Primitive {
    /** A name for a finished file, refused if the name is taken. */
    LINKAT_NOREPLACE,
    /** A finished file moved to its name, whatever was there. */
    RENAMEAT_REPLACE,
    /** A finished file exchanged with what was at its name, which was looked at afterwards. */
    RENAMEAT2_EXCHANGE,
    /** An object moved away from its name, to a name that must be free. */
    RENAMEAT2_NOREPLACE,
    /** A name removed where it is, since nothing could be moved. */
    UNLINKAT,
    /** A new directory. */
    MKDIRAT,
    /**
     * Bytes written at the end of a file. The write makes them visible and they are synced
     * afterwards, so that {@link Phase#COMMIT} comes before {@link Phase#FILE_SYNC} here.
     */
    WRITE_APPEND;

    /**
     * The name for JSON and other processes.
     *
     * @return the name in lower case
     */
    public String wireName() {
      return lower(this);
    }
  }

  /** How far an operation came, in order. */
  public enum Phase {
    /** Looking whether it can be done. */
    PREFLIGHT("preflight"),
    /** Creating the private object. */
    STAGE("stage"),
    /** Writing its content. */
    WRITE("write"),
    /** Making it owner-only. */
    SECURE("secure"),
    /** Making its content durable. */
    FILE_SYNC("file_sync"),
    /** The one call that makes it visible. */
    COMMIT("rename"),
    /** Looking whether the name means our object. */
    VERIFY("terminal_identity"),
    /** Making the name durable. */
    PARENT_SYNC("parent_sync"),
    /** Removing what is not needed any more. */
    CLEANUP("cleanup"),
    /** Done. */
    COMPLETE("complete");

    private final String wireName;

    Phase(String wireName) {
      this.wireName = wireName;
    }

    /**
     * The name for JSON and other processes, that of the reference system where it has one.
     *
     * @return a lower-case name
     */
    public String wireName() {
      return wireName;
    }
  }

  /**
   * A sync that failed.
   *
   * @param role what was synced
   * @param errno the error number, or null if there is none
   * @param kind the kind of failure
   */
  public record SyncFailure(Role role, @Nullable Integer errno, Kind kind) implements Serializable {

    /** What was synced. */
    public enum Role {
      /** The directory that the object left. */
      SOURCE,
      /** The directory that the object came to. */
      DESTINATION,
      /** The one directory that it left and came to. */
      SHARED,
      /** The file itself. */
      STAGED_FILE;

      /**
       * The name for JSON and other processes.
       *
       * @return the name in lower case
       */
      public String wireName() {
        return lower(this);
      }
    }

    /** Kinds of failure. */
    public enum Kind {
      /** The file system does not sync this. */
      UNSUPPORTED,
      /** Input or output failed. */
      IO,
      /** The kernel refused. */
      PERMISSION,
      /** Anything else. */
      OTHER;

      /**
       * The name for JSON and other processes.
       *
       * @return the name in lower case
       */
      public String wireName() {
        return lower(this);
      }
    }
  }

  private static final EnumSet<Reason> INCOMPLETE =
      EnumSet.of(Reason.DURABILITY_NOT_PROVABLE, Reason.IDENTITY_VIOLATION, Reason.IO_FAILURE);

  /**
   * An outcome.
   *
   * @param state whether the change was made
   * @param durability whether it survives a power cut
   * @param reason why it did not end well
   * @param primitive the call that makes the change
   * @param phase how far the operation came
   * @param errno the error number, or null
   * @param syncFailures the syncs that failed
   * @param residue what was left behind
   * @throws IllegalArgumentException if the combination is not one of the legal ones
   */
  public MutationOutcome {
    syncFailures = List.copyOf(syncFailures);
    residue = List.copyOf(residue);
    boolean legal =
        switch (state) {
          case NOT_COMMITTED ->
              durability == DurabilityState.NOT_ATTEMPTED
                  && reason != Reason.NONE
                  && reason != Reason.UNKNOWN
                  && within(phase, Phase.PREFLIGHT, Phase.VERIFY);
          case UNKNOWN ->
              durability == DurabilityState.NOT_PROVABLE
                  && (reason == Reason.UNKNOWN || reason == Reason.IDENTITY_VIOLATION)
                  && within(phase, Phase.WRITE, Phase.VERIFY);
          case COMMITTED ->
              phase == Phase.COMPLETE
                  ? reason == Reason.NONE
                      && durability != DurabilityState.NOT_PROVABLE
                      && errno == null
                      && syncFailures.isEmpty()
                  : INCOMPLETE.contains(reason)
                      && durability == DurabilityState.NOT_PROVABLE
                      && within(phase, Phase.WRITE, Phase.CLEANUP);
        };
    if (!legal || syncFailures.size() > MAX_SYNC_FAILURES) {
      throw new IllegalArgumentException(
          "no such outcome: "
              + String.join(
                  " / ",
                  state.wireName(),
                  durability.wireName(),
                  reason.wireName(),
                  phase.wireName())
              + (syncFailures.isEmpty() ? "" : " with sync failures " + syncFailures));
    }
  }

  private static boolean within(Phase phase, Phase first, Phase last) {
    return phase.compareTo(first) >= 0 && phase.compareTo(last) <= 0;
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /**
   * A change that was made and is all that was asked for.
   *
   * @param primitive the call that made it
   * @param requested the durability that was asked for
   * @return the outcome
   */
  public static MutationOutcome complete(Primitive primitive, Durability requested) {
    return new MutationOutcome(
        State.COMMITTED,
        requested == Durability.FULL ? DurabilityState.PROVEN : DurabilityState.NOT_ATTEMPTED,
        Reason.NONE,
        primitive,
        Phase.COMPLETE,
        null,
        List.of(),
        List.of());
  }

  /**
   * Whether it is proven that nothing changed, so that the same operation may be repeated and
   * private objects prepared for it may be removed. An unknown outcome never allows either.
   *
   * @return true only for {@link State#NOT_COMMITTED}
   */
  public boolean provenNotCommitted() {
    return state == State.NOT_COMMITTED;
  }
}
