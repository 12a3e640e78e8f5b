package dev.holdfast;

import java.util.List;
import java.util.Objects;

/**
 * What one opening of a store did about objects that were there and were not owner-only.
 *
 * @param policy what it was allowed to do
 * @param applied what was made owner-only, or already was, in this order: the root, the store's own
 *     directory, the directories in that; empty under {@link SecurityPolicy#VERIFY_FIRST}
 * @param repair what was repaired in the tree; empty unless {@link SecurityPolicy#REPAIR_ON_OPEN}
 */
public record OpeningSecurity(
    SecurityPolicy policy, List<AppliedSecurity> applied, RepairReport repair) {
  /** Nothing was to be done. */
  public static final OpeningSecurity VERIFIED =
      new OpeningSecurity(SecurityPolicy.VERIFY_FIRST, List.of(), new RepairReport(List.of()));

  /**
   * A report.
   *
   * @param policy what the opening was allowed to do
   * @param applied what was made owner-only
   * @param repair what was repaired in the tree
   * @throws IllegalArgumentException if more was done than the policy allows
   */
  public OpeningSecurity {
    Objects.requireNonNull(policy, "policy");
    applied = List.copyOf(applied);
    if (policy == SecurityPolicy.VERIFY_FIRST && !applied.isEmpty()) {
      throw new IllegalArgumentException("nothing is applied under " + policy);
    }
    if (policy != SecurityPolicy.REPAIR_ON_OPEN && !repair.results().isEmpty()) {
      throw new IllegalArgumentException("nothing is repaired under " + policy);
    }
  }
}
