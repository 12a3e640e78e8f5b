package dev.holdfast;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a repair did about one finding.
 *
 * @param finding the finding
 * @param action what was done
 * @param code why not, exactly if it was refused or failed
 * @param acl what the code is about, exactly if it is an ACL code
 */
public record RepairResult(
    SecurityFinding finding, Action action, @Nullable ErrorCode code, @Nullable AclEvidence acl) {

  /** What was done. */
  public enum Action {
    /** Mode and ACLs were set, looked at again, and made durable. */
    REPAIRED,
    /** It is owner-only by now, which was made durable. */
    ALREADY_RIGHT,
    /** Nothing, because of {@link RepairOptions#setDryRun}: it would be repaired. */
    REPAIRABLE,
    /** Nothing: the fault is not one to repair, or the object is not the one that was found. */
    REFUSED,
    /** It was tried; the object may have been changed in part, never to let more people in. */
    FAILED,
    /** Nothing: {@link RepairOptions#setMaxObjects} was reached. */
    SKIPPED
  }

  /**
   * A result.
   *
   * @param finding the finding
   * @param action what was done
   * @param code why not, or null
   * @param acl what the code is about, or null
   * @throws IllegalArgumentException if they do not fit each other
   */
  public RepairResult {
    Objects.requireNonNull(finding, "finding");
    boolean failed =
        switch (action) {
          case REFUSED, FAILED -> true;
          case REPAIRED, ALREADY_RIGHT, REPAIRABLE, SKIPPED -> false;
        };
    if (failed != (code != null)) {
      throw new IllegalArgumentException("a code says why something was not done");
    }
    boolean aboutAcl = code != null && AclEvidence.belongsTo(code);
    if (aboutAcl != (acl != null)) {
      throw new IllegalArgumentException("ACL evidence belongs to the ACL codes");
    }
    if (code != null && acl != null && !acl.fits(code)) {
      throw new IllegalArgumentException("what is there was found by looking");
    }
    if (action != Action.REFUSED && !finding.repairable()) {
      throw new IllegalArgumentException("a fault of this kind is refused");
    }
  }
}
