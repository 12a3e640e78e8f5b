package dev.holdfast.internal.sys.linux;

import dev.holdfast.internal.sys.Fd;
import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A descriptor whose number is closed exactly once and never while a call uses it: otherwise the
 * kernel could give the number to another file between our look at it and our call.
 */
final class LinuxFd extends Fd {
  private final Descriptor descriptor;
  private final Cleaner.Cleanable cleanable;

  LinuxFd(int number, Cleaner cleaner) {
    descriptor = new Descriptor(number);
    cleanable = cleaner.register(this, descriptor);
  }

  /** The number, which stays ours until {@link #release}. */
  int acquire() {
    return descriptor.acquire();
  }

  void release() {
    descriptor.release();
  }

  @Override
  public void close() {
    cleanable.clean(); // runs the action at most once
  }

  /** The number and how many calls use it; must not refer to the {@link LinuxFd}. */
  private static final class Descriptor implements Runnable {
    private static final int CLOSED = 1 << 30;

    private final int number;
    private final AtomicInteger users = new AtomicInteger();

    Descriptor(int number) {
      this.number = number;
    }

    int acquire() {
      while (true) {
        int before = users.get();
        if ((before & CLOSED) != 0) {
          throw new IllegalStateException("descriptor is closed");
        }
        if (users.compareAndSet(before, before + 1)) {
          return number;
        }
      }
    }

    void release() {
      if (users.decrementAndGet() == CLOSED) {
        int ignored = LibC.close(number);
      }
    }

    @Override
    public void run() {
      if (users.getAndAdd(CLOSED) == 0) {
        int ignored = LibC.close(number);
      }
    }
  }
}
