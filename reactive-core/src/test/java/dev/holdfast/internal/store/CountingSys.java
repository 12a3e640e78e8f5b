package dev.holdfast.internal.store;

import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.ForwardingSys;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts syncs and unnamed files; the next sync can be made to wait. */
final class CountingSys extends ForwardingSys {
  final AtomicInteger syncs = new AtomicInteger();
  final AtomicInteger fileSystemSyncs = new AtomicInteger();
  final Semaphore unnamedFiles = new Semaphore(0);
  private final CountDownLatch gate = new CountDownLatch(1);
  private volatile boolean holding;

  CountingSys(Sys delegate) {
    super(delegate);
  }

  /** From now on syncs of files and directories wait. */
  void hold() {
    syncs.set(0);
    fileSystemSyncs.set(0);
    unnamedFiles.drainPermits();
    holding = true;
  }

  void release() {
    holding = false;
    gate.countDown();
  }

  void awaitUnnamedFiles(int count) throws InterruptedException {
    if (!unnamedFiles.tryAcquire(count, 30, TimeUnit.SECONDS)) {
      throw new AssertionError("expected " + count + " more unnamed files");
    }
  }

  @Override
  public Fd openTmp(Fd dir) throws SysException {
    Fd file = super.openTmp(dir);
    unnamedFiles.release();
    return file;
  }

  @Override
  public void sync(Fd fd) throws SysException {
    syncs.incrementAndGet();
    if (holding) {
      try {
        if (!gate.await(30, TimeUnit.SECONDS)) {
          throw new AssertionError("nobody opened the gate");
        }
      } catch (InterruptedException e) {
        throw new AssertionError("the worker was interrupted", e);
      }
    }
    super.sync(fd);
  }

  @Override
  public void syncFs(Fd fd) throws SysException {
    fileSystemSyncs.incrementAndGet();
    super.syncFs(fd);
  }
}
