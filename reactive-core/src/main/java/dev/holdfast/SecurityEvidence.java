package dev.holdfast;

import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What was found at an object, against what was wanted. Each kind has its code, and only values
 * that are such a fault can be constructed.
 */
public sealed interface SecurityEvidence {

  /** Kinds of evidence. */
  enum Kind {
    /** {@link Owner}. */
    OWNER,
    /** {@link Mode}. */
    MODE,
    /** {@link Acl}. */
    ACL,
    /** {@link Links}. */
    LINKS,
    /** {@link ObjectType}. */
    TYPE,
    /** {@link Mount}. */
    MOUNT,
    /** {@link UndecodableName}. */
    NAME,
    /** {@link Unreadable}. */
    UNREADABLE
  }

  /**
   * The kind, to match on.
   *
   * @return the kind
   */
  Kind kind();

  /**
   * The code of this fault.
   *
   * @return the code
   */
  ErrorCode code();

  /**
   * What was expected, what was found and what would put it right, for people.
   *
   * @return the text, without the object's path
   */
  String describe();

  /**
   * The object belongs to another user. Its mode and its ACLs are that user's business and are not
   * looked at.
   *
   * @param found the uid of its owner
   * @param wanted the uid that this process runs as
   */
  record Owner(int found, int wanted) implements SecurityEvidence {
    /**
     * Evidence.
     *
     * @param found the uid of its owner
     * @param wanted our uid
     * @throws IllegalArgumentException if they are equal
     */
    public Owner {
      require(found != wanted, "the owner is the wanted one");
    }

    @Override
    public String describe() {
      return "expected uid "
          + Integer.toUnsignedString(wanted)
          + " as owner, found uid "
          + Integer.toUnsignedString(found)
          + " (chown "
          + Integer.toUnsignedString(wanted)
          + " gives it back)";
    }

    @Override
    public Kind kind() {
      return Kind.OWNER;
    }

    @Override
    public ErrorCode code() {
      return ErrorCode.OWNER_MISMATCH;
    }
  }

  /**
   * The permission bits are not the owner-only ones.
   *
   * @param found the bits of 07777
   * @param wanted 0600 for a file, 0700 for a directory
   */
  record Mode(int found, int wanted) implements SecurityEvidence {
    /**
     * Evidence.
     *
     * @param found the bits of 07777
     * @param wanted 0600 or 0700
     * @throws IllegalArgumentException if they are equal or out of range
     */
    public Mode {
      require((found & ~07777) == 0, "the mode is out of range");
      require(wanted == 0600 || wanted == 0700, "the wanted mode is not owner-only");
      require(found != wanted, "the mode is the wanted one");
    }

    @Override
    public String describe() {
      return String.format(
          "expected mode %1$04o, found %2$04o (chmod %1$04o sets it)", wanted, found);
    }

    @Override
    public Kind kind() {
      return Kind.MODE;
    }

    @Override
    public ErrorCode code() {
      return ErrorCode.MODE_MISMATCH;
    }
  }

  /**
   * The object carries an ACL, or nobody can tell; none is wanted.
   *
   * @param code one of the ACL codes that {@link AclEvidence} names
   * @param acl which ACL; the operation is always a query, since an audit removes nothing
   */
  record Acl(ErrorCode code, AclEvidence acl) implements SecurityEvidence {
    /**
     * Evidence.
     *
     * @param code one of the ACL codes
     * @param acl which ACL
     * @throws IllegalArgumentException if the code is another one, or the operation no query
     */
    public Acl {
      require(AclEvidence.belongsTo(code), "the code is not about an ACL");
      require(acl.operation() == AclEvidence.Operation.QUERY, "an audit removes nothing");
    }

    @Override
    public String describe() {
      String which = acl.attribute() == AclEvidence.Attribute.ACCESS ? "access" : "default";
      String removal =
          which.equals("access") ? " (setfacl -b removes it)" : " (setfacl -k removes it)";
      return switch (code) {
        case ACL_PRESENT ->
            "expected no ACL, found a"
                + (which.equals("access") ? "n " : " ")
                + which
                + " ACL"
                + removal;
        case ACL_MALFORMED -> "expected no ACL, found an empty " + which + " ACL" + removal;
        default ->
            "expected to see whether there is an ACL ("
                + which
                + "), found that it cannot be told: "
                + code.wireName();
      };
    }

    @Override
    public Kind kind() {
      return Kind.ACL;
    }
  }

  /**
   * The file has more than one name.
   *
   * @param found how many; one is wanted
   */
  record Links(long found) implements SecurityEvidence {
    /**
     * Evidence.
     *
     * @param found how many names
     * @throws IllegalArgumentException unless there are at least two
     */
    public Links {
      require(found > 1, "the file has one name");
    }

    @Override
    public String describe() {
      return "expected one name, found " + found + " (find -inum shows the others)";
    }

    @Override
    public Kind kind() {
      return Kind.LINKS;
    }

    @Override
    public ErrorCode code() {
      return ErrorCode.HARD_LINK;
    }
  }

  /**
   * The object is neither a file nor a directory, or not the one of them that it has to be.
   *
   * @param found what it is
   * @param wanted what it has to be, or null for a file or a directory
   */
  record ObjectType(AuditedObject.Type found, AuditedObject.@Nullable Type wanted)
      implements SecurityEvidence {
    /**
     * Evidence.
     *
     * @param found what it is
     * @param wanted what it has to be, or null for a file or a directory
     * @throws IllegalArgumentException if it is of a wanted type
     */
    public ObjectType {
      require(
          wanted == null
              ? Objects.requireNonNull(found, "found") != AuditedObject.Type.FILE
                  && found != AuditedObject.Type.DIRECTORY
              : isManaged(wanted) && found != wanted,
          "the type is a wanted one");
    }

    private static boolean isManaged(AuditedObject.Type type) {
      return type == AuditedObject.Type.FILE || type == AuditedObject.Type.DIRECTORY;
    }

    @Override
    public String describe() {
      return "expected a "
          + (wanted == null ? "file or directory" : StrictFields.lower(wanted))
          + ", found a "
          + StrictFields.lower(found)
          + " (move it away)";
    }

    @Override
    public Kind kind() {
      return Kind.TYPE;
    }

    @Override
    public ErrorCode code() {
      return found == AuditedObject.Type.SYMLINK
          ? ErrorCode.REPARSE_POINT
          : wanted == AuditedObject.Type.DIRECTORY
              ? ErrorCode.NOT_DIRECTORY
              : ErrorCode.NOT_REGULAR_FILE;
    }
  }

  /**
   * The object is on another file system, or reached through another mount, than the root. What is
   * below it was not looked at.
   *
   * @param foundDev its device number
   * @param foundMount its mount's number, 0 on kernels that do not tell
   * @param wantedDev the root's device number
   * @param wantedMount the root's mount's number, 0 on kernels that do not tell
   */
  record Mount(long foundDev, long foundMount, long wantedDev, long wantedMount)
      implements SecurityEvidence {
    /**
     * Evidence.
     *
     * @param foundDev its device number
     * @param foundMount its mount's number
     * @param wantedDev the root's device number
     * @param wantedMount the root's mount's number
     * @throws IllegalArgumentException if it is on the root's mount
     */
    public Mount {
      require(
          foundDev != wantedDev || foundMount != wantedMount || foundMount == 0,
          "the mount is the root's");
    }

    @Override
    public String describe() {
      return "expected the root's mount, found another one (umount removes it)";
    }

    @Override
    public Kind kind() {
      return Kind.MOUNT;
    }

    @Override
    public ErrorCode code() {
      return ErrorCode.MOUNT;
    }
  }

  /**
   * The name is not UTF-8, so that no path can name the object.
   *
   * @param bytes the name's bytes in lower-case hexadecimal
   */
  record UndecodableName(String bytes) implements SecurityEvidence {
    private static final Pattern BYTES = Pattern.compile("([0-9a-f]{2}){1,255}");

    /**
     * Evidence.
     *
     * @param bytes the name's bytes in lower-case hexadecimal, 1 to 255 of them
     * @throws IllegalArgumentException if they are not
     */
    public UndecodableName {
      require(BYTES.matcher(bytes).matches(), "the bytes are not hexadecimal");
    }

    @Override
    public String describe() {
      return "expected a name in UTF-8, found the bytes " + bytes + " (rename it)";
    }

    @Override
    public Kind kind() {
      return Kind.NAME;
    }

    @Override
    public ErrorCode code() {
      return ErrorCode.NOT_UTF8;
    }
  }

  /**
   * The object, or a part of what is in the directory, could not be looked at.
   *
   * @param code {@link ErrorCode#PERMISSION_DENIED}, {@link ErrorCode#IO_ERROR}, or {@link
   *     ErrorCode#CHANGED_CONCURRENTLY} if it kept changing
   * @param errno the system's error number; null if it kept changing
   */
  record Unreadable(ErrorCode code, @Nullable Integer errno) implements SecurityEvidence {
    /**
     * Evidence.
     *
     * @param code one of the codes named above
     * @param errno the system's error number, or null
     * @throws IllegalArgumentException if the two do not fit
     */
    public Unreadable {
      require(
          switch (code) {
            case PERMISSION_DENIED, IO_ERROR -> errno != null && errno > 0;
            case CHANGED_CONCURRENTLY -> errno == null;
            default -> false;
          },
          "the code does not say why it could not be looked at");
    }

    @Override
    public String describe() {
      return "expected to be able to look at it, found "
          + (errno == null ? "that it kept changing" : "error number " + errno);
    }

    @Override
    public Kind kind() {
      return Kind.UNREADABLE;
    }
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
