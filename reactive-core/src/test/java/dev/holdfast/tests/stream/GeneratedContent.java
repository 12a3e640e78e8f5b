package dev.holdfast.tests.stream;

import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Content of any size that is nowhere kept, made when it is asked for; no two pieces are equal. */
final class GeneratedContent implements ReadStream<Buffer> {
  private static final int PIECE = 64 * 1024;

  private final Context context;
  private final byte[] pattern = new byte[PIECE];
  private final MessageDigest digest;
  private long remaining;
  private boolean flowing = true;
  private boolean scheduled;
  private @Nullable Handler<Buffer> handler;
  private @Nullable Handler<Void> endHandler;

  /** Used on one context only. */
  GeneratedContent(Context context, long length) throws Exception {
    this.context = context;
    this.remaining = length;
    this.digest = MessageDigest.getInstance("SHA-256");
    new Random(length).nextBytes(pattern);
  }

  /** The digest of what was given. */
  String sha256() {
    return HexFormat.of().formatHex(digest.digest());
  }

  private void schedule() {
    if (flowing && !scheduled) {
      scheduled = true;
      context.runOnContext(
          v -> {
            scheduled = false;
            give();
          });
    }
  }

  private void give() {
    Handler<Buffer> receiver = handler;
    if (!flowing || receiver == null) {
      return;
    }
    if (remaining == 0) {
      flowing = false;
      if (endHandler != null) {
        endHandler.handle(null);
      }
      return;
    }
    byte[] piece = pattern.clone();
    for (int i = 0; i < Long.BYTES; i++) {
      piece[i] = (byte) (remaining >>> (8 * i));
    }
    int length = (int) Math.min(PIECE, remaining);
    digest.update(piece, 0, length);
    remaining -= length;
    schedule();
    receiver.handle(Buffer.buffer(piece).slice(0, length));
  }

  @Override
  public ReadStream<Buffer> handler(@Nullable Handler<Buffer> handler) {
    this.handler = handler;
    schedule();
    return this;
  }

  @Override
  public ReadStream<Buffer> pause() {
    flowing = false;
    return this;
  }

  @Override
  public ReadStream<Buffer> resume() {
    flowing = true;
    schedule();
    return this;
  }

  @Override
  public ReadStream<Buffer> fetch(long amount) {
    return resume();
  }

  @Override
  public ReadStream<Buffer> endHandler(@Nullable Handler<Void> endHandler) {
    this.endHandler = endHandler;
    return this;
  }

  @Override
  public ReadStream<Buffer> exceptionHandler(@Nullable Handler<Throwable> handler) {
    return this;
  }
}
