package dev.holdfast.internal.sys.linux;

import com.sun.jna.Native;
import java.io.IOException;

/** Calls that tests make and the port does not. */
final class NativeCalls {
  static {
    Native.register(NativeCalls.class, "c");
  }

  private NativeCalls() {}

  static native int mkfifo(byte[] path, int mode);

  static native int umask(int mask);

  /** {@code times}: the time of the last access, then of the last change; seconds, nanoseconds. */
  static native int utimensat(int dirfd, byte[] path, long[] times, int flags);

  static native int setxattr(byte[] path, byte[] name, byte[] value, long size, int flags);

  /** The result, unless it is a failure. */
  static long check(long rc, String call) throws IOException {
    if (rc < 0) {
      throw new IOException(call + ": error " + Native.getLastError());
    }
    return rc;
  }
}
