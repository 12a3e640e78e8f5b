package dev.holdfast.internal.engine.read;

import dev.holdfast.FileIdentity;

/** Content that was read, and which file it belongs to. */
public final class Content {
  private final FileIdentity identity;
  private final byte[] bytes;

  /**
   * Content that was read.
   *
   * @param identity the file; with a digest if all of it was read
   * @param bytes the bytes, which become its own
   */
  public Content(FileIdentity identity, byte[] bytes) {
    this.identity = identity;
    this.bytes = bytes;
  }

  /**
   * The file.
   *
   * @return its identity; with a digest if all of it was read
   */
  public FileIdentity identity() {
    return identity;
  }

  /**
   * What was asked for.
   *
   * @return the bytes, the receiver's to keep
   */
  public byte[] bytes() {
    return bytes;
  }
}
