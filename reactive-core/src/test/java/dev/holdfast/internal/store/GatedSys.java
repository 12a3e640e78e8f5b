package dev.holdfast.internal.store;

import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.ForwardingSys;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A port whose unnamed files come only when the test lets them: operations stop in the middle. */
final class GatedSys extends ForwardingSys {
  private final Semaphore gate = new Semaphore(0);
  private volatile boolean closed;
  private volatile CountDownLatch arrivals = new CountDownLatch(0);

  GatedSys(Sys delegate) {
    super(delegate);
  }

  /** From now on operations stop; returns a latch that counts the given number of arrivals. */
  CountDownLatch shut(int expectedArrivals) {
    arrivals = new CountDownLatch(expectedArrivals);
    closed = true;
    return arrivals;
  }

  void open() {
    closed = false;
    gate.release(1_000_000);
  }

  @Override
  public Fd openTmp(Fd dir) throws SysException {
    if (closed) {
      arrivals.countDown();
      try {
        if (!gate.tryAcquire(30, TimeUnit.SECONDS)) {
          throw new AssertionError("nobody opened the gate");
        }
      } catch (InterruptedException e) {
        throw new AssertionError("the worker was interrupted", e);
      }
    }
    return super.openTmp(dir);
  }
}
