package dev.holdfast.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.FileSnapshot;
import dev.holdfast.ManagedStore;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Every read of a living file succeeds and is a whole version of it. */
class ReadsBesideWritersTest extends StoreTestBase {
  private static final int READS = 300;

  /** A record never crosses a page, so one write of it is seen whole or not at all. */
  private static final int RECORD_BYTES = 64;

  /** A plain program that takes no lock: about 1,000 appends a second until it is ended. */
  static final class Appender {
    public static void main(String[] arguments) throws IOException {
      try (FileChannel file = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.APPEND)) {
        for (long number = 0; ; number++) {
          file.write(ByteBuffer.wrap(record(number)));
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
      }
    }
  }

  private static byte[] record(long number) {
    return String.format("%063d\n", number).getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void ofAFileThatAPlainProgramAppendsTo() throws Exception {
    ManagedStore store = open();
    Path log = temporary.resolve("root/log");
    Files.createFile(
        log, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Process appender =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Appender.class.getName(),
                log.toString())
            .inheritIO()
            .start();
    try {
      long last = 0;
      for (int reads = 0; reads < READS || last < 10L * RECORD_BYTES; reads++) {
        FileSnapshot snapshot = Await.result(store.read("log"));
        assertWholeRecords(snapshot.content().getBytes());
        assertThat(snapshot.identity().size()).isEqualTo(snapshot.content().length());
        assertThat(snapshot.identity().size()).isGreaterThanOrEqualTo(last);
        last = snapshot.identity().size();
      }
    } finally {
      appender.destroyForcibly().waitFor();
    }
  }

  private static void assertWholeRecords(byte[] content) {
    assertThat(content.length % RECORD_BYTES).isZero();
    for (int at = 0; at < content.length; at += RECORD_BYTES) {
      byte[] expected = record(at / RECORD_BYTES);
      assertThat(Arrays.equals(content, at, at + RECORD_BYTES, expected, 0, RECORD_BYTES))
          .as("record at byte %d", at)
          .isTrue();
    }
  }

  @Test
  void ofAFileThatAnotherProcessReplaces() throws Exception {
    // Another runtime is another process as far as the store can tell: it shares nothing with ours.
    ManagedStore reader = open();
    ManagedStore writer = Await.result(runtime(sys -> sys).open(vertx, options()));
    Await.result(writer.replace("file", version(0)));
    AtomicBoolean enough = new AtomicBoolean();
    Thread replacing =
        new Thread(
            () -> {
              for (int number = 1; !enough.get(); number++) {
                Await.result(writer.replace("file", version(number)));
              }
            });
    replacing.start();
    try {
      for (int reads = 0; reads < READS; reads++) {
        assertWholeVersion(Await.result(reader.read("file")).content());
      }
    } finally {
      enough.set(true);
      replacing.join();
    }
  }

  /** Content of its own length that carries its own digest. */
  private static Buffer version(int number) {
    byte[] bytes = new byte[new Random(number).nextInt(300_000)];
    new Random(number).nextBytes(bytes);
    return Buffer.buffer(sha256(bytes)).appendBytes(bytes);
  }

  private static void assertWholeVersion(Buffer content) {
    byte[] body = content.getBytes(64, content.length());
    assertThat(content.getString(0, 64)).isEqualTo(sha256(body));
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
