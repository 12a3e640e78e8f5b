package dev.holdfast.internal.engine;

import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.ForwardingSys;
import dev.holdfast.internal.sys.StatFs;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every call of a publish made to fail where it has to do without unnamed files. */
class FallbackSweepTest {
  static final Set<Primitive> LIKE_NFS =
      EnumSet.of(Primitive.UNNAMED_FILES, Primitive.NO_REPLACE, Primitive.EXCHANGE);

  @TempDir(factory = MemoryTempDir.class)
  Path temp;

  /** A publish on a machine that lacks something. */
  private final class Lacking extends PublishSweep {
    private final Set<Primitive> lacking;
    private final boolean remote;

    Lacking(String file, Set<Primitive> lacking, boolean remote) {
      super(temp, file);
      this.lacking = lacking;
      this.remote = remote;
    }

    @Override
    Sys port() {
      Sys kernel = new LackingSys(TestRoot.LINUX, Errno.EOPNOTSUPP, lacking);
      return remote ? remote(kernel) : kernel;
    }

    @Override
    boolean repeats(String call) {
      return !remote || !Set.of("sync", "linkName", "renameNoReplace").contains(call);
    }
  }

  private static Sys remote(Sys kernel) {
    return new ForwardingSys(kernel) {
      @Override
      public StatFs statfs(Fd fd) throws SysException {
        return new StatFs("nfs", super.statfs(fd).readOnly());
      }
    };
  }

  private static final Set<Primitive> NO_UNNAMED_FILES = EnumSet.of(Primitive.UNNAMED_FILES);

  @Test
  void byARename() throws Exception {
    new Lacking("file", NO_UNNAMED_FILES, false).runAll("publish by a rename");
  }

  @Test
  void byARenameWithTwoFaults() throws Exception {
    new Lacking("file", NO_UNNAMED_FILES, false).runPairs("publish by a rename");
  }

  @Test
  void byARenameOnANetwork() throws Exception {
    new Lacking("a/b/file", NO_UNNAMED_FILES, true).runAll("publish by a rename on a network");
  }

  @Test
  void byALink() throws Exception {
    new Lacking("file", LIKE_NFS, false).runAll("publish by a link");
  }

  @Test
  void byALinkWithTwoFaults() throws Exception {
    new Lacking("file", LIKE_NFS, false).runPairs("publish by a link");
  }

  @Test
  void byALinkOnANetwork() throws Exception {
    new Lacking("a/b/file", LIKE_NFS, true).runAll("publish by a link on a network");
  }
}
