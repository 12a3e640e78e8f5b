package dev.holdfast;

/**
 * What opening a store does about objects that are there already and are not owner-only. What is
 * made new is owner-only from the start, under every policy; and each later operation verifies what
 * it uses, under every policy.
 *
 * <p>A policy is about one opening: handles on one root need not agree on it. None of them changes
 * an object of another user, follows a link, enters a mount below the root, or touches anything
 * above the root.
 */
public enum SecurityPolicy {
  /** Nothing is changed: an object that is not owner-only fails the opening. */
  VERIFY_FIRST,

  /**
   * The root itself, the store's own directory and the directories directly in that are set to 0700
   * and lose their ACLs. A root that is shared on purpose, by a sticky bit and write access for
   * others as {@code /tmp} has them, is refused as under {@link #VERIFY_FIRST}.
   */
  APPLY,

  /**
   * As {@link #APPLY}; then the whole tree is audited, and modes and ACLs are repaired as {@link
   * ManagedStore#repair} does, within the default limits of {@link AuditOptions} and {@link
   * RepairOptions}. If anything may not be repaired, the opening fails and names the first such
   * entry. Takes time for every object in the store.
   */
  REPAIR_ON_OPEN
}
