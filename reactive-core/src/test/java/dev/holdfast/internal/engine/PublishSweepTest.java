package dev.holdfast.internal.engine;

import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.ForwardingSys;
import dev.holdfast.internal.sys.StatFs;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every call of a publish made to fail in every plausible way. */
class PublishSweepTest {
  @TempDir(factory = MemoryTempDir.class)
  Path temp;

  @Test
  void intoTheRoot() throws Exception {
    new PublishSweep(temp, "file") {}.runAll("publish into the root");
  }

  @Test
  void intoAnExistingDirectoryForTheFirstTime() throws Exception {
    new PublishSweep(temp, "a/b/file") {
      @Override
      void prepare(TestRoot root) throws Exception {
        Disk.directory(root.path().resolve("a"));
        Disk.directory(root.path().resolve("a/b"));
      }
    }.runAll("publish into an existing directory, first use");
  }

  @Test
  void intoAnExistingDirectoryLater() throws Exception {
    new PublishSweep(temp, "a/b/file") {
      @Override
      void prepare(TestRoot root) {
        root.publish("a/b/earlier", "text");
      }
    }.runAll("publish into an existing directory, later use");
  }

  @Test
  void intoTheRootWithTwoFaults() throws Exception {
    new PublishSweep(temp, "file") {}.runPairs("publish into the root");
  }

  @Test
  void withItsParentsWithTwoFaults() throws Exception {
    new PublishSweep(temp, "a/b/file") {}.runPairs("publish with parents to be made");
  }

  @Test
  void onAFileSystemThatIsNotKnown() throws Exception {
    new PublishSweep(temp, "a/file") {
      @Override
      Sys port() {
        return new ForwardingSys(TestRoot.LINUX) {
          @Override
          public StatFs statfs(Fd fd) throws SysException {
            return new StatFs("nfs", false);
          }
        };
      }

      @Override
      boolean repeats(String call) {
        return !call.equals("sync") && !call.equals("link");
      }
    }.runAll("publish on a network file system");
  }

  @Test
  void withItsParents() throws Exception {
    new PublishSweep(temp, "a/b/c/file") {
      @Override
      void prepare(TestRoot root) throws Exception {
        Disk.directory(root.path().resolve("a"));
      }
    }.runAll("publish with parents to be made");
  }
}
