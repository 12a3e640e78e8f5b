package dev.holdfast.tests.preload;

import com.sun.jna.Native;

/**
 * The functions of the preloaded library, in a process that has it. They are found as the port's
 * own are: through the process, so that a library that is not preloaded fails here and not
 * silently.
 */
final class Shim {
  static {
    Native.register(Shim.class, "c");
  }

  private Shim() {}

  static native void holdfast_arm(long number, int action, int errno);

  static native void holdfast_disarm();

  static native void holdfast_pretend_old_kernel(int old);

  static native long holdfast_calls();

  static native int holdfast_fired();

  static native String holdfast_call(long number);

  static native int holdfast_covers(String function);

  /** That of the C library: Java has no way to set it. */
  static native int umask(int mask);
}
