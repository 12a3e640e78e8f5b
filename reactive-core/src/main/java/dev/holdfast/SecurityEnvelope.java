package dev.holdfast;

import io.vertx.core.json.JsonObject;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How making one object owner-only, or looking whether it is, ended, with what the kernel said
 * about its ACLs. The form is that of an earlier storage layer of the same kind, whose tools may
 * still read it: it holds neither paths nor messages, and only legal combinations can be
 * constructed or read.
 *
 * <p>JSON, exactly: a success is {@code {ok: true, platform: "linux", kind, protocol, aclEvidence:
 * {access: {clear, query}, default: {clear, query}}}} with {@code default} exactly for directories;
 * a failure is {@code {ok: false, code}} and {@code operation} and {@code attribute} exactly with
 * the five codes of {@link AclEvidence#belongsTo}. All values are the enums' names in lower case.
 */
public sealed interface SecurityEnvelope {
  /** The codes that a failure can have. */
  Set<ErrorCode> CODES =
      Collections.unmodifiableSet(
          EnumSet.range(ErrorCode.ACL_DENIED, ErrorCode.IO_ERROR)); // the enum's first section

  /** What the object has to be. */
  enum Kind {
    /** A regular file. */
    FILE,
    /** A directory. */
    DIRECTORY
  }

  /** What was asked for. */
  enum Protocol {
    /** To make the object owner-only. */
    APPLY,
    /** To look, and to change nothing. */
    VERIFY
  }

  /** What removing an ACL did. */
  enum Clear {
    /** The kernel accepted it; some file systems say so for an absent ACL too. */
    CLEARED,
    /** There was none. */
    ALREADY_ABSENT,
    /** The file system keeps no ACLs. */
    UNSUPPORTED,
    /** Nothing was to be removed: it was {@link Protocol#VERIFY}. */
    NOT_RUN
  }

  /** What looking for an ACL found; anything else is a failure. */
  enum Query {
    /** None. */
    ABSENT,
    /** The file system keeps no ACLs, so there is none. */
    UNSUPPORTED
  }

  /**
   * What the kernel said about one of the ACLs.
   *
   * @param clear to its removal
   * @param query to the look at it afterwards
   */
  record AclState(Clear clear, Query query) {
    /**
     * Evidence.
     *
     * @param clear what removing it did
     * @param query what was found afterwards
     */
    public AclState {
      Objects.requireNonNull(clear, "clear");
      Objects.requireNonNull(query, "query");
    }
  }

  /**
   * What was asked for.
   *
   * @return the protocol
   */
  Protocol protocol();

  /**
   * What the object had to be.
   *
   * @return the kind
   */
  Kind kind();

  /**
   * Whether the object is owner-only.
   *
   * @return true if it is a {@link Success}
   */
  boolean ok();

  /**
   * The object is owner-only: type, owner and mode are right, and it carries no ACL.
   *
   * @param kind what it is
   * @param protocol whether it was made so or found so
   * @param access its access ACL
   * @param inherited its default ACL, exactly if it is a directory
   */
  record Success(Kind kind, Protocol protocol, AclState access, @Nullable AclState inherited)
      implements SecurityEnvelope {
    /**
     * A success.
     *
     * @param kind what the object is
     * @param protocol whether it was made so or found so
     * @param access its access ACL
     * @param inherited its default ACL, or null
     * @throws IllegalArgumentException if the evidence of a removal is omitted, or told of a look,
     *     or if the default ACL does not fit the kind
     */
    public Success {
      Objects.requireNonNull(kind, "kind");
      Objects.requireNonNull(protocol, "protocol");
      check("access", protocol, access);
      if ((kind == Kind.DIRECTORY) != (inherited != null)) {
        throw new IllegalArgumentException("default is there exactly for a directory");
      }
      if (inherited != null) {
        check("default", protocol, inherited);
      }
    }

    private static void check(String attribute, Protocol protocol, AclState state) {
      boolean omitted = state.clear() == Clear.NOT_RUN;
      if (protocol == Protocol.APPLY && omitted) {
        throw new IllegalArgumentException(
            attribute + ".clear is not_run: apply omitted the evidence of its mutation");
      }
      if (protocol == Protocol.VERIFY && !omitted) {
        throw new IllegalArgumentException(
            attribute
                + ".clear is "
                + StrictFields.lower(state.clear())
                + ": verify reports a mutation");
      }
    }

    @Override
    public boolean ok() {
      return true;
    }
  }

  /**
   * The object is not owner-only, or nobody can tell.
   *
   * @param kind what it had to be
   * @param protocol what was asked for
   * @param code one of {@link #CODES}
   * @param acl what an ACL code is about, exactly if it is one
   */
  record Failure(Kind kind, Protocol protocol, ErrorCode code, @Nullable AclEvidence acl)
      implements SecurityEnvelope {
    /**
     * A failure.
     *
     * @param kind what the object had to be
     * @param protocol what was asked for
     * @param code one of {@link #CODES}
     * @param acl what an ACL code is about, or null
     * @throws IllegalArgumentException if the parts do not fit each other
     */
    public Failure {
      Objects.requireNonNull(kind, "kind");
      Objects.requireNonNull(protocol, "protocol");
      if (!CODES.contains(code)) {
        throw new IllegalArgumentException("code is " + code.wireName() + ", none about security");
      }
      if (AclEvidence.belongsTo(code) != (acl != null)) {
        throw new IllegalArgumentException(
            "operation and attribute are there exactly for an ACL code; code is "
                + code.wireName());
      }
      if (acl != null) {
        check(kind, protocol, code, acl);
      }
    }

    private static void check(Kind kind, Protocol protocol, ErrorCode code, AclEvidence acl) {
      if (protocol == Protocol.VERIFY && acl.operation() == AclEvidence.Operation.CLEAR) {
        throw new IllegalArgumentException("operation is clear: verify reports a mutation");
      }
      if (!acl.fits(code)) {
        throw new IllegalArgumentException("operation is clear: what is there is found by a query");
      }
      if (kind == Kind.FILE && acl.attribute() == AclEvidence.Attribute.DEFAULT) {
        throw new IllegalArgumentException("attribute is default: a file has none");
      }
    }

    @Override
    public boolean ok() {
      return false;
    }
  }

  /**
   * The form for other programs.
   *
   * @return an object that {@link #fromJson} reads back
   */
  default JsonObject toJson() {
    return SecurityEnvelopeJson.write(this);
  }

  /**
   * Reads an envelope, strictly: an unknown or a missing key, a value of another type, an answer to
   * another question and a combination that cannot be are refused. The message names the key.
   *
   * @param json what {@link #toJson} gave
   * @param kind what the object had to be
   * @param protocol what was asked for
   * @return the envelope
   * @throws RequestException {@link ErrorCode#INVALID_REQUEST} if it is none
   */
  static SecurityEnvelope fromJson(JsonObject json, Kind kind, Protocol protocol) {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(protocol, "protocol");
    return StrictFields.read(
        "the security envelope", json, in -> SecurityEnvelopeJson.envelope(in, kind, protocol));
  }
}
