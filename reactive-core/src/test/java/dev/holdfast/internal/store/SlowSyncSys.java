package dev.holdfast.internal.store;

import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.ForwardingSys;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A port whose syncs take their time once the test says so, as on a busy disk. */
final class SlowSyncSys extends ForwardingSys {
  private final long millis;
  private final CountDownLatch syncing = new CountDownLatch(1);
  private volatile boolean slow;
  private volatile boolean interrupted;

  SlowSyncSys(Sys delegate, long millis) {
    super(delegate);
    this.millis = millis;
  }

  /** From now on syncs are slow; returns what opens when one has begun. */
  CountDownLatch slowDown() {
    slow = true;
    return syncing;
  }

  /** Whether a thread was interrupted during a slow sync. */
  boolean interrupted() {
    return interrupted;
  }

  @Override
  public void sync(Fd fd) throws SysException {
    if (slow) {
      syncing.countDown();
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
      while (System.nanoTime() < end) {
        LockSupport.parkNanos(end - System.nanoTime());
        interrupted |= Thread.interrupted();
      }
    }
    super.sync(fd);
  }
}
