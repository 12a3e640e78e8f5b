package dev.holdfast.stream;

import dev.holdfast.ErrorCode;
import dev.holdfast.ManagedStore;
import dev.holdfast.MutationException;
import dev.holdfast.MutationReceipt;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.Pipe;
import io.vertx.core.streams.ReadStream;
import io.vertx.core.streams.WriteStream;
import org.jspecify.annotations.Nullable;

/**
 * One change of one file whose content arrives in pieces, made by {@link ManagedStore#writeStream}.
 *
 * <p><b>Nobody sees anything of it before its end.</b> The content is written to a private file on
 * worker threads, one short task at a time, and its SHA-256 is computed on the way. {@link #end()}
 * syncs it and makes it visible as a publish or a replace does, and completes when that is durable.
 * Whatever else ends the stream leaves nothing: {@link #abandon()}, a failed write, a pipe whose
 * source fails, the store being closed, the verticle that made the stream being undeployed, the
 * death of the process. A stream holds two descriptors and counts as one pending operation of the
 * store until it is over, so one that is not needed any more has to be ended or abandoned.
 *
 * <p><b>Order.</b> Only the end of the stream has a place among the operations on its path: after
 * those that were called before {@link #end()}. Others go on while the content is written.
 *
 * <p><b>Threads.</b> Methods may be called on any thread, but by one at a time; they never block.
 * Handlers are called, and futures complete, on the Vert.x context that the stream was made on.
 *
 * <p><b>Memory.</b> What was written and did not reach the file yet is kept; {@link
 * #writeQueueFull()} says when to wait. Nothing else grows with the content.
 */
public interface StoreWriteStream extends WriteStream<Buffer> {

  /**
   * Sets what is called with the failure that ends the stream, at most once. {@link #abandon()} is
   * no failure.
   *
   * @param handler gets a {@link MutationException}; null for none
   * @return this
   */
  @Override
  StoreWriteStream exceptionHandler(@Nullable Handler<Throwable> handler);

  /**
   * Writes the next piece.
   *
   * <p>What is durable on success: nothing yet. Whatever fails, nothing is there, and the stream is
   * over: {@link ErrorCode#TOO_LARGE}, {@link ErrorCode#CONTENT_MISMATCH} (more than announced) and
   * what a publish fails with before its commit. After {@link #end()} it fails with {@link
   * IllegalStateException}, without effect.
   *
   * @param data the piece; not to be changed before the future completes
   * @return completes when it was handed to the operating system
   */
  @Override
  Future<Void> write(Buffer data);

  /**
   * Ends the content and makes the file visible.
   *
   * <p>What is durable on success, with {@link dev.holdfast.Durability#FULL}: the content, the name
   * and every directory on the way. With {@link dev.holdfast.Durability#OS_BUFFERED}: nothing yet.
   * On failure as {@link ManagedStore#publish} or {@link ManagedStore#replace}, and {@link
   * ErrorCode#CONTENT_MISMATCH}, not committed, if size or digest are not the announced ones; or
   * with the failure that ended the stream before. A second call fails with {@link
   * IllegalStateException}, without effect.
   *
   * <p>A {@link Pipe} calls this also when its <em>source</em> failed, unless {@code
   * endOnFailure(false)} was set. The stream recognises such a call and abandons itself, so that
   * {@code source.pipeTo(stream)} never commits half of an upload. It cannot if another write
   * stream is wrapped around it; there, and for pipes of other libraries, use {@link #pipeFrom} or
   * {@link WriteStreamOptions#setExpectedSize}.
   *
   * @return completes when the file is committed and, if asked for, durable
   */
  @Override
  Future<Void> end();

  /**
   * Sets how much may wait before the stream calls itself full.
   *
   * @param maxSize bytes, at least 1
   * @return this
   * @throws IllegalArgumentException if it is less than 1
   */
  @Override
  StoreWriteStream setWriteQueueMaxSize(int maxSize);

  /**
   * Whether as much waits to be written as should.
   *
   * @return true to wait for the drain handler
   */
  @Override
  boolean writeQueueFull();

  /**
   * Sets what is called when, after the stream was full, no more than half of that waits.
   *
   * @param handler what to call; null for none
   * @return this
   */
  @Override
  StoreWriteStream drainHandler(@Nullable Handler<Void> handler);

  /**
   * What became of the change, {@link #end()} with its receipt.
   *
   * @return the receipt, a {@link dev.holdfast.PublishReceipt} or a {@link
   *     dev.holdfast.ReplaceReceipt}, whose identity has size and digest; or a {@link
   *     MutationException} that says what happened to the data
   */
  Future<MutationReceipt> receipt();

  /**
   * Gives the stream up: what was written is removed, and the futures that wait fail with {@link
   * ErrorCode#STREAM_ABANDONED}, not committed. After {@link #end()} it has no effect: the change
   * is carried through. Never fails.
   *
   * @return completes when the stream is over and everything is closed
   */
  Future<Void> abandon();

  /**
   * Writes all that a stream gives, then ends; abandons if the source fails. The safe form of
   * {@code source.pipeTo(this)} for every source and wrapper.
   *
   * @param source where the content comes from
   * @return what {@link #receipt()} gives; a failure of the source is told in the message
   */
  Future<MutationReceipt> pipeFrom(ReadStream<Buffer> source);
}
