package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.ListEntry;
import dev.holdfast.ListOptions;
import dev.holdfast.StoreException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.sys.Errno;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every call of the operations that change nothing, made to fail in every plausible way. */
class LookSweepTest {
  private static final byte[] CONTENT = Disk.bytes(150_000);

  @TempDir(factory = MemoryTempDir.class)
  Path temp;

  @Test
  void read() throws Exception {
    sweep("read", handle -> Disk.sha256(handle.read("a/b/file").bytes()), Disk.sha256(CONTENT));
  }

  @Test
  void readPrefix() throws Exception {
    sweep("readPrefix", handle -> handle.readPrefix("a/b/file", 10).bytes().length, 10);
  }

  @Test
  void identify() throws Exception {
    sweep("identify", handle -> handle.identify("a/b/file").size(), (long) CONTENT.length);
  }

  @Test
  void exists() throws Exception {
    sweep("exists", handle -> handle.exists("a/b/file"), true);
  }

  @Test
  void list() throws Exception {
    sweep("list", handle -> names(handle, "a/b"), List.of("dir", "file"));
  }

  private static List<String> names(StoreHandle handle, String directory) {
    return handle.list(directory, new ListOptions()).entries().stream()
        .map(ListEntry::name)
        .toList();
  }

  private <T> void sweep(String operation, Function<StoreHandle, T> look, T expected)
      throws Exception {
    new Sweep<T>(temp) {
      @Override
      void prepare(TestRoot root) throws Exception {
        root.handle().ensureDirectory("a/b/dir");
        root.publish("a/b/file", CONTENT, new WriteOptions());
      }

      @Override
      T run(StoreHandle handle) {
        return look.apply(handle);
      }

      @Override
      void check(Result<T> result) {
        assertThat(result.added()).isEmpty();
        Errno errno = result.fault().errno();
        String call = result.call().name();
        if (!result.succeeded()) {
          ErrorCode code = ((StoreException) result.thrown()).code();
          assertThat(Faults.explains(code, call, errno)).as("code " + code).isTrue();
          assertThat(code == ErrorCode.NOT_FOUND && errno != Errno.ENOENT)
              .as("absence without proof")
              .isFalse();
        } else if (errno != Errno.ENOENT) {
          assertThat(result.value()).isEqualTo(expected);
        } else {
          assertThat(call).as("nobody knows what the root's path means").isNotEqualTo("statPath");
        }
      }
    }.runAll(operation);
  }
}
