package dev.holdfast.stream;

import dev.holdfast.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Which part of a file a read stream gives, and how. */
public final class ReadStreamOptions {
  /** The default of {@link #getOffset()}: the beginning of the file. */
  public static final long DEFAULT_OFFSET = 0;

  /** The default of {@link #getLength()}: all that there is. */
  public static final long DEFAULT_LENGTH = Long.MAX_VALUE;

  /** The default of {@link #getChunkSize()}: 128 KiB. */
  public static final int DEFAULT_CHUNK_SIZE = 128 * 1024;

  /** The most that {@link #setChunkSize(int)} accepts: 4 MiB. */
  public static final int MAX_CHUNK_SIZE = 4 * 1024 * 1024;

  private long offset = DEFAULT_OFFSET;
  private long length = DEFAULT_LENGTH;
  private int chunkSize = DEFAULT_CHUNK_SIZE;
  private @Nullable String expectedSha256;

  /** The defaults: the whole file, any content. */
  public ReadStreamOptions() {}

  /**
   * A copy.
   *
   * @param other what to copy
   */
  public ReadStreamOptions(ReadStreamOptions other) {
    offset = other.offset;
    length = other.length;
    chunkSize = other.chunkSize;
    expectedSha256 = other.expectedSha256;
  }

  /**
   * Where reading begins.
   *
   * @return bytes from the beginning of the file
   */
  public long getOffset() {
    return offset;
  }

  /**
   * Sets where reading begins. At or beyond the end of the file there is nothing to read, which is
   * no failure.
   *
   * @param offset bytes from the beginning of the file, 0 or more; default 0
   * @return this
   * @throws IllegalArgumentException if it is negative
   */
  public ReadStreamOptions setOffset(long offset) {
    this.offset = Limits.notNegative("offset", offset);
    return this;
  }

  /**
   * How much is read at most.
   *
   * @return bytes
   */
  public long getLength() {
    return length;
  }

  /**
   * Sets how much is read at most; less if the file ends before.
   *
   * @param length bytes, 0 or more; default all that there is
   * @return this
   * @throws IllegalArgumentException if it is negative
   */
  public ReadStreamOptions setLength(long length) {
    this.length = Limits.notNegative("length", length);
    return this;
  }

  /**
   * How large the buffers are that the stream gives.
   *
   * @return bytes
   */
  public int getChunkSize() {
    return chunkSize;
  }

  /**
   * Sets how large the buffers are that the stream gives; the last one may be shorter. The stream
   * keeps at most two of them.
   *
   * @param chunkSize bytes, 1 to {@value #MAX_CHUNK_SIZE}; default 128 KiB
   * @return this
   * @throws IllegalArgumentException if it is out of range
   */
  public ReadStreamOptions setChunkSize(int chunkSize) {
    if (Limits.positive("chunkSize", chunkSize) > MAX_CHUNK_SIZE) {
      throw new IllegalArgumentException(
          "chunkSize is " + chunkSize + ", expected at most " + MAX_CHUNK_SIZE);
    }
    this.chunkSize = chunkSize;
    return this;
  }

  /**
   * Which digest the bytes that are read have to have.
   *
   * @return the SHA-256 in lower-case hexadecimal, or null if any is right
   */
  public @Nullable String getExpectedSha256() {
    return expectedSha256;
  }

  /**
   * Sets which digest the bytes that are read, all of the range, have to have. The stream fails
   * with {@link ErrorCode#CONTENT_MISMATCH} at its end if it is another one.
   *
   * @param expectedSha256 the SHA-256 in hexadecimal, 64 digits in any case; default any digest
   * @return this
   * @throws IllegalArgumentException if it is no such number
   */
  public ReadStreamOptions setExpectedSha256(String expectedSha256) {
    this.expectedSha256 = Limits.sha256(expectedSha256);
    return this;
  }
}
