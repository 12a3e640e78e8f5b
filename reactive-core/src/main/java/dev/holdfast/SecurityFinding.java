package dev.holdfast;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One fault of one object. An object with several faults has a finding for each of them.
 *
 * @param path the object's path relative to the root, {@code ""} for the root itself; the store's
 *     own directory included, which no operation accepts as a path
 * @param exactPath whether the path is exactly that; false if it has a name that is not UTF-8,
 *     whose bytes are shown as {@code \xNN} where they are not printable
 * @param object which object it was, or null if not even that could be found out
 * @param evidence what was found, and what was wanted
 */
public record SecurityFinding(
    String path, boolean exactPath, @Nullable AuditedObject object, SecurityEvidence evidence) {
  private static final int LONGEST_NAME = 255;

  /**
   * A finding.
   *
   * @param path the object's path relative to the root
   * @param exactPath whether the path is exactly that
   * @param object which object it was, or null
   * @param evidence what was found, and what was wanted
   * @throws IllegalArgumentException if the parts do not fit each other
   */
  public SecurityFinding {
    Objects.requireNonNull(evidence, "evidence");
    if (!isPath(path, exactPath)) {
      throw new IllegalArgumentException("the path is none");
    }
    if (!fits(path, exactPath, object, evidence)) {
      throw new IllegalArgumentException("the evidence does not fit the object");
    }
  }

  private static boolean isPath(String path, boolean exact) {
    if (path.isEmpty()) {
      return exact;
    }
    for (String name : path.split("/", -1)) {
      boolean tooLong = exact && name.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME;
      if (name.isEmpty()
          || name.equals(".")
          || name.equals("..")
          || name.indexOf('\0') >= 0
          || tooLong) {
        return false;
      }
    }
    return true;
  }

  private static boolean fits(
      String path, boolean exact, @Nullable AuditedObject object, SecurityEvidence evidence) {
    if (object == null) {
      return evidence instanceof SecurityEvidence.Unreadable;
    }
    boolean file = object.type() == AuditedObject.Type.FILE;
    boolean directory = object.type() == AuditedObject.Type.DIRECTORY;
    return switch (evidence.kind()) {
      case MODE ->
          ((SecurityEvidence.Mode) evidence).wanted() == (directory ? 0700 : 0600)
              && (file || directory);
      case ACL ->
          directory
              || (file
                  && ((SecurityEvidence.Acl) evidence).acl().attribute()
                      == AclEvidence.Attribute.ACCESS);
      case LINKS -> file;
      case TYPE -> ((SecurityEvidence.ObjectType) evidence).found() == object.type();
      case MOUNT -> ((SecurityEvidence.Mount) evidence).foundDev() == object.dev();
      case NAME -> !exact && !path.isEmpty();
      case OWNER, UNREADABLE -> true;
    };
  }

  /**
   * The kind of fault.
   *
   * @return the kind
   */
  public SecurityEvidence.Kind kind() {
    return evidence.kind();
  }

  /**
   * The code that an operation on the object would fail with, or that names the fault best.
   *
   * @return the code
   */
  public ErrorCode code() {
    return evidence.code();
  }

  /**
   * Which object, what was expected, what was found and what would put it right, for people.
   *
   * @return the text
   */
  public String describe() {
    return (path.isEmpty() ? "the root" : "'" + path + "'") + ": " + evidence.describe();
  }

  /**
   * Whether {@link ManagedStore#repair} may try it: a mode or an ACL.
   *
   * @return false if it refuses faults of this kind
   */
  public boolean repairable() {
    return kind() == SecurityEvidence.Kind.MODE || kind() == SecurityEvidence.Kind.ACL;
  }
}
