package dev.holdfast.internal.engine;

import dev.holdfast.internal.engine.path.RootPath;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Sys.Access;
import dev.holdfast.internal.sys.Sys.LockMode;
import java.nio.file.Path;

/** A byte of a root's lock file in the hands of somebody else. */
final class LockByte implements AutoCloseable {
  /** The byte that stands for the shape of the tree; fixed by the protocol. */
  static final long TOPOLOGY = 65_536;

  private final Fd file;
  private final long offset;

  private LockByte(Fd file, long offset) {
    this.file = file;
    this.offset = offset;
  }

  static LockByte of(Path root, long offset) throws Exception {
    var meta = RootPath.parse(root.resolve(".holdfast").toString(), "/");
    try (Fd dir = TestRoot.LINUX.openRoot(meta, false)) {
      Fd file = TestRoot.LINUX.openFile(dir, Name.of("commit.lock"), Access.READ_WRITE);
      return new LockByte(file, offset);
    }
  }

  /** Whether nobody else has it in any way. */
  boolean take() throws Exception {
    return TestRoot.LINUX.ofdTryLock(file, LockMode.EXCLUSIVE, offset);
  }

  @Override
  public void close() {
    file.close();
  }
}
