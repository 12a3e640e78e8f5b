package dev.holdfast;

import io.vertx.core.buffer.Buffer;

/**
 * The beginning of a file.
 *
 * @param path the path relative to the root
 * @param identity which file it was; with a digest only if all of it was read
 * @param content its first bytes, all of them if it is not longer; the receiver's to keep
 */
public record FilePrefix(String path, FileIdentity identity, Buffer content) {

  /**
   * Whether the content is the whole file.
   *
   * @return true if nothing was left out
   */
  public boolean isWhole() {
    return content.length() == identity.size();
  }
}
