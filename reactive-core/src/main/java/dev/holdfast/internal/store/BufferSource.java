package dev.holdfast.internal.store;

import dev.holdfast.internal.engine.staging.ByteSource;
import io.vertx.core.buffer.Buffer;

/**
 * Content in a buffer of the caller, read by the worker piece by piece: copying it on the event
 * loop would be work that belongs on a worker.
 */
final class BufferSource implements ByteSource {
  private final Buffer buffer;
  private final int length;

  BufferSource(Buffer buffer) {
    this.buffer = buffer;
    this.length = buffer.length();
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public void copy(int position, byte[] target, int count) {
    buffer.getBytes(position, position + count, target, 0);
  }
}
