package dev.holdfast.examples;

import io.vertx.core.buffer.Buffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.Callable;

/** Something to publish: its path in the store, about its size, and its bytes from wherever. */
record SourceFile(String path, long size, Callable<Buffer> content) {

  /** Content and what identifies it. */
  record Loaded(Buffer content, Digest digest) {}

  /** What identifies content. */
  record Digest(long size, String sha256) {}

  /** Loads and digests; never on an event loop. */
  Loaded load() throws Exception {
    Buffer bytes = content.call();
    return new Loaded(bytes, digest(bytes));
  }

  static Digest digest(Buffer content) {
    byte[] hash = sha256().digest(content.getBytes());
    return new Digest(content.length(), HexFormat.of().formatHex(hash));
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }
}
