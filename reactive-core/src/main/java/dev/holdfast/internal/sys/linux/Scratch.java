package dev.holdfast.internal.sys.linux;

import com.sun.jna.Memory;
import java.nio.ByteBuffer;

/** Native memory that a thread reuses from call to call; nothing in it survives the next call. */
final class Scratch {
  /** The most that one read or write transfers. */
  static final int IO_BYTES = 128 * 1024;

  /** Enough for {@code statx} (256), {@code statfs} (120), {@code flock} (32), {@code open_how}. */
  final Memory small = new Memory(256);

  final ByteBuffer smallView = small.getByteBuffer(0, 256);
  final Memory io = new Memory(IO_BYTES);
  final ByteBuffer ioView = io.getByteBuffer(0, IO_BYTES);
}
