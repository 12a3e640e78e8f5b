package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.MutationReceipt;
import dev.holdfast.PublishReceipt;
import dev.holdfast.ReplaceReceipt;
import dev.holdfast.StoreException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.read.FileReading;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.engine.stream.ContentRule;
import dev.holdfast.internal.engine.stream.StreamedWrite;
import dev.holdfast.internal.sys.Errno;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every call of a change or a read in pieces, made to fail in every plausible way. */
class StreamSweepTest {
  private static final ContentRule ANY = new ContentRule(Long.MAX_VALUE, null, null);

  @TempDir(factory = MemoryTempDir.class)
  Path temp;

  @Test
  void publishInPieces() throws Exception {
    new PublishSweep(temp, "a/file") {
      @Override
      PublishReceipt run(StoreHandle handle) {
        return (PublishReceipt) stream(handle, "a/file", false, CONTENT);
      }
    }.runAll("publish in pieces");
  }

  @Test
  void publishInPiecesWithTwoFaults() throws Exception {
    new PublishSweep(temp, "file") {
      @Override
      PublishReceipt run(StoreHandle handle) {
        return (PublishReceipt) stream(handle, "file", false, CONTENT);
      }
    }.runPairs("publish in pieces");
  }

  @Test
  void replaceInPieces() throws Exception {
    new ReplaceSweepTest.ReplaceSweep(temp, "a/file", true) {
      @Override
      ReplaceReceipt run(StoreHandle handle) {
        return (ReplaceReceipt) stream(handle, "a/file", true, ReplaceSweepTest.NEW);
      }
    }.runAll("replace in pieces");
  }

  @Test
  void replaceInPiecesWithTwoFaults() throws Exception {
    new ReplaceSweepTest.ReplaceSweep(temp, "file", true) {
      @Override
      ReplaceReceipt run(StoreHandle handle) {
        return (ReplaceReceipt) stream(handle, "file", true, ReplaceSweepTest.NEW);
      }
    }.runPairs("replace in pieces");
  }

  @Test
  void readInPieces() throws Exception {
    byte[] content = Disk.bytes(100_000);
    new Sweep<String>(temp) {
      @Override
      void prepare(TestRoot root) {
        root.publish("a/file", content, new WriteOptions());
      }

      @Override
      String run(StoreHandle handle) {
        try (FileReading reading = handle.openStream("a/file", 0, Long.MAX_VALUE)) {
          while (reading.remaining() > 0) {
            handle.readOn("a/file", reading, 40_000);
          }
          return handle.finish("a/file", reading, ANY);
        }
      }

      @Override
      void check(Result<String> result) {
        assertThat(result.added()).isEmpty();
        if (result.succeeded()) {
          assertThat(result.value()).isEqualTo(Disk.sha256(content));
          return;
        }
        ErrorCode code = ((StoreException) result.thrown()).code();
        Errno errno = result.fault().errno();
        assertThat(Faults.explains(code, result.call().name(), errno)).as("code " + code).isTrue();
      }
    }.runAll("read in pieces");
  }

  private static MutationReceipt stream(
      StoreHandle handle, String file, boolean replaces, byte[] content) {
    StreamedWrite write =
        handle.streamWrite(file, new StreamedWrite.Kind(replaces, null), new WriteOptions(), ANY);
    write.open();
    for (int at = 0; at < content.length; at += 60_000) {
      int end = Math.min(content.length, at + 60_000);
      write.write(ByteSource.of(Arrays.copyOfRange(content, at, end)));
    }
    return write.commit();
  }
}
