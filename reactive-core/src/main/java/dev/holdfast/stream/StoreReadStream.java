package dev.holdfast.stream;

import dev.holdfast.ErrorCode;
import dev.holdfast.FileIdentity;
import dev.holdfast.ManagedStore;
import dev.holdfast.StoreException;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import org.jspecify.annotations.Nullable;

/**
 * The content of one file, or a part of it, in pieces, made by {@link ManagedStore#readStream}.
 *
 * <p><b>What is read</b> is the file that is at the path when the stream is opened, at the size
 * that it has then, whatever becomes of the name: it may be replaced, removed or appended to
 * meanwhile. If the content that was there is changed in place, which no operation of a store does,
 * the stream fails with {@link ErrorCode#CHANGED_CONCURRENTLY} after its last piece, or as soon as
 * something is missing. So do not trust what came before {@link #endHandler} was called.
 *
 * <p><b>Demand.</b> Reading begins when a {@linkplain #handler handler} is set. The stream flows
 * until it is paused; while it is paused, two pieces are read ahead at most. The end is told as a
 * piece is, when there is demand; a failure is told at once, and what was read ahead is dropped.
 *
 * <p><b>Threads.</b> Methods may be called on any thread; they never block. No thread waits between
 * pieces. Handlers are called, and futures complete, on the Vert.x context that the stream was made
 * on.
 *
 * <p><b>Ends.</b> The stream holds one descriptor and counts as one pending operation of the store
 * until everything was read, it fails, or it is {@linkplain #close closed}: by its user, by setting
 * its handler to null again, which failed pipes do, or, with a failure, by the store being closed
 * or the verticle that made the stream being undeployed. So one that is not read to its end has to
 * be closed.
 */
public interface StoreReadStream extends ReadStream<Buffer> {

  /**
   * Sets what is called with the failure that ends the stream, at most once and instead of the end
   * handler.
   *
   * @param handler gets a {@link StoreException}; null for none
   * @return this
   */
  @Override
  StoreReadStream exceptionHandler(@Nullable Handler<Throwable> handler);

  /**
   * Sets what is called with each piece. The first one begins the reading; null after that closes
   * the stream.
   *
   * @param handler gets buffers that are its own to keep, none of them empty
   * @return this
   */
  @Override
  StoreReadStream handler(@Nullable Handler<Buffer> handler);

  /**
   * Stops the flow: no piece comes before {@link #fetch} or {@link #resume}.
   *
   * @return this
   */
  @Override
  StoreReadStream pause();

  /**
   * Lets the stream flow.
   *
   * @return this
   */
  @Override
  StoreReadStream resume();

  /**
   * Asks for more pieces.
   *
   * @param amount how many, 0 or more, added to those that were asked for before
   * @return this
   * @throws IllegalArgumentException if it is negative
   */
  @Override
  StoreReadStream fetch(long amount);

  /**
   * Sets what is called after the last piece, when it is known that the content was not changed and
   * is the expected one. The descriptor is closed by then.
   *
   * @param endHandler what to call; null for none
   * @return this
   */
  @Override
  StoreReadStream endHandler(@Nullable Handler<Void> endHandler);

  /**
   * Which file is read, known as soon as it is open, before anything is read.
   *
   * <p>On failure as {@link ManagedStore#read}, {@link ErrorCode#TOO_LARGE} excepted; the exception
   * handler is called as well.
   *
   * @return its identity, without digest
   */
  Future<FileIdentity> identity();

  /**
   * The digest of what was read, all of the range.
   *
   * @return the SHA-256 in lower-case hexadecimal, when everything was read and found unchanged;
   *     fails as the stream does, or with {@link ErrorCode#STREAM_ABANDONED} if it was closed
   *     before
   */
  Future<String> sha256();

  /**
   * Closes the stream: no handler is called any more. Idempotent; never fails.
   *
   * @return completes when the descriptor is closed
   */
  Future<Void> close();
}
