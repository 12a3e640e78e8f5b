package dev.holdfast;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * Appends records to one file, as {@link ManagedStore#append(String, Buffer, AppendOptions)} does,
 * and says when more is waiting than should be. Records are written in the order of the calls;
 * those that wait are written together. Safe for use on any thread; it holds nothing open of its
 * own, so that one that is forgotten costs nothing.
 */
public interface Appender {
  /** The default of {@link #setWriteQueueMaxSize(int)}: 1 MiB. */
  int DEFAULT_WRITE_QUEUE_MAX_SIZE = 1024 * 1024;

  /**
   * The file that is appended to.
   *
   * @return the path relative to the root
   */
  String path();

  /**
   * Appends a record. It is accepted whatever is waiting, up to the store's limit of pending
   * operations; look at {@link #writeQueueFull()} afterwards.
   *
   * @param record its bytes; not to be changed before the future completes
   * @return the receipt, on the caller's context; fails as {@link ManagedStore#append(String,
   *     Buffer, AppendOptions)} does, and with {@link ErrorCode#CLOSED} once this is closed
   */
  Future<AppendReceipt> append(Buffer record);

  /**
   * Whether more is waiting than should be.
   *
   * @return true if at least as many bytes wait as {@link #setWriteQueueMaxSize(int)} says
   */
  boolean writeQueueFull();

  /**
   * Sets how many bytes may wait before the queue counts as full.
   *
   * @param bytes at least 1; default {@value #DEFAULT_WRITE_QUEUE_MAX_SIZE}
   * @return this
   * @throws IllegalArgumentException if it is less than 1
   */
  Appender setWriteQueueMaxSize(int bytes);

  /**
   * Sets what to do when a queue that was full has half of its bytes left. Called once each time,
   * on the context of whoever set it; a failed record makes room like a successful one.
   *
   * @param handler what to do, or null for nothing
   * @return this
   */
  Appender drainHandler(@Nullable Handler<Void> handler);

  /**
   * Refuses further records.
   *
   * @return completes, on the caller's context, when every record has its answer; never fails
   */
  Future<Void> close();
}
