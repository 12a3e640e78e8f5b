package dev.holdfast.internal.sys.linux;

import dev.holdfast.internal.sys.DirStream;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.SysException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A listing through {@code getdents64(2)}; each batch is decoded before the next call. */
final class LinuxDirStream implements DirStream {
  private static final int NAME_OFFSET = 19;

  private final LinuxSys sys;
  private final Fd dir;

  LinuxDirStream(LinuxSys sys, Fd dir) {
    this.sys = sys;
    this.dir = dir;
  }

  @Override
  public List<Entry> next() throws SysException {
    while (true) {
      int bytes = sys.getdents(dir);
      List<Entry> entries = decode(sys.scratch().ioView, bytes);
      if (bytes == 0 || !entries.isEmpty()) {
        return entries;
      }
    }
  }

  private static List<Entry> decode(ByteBuffer records, int bytes) {
    List<Entry> entries = new ArrayList<>();
    for (int at = 0; at < bytes; ) {
      int length = records.getShort(at + 16) & 0xffff;
      int end = at + NAME_OFFSET;
      while (records.get(end) != 0) {
        end++;
      }
      byte[] name = new byte[end - at - NAME_OFFSET];
      records.get(at + NAME_OFFSET, name);
      if (!isDots(name)) {
        entries.add(new Entry(Name.of(name), type(records.get(at + 18))));
      }
      at += length;
    }
    return entries;
  }

  private static boolean isDots(byte[] name) {
    return name[0] == '.' && (name.length == 1 || (name.length == 2 && name[1] == '.'));
  }

  private static FileType type(byte dType) {
    return switch (dType) {
      case 1 -> FileType.FIFO;
      case 2 -> FileType.CHARACTER_DEVICE;
      case 4 -> FileType.DIRECTORY;
      case 6 -> FileType.BLOCK_DEVICE;
      case 8 -> FileType.REGULAR;
      case 10 -> FileType.SYMLINK;
      case 12 -> FileType.SOCKET;
      default -> FileType.UNKNOWN;
    };
  }

  @Override
  public void close() {
    dir.close();
  }
}
