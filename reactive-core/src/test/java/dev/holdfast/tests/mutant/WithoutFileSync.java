package dev.holdfast.tests.mutant;

import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.ForwardingSys;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;

/**
 * A port that forgets to sync files: a store on it acknowledges contents that are not on the disk.
 * Tests of power cuts have to notice.
 */
public final class WithoutFileSync extends ForwardingSys {

  /**
   * Passes everything else on.
   *
   * @param delegate where calls go
   */
  public WithoutFileSync(Sys delegate) {
    super(delegate);
  }

  @Override
  public void sync(Fd fd) throws SysException {
    if (stat(fd).type() != FileType.REGULAR) {
      super.sync(fd);
    }
  }

  @Override
  public void dataSync(Fd file) {}
}
