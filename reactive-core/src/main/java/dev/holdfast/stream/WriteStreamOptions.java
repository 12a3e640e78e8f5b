package dev.holdfast.stream;

import dev.holdfast.Durability;
import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.Fence;
import dev.holdfast.WriteOptions;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What a write stream does with its content, and what the content has to be. */
public final class WriteStreamOptions {
  /** The default of {@link #isReplace()}: a new file, which never replaces one. */
  public static final boolean DEFAULT_REPLACE = false;

  /** The default of {@link #getMaxSize()}: no limit. */
  public static final long DEFAULT_MAX_SIZE = Long.MAX_VALUE;

  /** The default of {@link #getWriteQueueMaxSize()}: 512 KiB. */
  public static final int DEFAULT_WRITE_QUEUE_MAX_SIZE = 512 * 1024;

  private boolean replace = DEFAULT_REPLACE;
  private Durability durability = WriteOptions.DEFAULT_DURABILITY;
  private boolean createParents = WriteOptions.DEFAULT_CREATE_PARENTS;
  private long maxSize = DEFAULT_MAX_SIZE;
  private int writeQueueMaxSize = DEFAULT_WRITE_QUEUE_MAX_SIZE;
  private @Nullable Long expectedSize;
  private @Nullable String expectedSha256;
  private @Nullable Expectation replacedExpectation;
  private @Nullable Fence fence;

  /** The defaults: a new file, durable, missing directories are made, any content. */
  public WriteStreamOptions() {}

  /**
   * A copy.
   *
   * @param other what to copy
   */
  public WriteStreamOptions(WriteStreamOptions other) {
    replace = other.replace;
    durability = other.durability;
    createParents = other.createParents;
    maxSize = other.maxSize;
    writeQueueMaxSize = other.writeQueueMaxSize;
    expectedSize = other.expectedSize;
    expectedSha256 = other.expectedSha256;
    replacedExpectation = other.replacedExpectation;
    fence = other.fence;
  }

  /**
   * Whether a file that is there is replaced.
   *
   * @return true if it is
   */
  public boolean isReplace() {
    return replace;
  }

  /**
   * Sets whether a file that is there is replaced. Otherwise the stream fails with {@link
   * ErrorCode#DESTINATION_CONFLICT} if anything is at the path when it ends.
   *
   * @param replace true to replace; default false
   * @return this
   */
  public WriteStreamOptions setReplace(boolean replace) {
    this.replace = replace;
    if (!replace) {
      replacedExpectation = null;
    }
    return this;
  }

  /**
   * Which file has to be there to be replaced.
   *
   * @return the expectation, or null if whatever is there is replaced
   */
  public @Nullable Expectation getReplacedExpectation() {
    return replacedExpectation;
  }

  /**
   * Replaces a file only if it is the expected one, when the stream is opened and still when it
   * ends, as {@link dev.holdfast.ManagedStore#compareAndReplace} does. Otherwise the stream fails
   * with {@link ErrorCode#IDENTITY_MISMATCH}, or {@link ErrorCode#NOT_FOUND} if nothing is there,
   * and nothing is changed. Implies {@link #setReplace}.
   *
   * @param expectation what the file has to be
   * @return this
   */
  public WriteStreamOptions setReplacedExpectation(Expectation expectation) {
    this.replacedExpectation = Objects.requireNonNull(expectation, "expectation");
    this.replace = true;
    return this;
  }

  /**
   * What is asked whether the file may still be written.
   *
   * @return the fence, or null if nothing is asked
   */
  public @Nullable Fence getFence() {
    return fence;
  }

  /**
   * Sets what is asked whether the file may still be written: when the stream is opened, and right
   * before the file appears. If it refuses, nothing was changed.
   *
   * @param fence the fence, or null for none, the default
   * @return this
   */
  public WriteStreamOptions setFence(@Nullable Fence fence) {
    this.fence = fence;
    return this;
  }

  /**
   * What the file has to survive.
   *
   * @return the level
   */
  public Durability getDurability() {
    return durability;
  }

  /**
   * Sets what the file has to survive once the stream has ended.
   *
   * @param durability the level; default {@link Durability#FULL}
   * @return this
   */
  public WriteStreamOptions setDurability(Durability durability) {
    this.durability = Objects.requireNonNull(durability, "durability");
    return this;
  }

  /**
   * Whether missing directories on the way are made.
   *
   * @return true if they are
   */
  public boolean isCreateParents() {
    return createParents;
  }

  /**
   * Sets whether missing directories on the way are made, 0700, when the stream is opened. They
   * stay if it fails. Otherwise a missing one fails it with {@link ErrorCode#NOT_FOUND}.
   *
   * @param createParents true to make them, the default
   * @return this
   */
  public WriteStreamOptions setCreateParents(boolean createParents) {
    this.createParents = createParents;
    return this;
  }

  /**
   * The most that the content may have.
   *
   * @return bytes
   */
  public long getMaxSize() {
    return maxSize;
  }

  /**
   * Sets the most that the content may have; the stream fails with {@link ErrorCode#TOO_LARGE}
   * before it writes more. The store's {@code maxFileBytes} does not apply to streams.
   *
   * @param maxSize bytes, 0 or more; default no limit
   * @return this
   * @throws IllegalArgumentException if it is negative
   */
  public WriteStreamOptions setMaxSize(long maxSize) {
    this.maxSize = Limits.notNegative("maxSize", maxSize);
    return this;
  }

  /**
   * How much may wait to be written before the stream calls itself full.
   *
   * @return bytes
   */
  public int getWriteQueueMaxSize() {
    return writeQueueMaxSize;
  }

  /**
   * Sets how much may wait to be written before {@link StoreWriteStream#writeQueueFull()} is true.
   * Whoever heeds that, as pipes do, keeps the stream's memory to this and one buffer more.
   *
   * @param writeQueueMaxSize bytes, at least 1; default 512 KiB
   * @return this
   * @throws IllegalArgumentException if it is less than 1
   */
  public WriteStreamOptions setWriteQueueMaxSize(int writeQueueMaxSize) {
    this.writeQueueMaxSize = Limits.positive("writeQueueMaxSize", writeQueueMaxSize);
    return this;
  }

  /**
   * How much content there has to be.
   *
   * @return bytes, or empty if any number is right
   */
  public OptionalLong getExpectedSize() {
    return expectedSize == null ? OptionalLong.empty() : OptionalLong.of(expectedSize);
  }

  /**
   * Sets how much content there has to be, a {@code Content-Length} for example. The stream fails
   * with {@link ErrorCode#CONTENT_MISMATCH} if it is another number, and nothing is left.
   *
   * @param expectedSize bytes, 0 or more; default any number
   * @return this
   * @throws IllegalArgumentException if it is negative
   */
  public WriteStreamOptions setExpectedSize(long expectedSize) {
    this.expectedSize = Limits.notNegative("expectedSize", expectedSize);
    return this;
  }

  /**
   * Which digest the content has to have.
   *
   * @return the SHA-256 in lower-case hexadecimal, or null if any is right
   */
  public @Nullable String getExpectedSha256() {
    return expectedSha256;
  }

  /**
   * Sets which digest the content has to have. The stream fails with {@link
   * ErrorCode#CONTENT_MISMATCH} if it is another one, and nothing is left.
   *
   * @param expectedSha256 the SHA-256 in hexadecimal, 64 digits in any case; default any digest
   * @return this
   * @throws IllegalArgumentException if it is no such number
   */
  public WriteStreamOptions setExpectedSha256(String expectedSha256) {
    this.expectedSha256 = Limits.sha256(expectedSha256);
    return this;
  }
}
