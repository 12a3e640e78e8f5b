package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.sys.Skip;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Device and inode are no identity for a file that nobody holds open: ext4 gives the number of a
 * removed file out again at once.
 */
class RemoveIdentityTest extends RootTestCase {
  private final ActingSys sys = new ActingSys(TestRoot.LINUX);

  @Test
  void aForeignFileThatGotTheInodeNumberIsPutBack() throws Exception {
    TestRoot process = rootAt(root.path(), sys);
    process.publish("file", "ours");
    Object old = Files.getAttribute(below("file"), "unix:ino");
    boolean[] reused = {false};
    sys.before(
        "renameNoReplace",
        1,
        () -> {
          Files.delete(below("file"));
          for (int i = 0; i < 50 && !reused[0]; i++) {
            Path fresh = Disk.file(below("other" + i), "theirs");
            reused[0] = Files.getAttribute(fresh, "unix:ino").equals(old);
            if (reused[0]) {
              Files.move(fresh, below("file"));
            }
          }
          if (!reused[0]) {
            Disk.file(below("file"), "theirs");
          }
        });
    Failures.notCommitted(ErrorCode.IDENTITY_MISMATCH, () -> process.remove("file"));
    assertThat(below("file")).hasContent("theirs");
    if (!reused[0]) {
      Skip.because("this file system does not give inode numbers out again");
    }
  }

  @Test
  void aForeignDirectoryIsPutBack() throws Exception {
    TestRoot process = rootAt(root.path(), sys);
    process.publish("file", "ours");
    sys.before(
        "renameNoReplace",
        1,
        () -> {
          Files.delete(below("file"));
          Disk.file(Disk.directory(below("file")).resolve("inside"), "theirs");
        });
    Failures.notCommitted(ErrorCode.IDENTITY_MISMATCH, () -> process.remove("file"));
    assertThat(below("file/inside")).hasContent("theirs");
  }
}
