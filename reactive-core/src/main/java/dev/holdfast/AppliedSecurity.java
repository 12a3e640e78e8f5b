package dev.holdfast;

import java.util.Objects;

/**
 * One directory that an opening made owner-only.
 *
 * @param path its path relative to the root, {@code ""} for the root itself
 * @param evidence what the kernel said about its ACLs
 */
public record AppliedSecurity(String path, SecurityEnvelope.Success evidence) {

  /**
   * One directory.
   *
   * @param path its path relative to the root
   * @param evidence what the kernel said
   * @throws IllegalArgumentException if the evidence is of another kind of object, or of a look
   */
  public AppliedSecurity {
    Objects.requireNonNull(path, "path");
    if (evidence.kind() != SecurityEnvelope.Kind.DIRECTORY
        || evidence.protocol() != SecurityEnvelope.Protocol.APPLY) {
      throw new IllegalArgumentException("the evidence is none of a directory made owner-only");
    }
  }
}
