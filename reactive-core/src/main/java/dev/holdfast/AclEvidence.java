package dev.holdfast;

import java.util.Objects;

/**
 * What exactly an ACL code is about. It is there exactly when the code is one of {@link
 * ErrorCode#ACL_DENIED}, {@link ErrorCode#ACL_IO_ERROR}, {@link ErrorCode#ACL_PRESENT}, {@link
 * ErrorCode#ACL_MALFORMED} and {@link ErrorCode#ACL_UNKNOWN}.
 *
 * @param operation what was asked of the kernel
 * @param attribute which ACL
 */
public record AclEvidence(Operation operation, Attribute attribute) {

  /** What was asked of the kernel. */
  public enum Operation {
    /** To look whether there is one. */
    QUERY,
    /** To remove it. */
    CLEAR
  }

  /** The two ACLs that an object can carry. */
  public enum Attribute {
    /** Who may use the object; files and directories. */
    ACCESS,
    /** What new children inherit; directories only. */
    DEFAULT
  }

  /**
   * Evidence.
   *
   * @param operation what was asked of the kernel
   * @param attribute which ACL
   */
  public AclEvidence {
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(attribute, "attribute");
  }

  /**
   * Whether a code comes with evidence of this kind.
   *
   * @param code the code
   * @return true for the five codes named above
   */
  public static boolean belongsTo(ErrorCode code) {
    return switch (code) {
      case ACL_DENIED, ACL_IO_ERROR, ACL_PRESENT, ACL_MALFORMED, ACL_UNKNOWN -> true;
      default -> false;
    };
  }

  /** What is present or malformed was found by a query, never by a removal. */
  boolean fits(ErrorCode code) {
    return switch (code) {
      case ACL_PRESENT, ACL_MALFORMED -> operation == Operation.QUERY;
      default -> belongsTo(code);
    };
  }
}
