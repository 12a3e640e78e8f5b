package dev.holdfast.internal.sys.linux;

import com.sun.jna.Native;
import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Outside;
import dev.holdfast.internal.sys.Sys.Acl;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Other programs' doings in a directory; its path and their names have to be ASCII. */
final class LinuxOutside implements Outside {
  static final int OTHER_USER = 12_345;

  private final Path directory;

  LinuxOutside(Path directory) {
    this.directory = directory;
  }

  Path at(Name name) {
    return directory.resolve(name.toString());
  }

  private byte[] bytes(Name name) {
    return LinuxSys.terminated(at(name).toString());
  }

  @Override
  public void symlink(Name at, String target) throws IOException {
    Files.createSymbolicLink(at(at), Path.of(target));
  }

  @Override
  public void fifo(Name at) throws IOException {
    NativeCalls.check(NativeCalls.mkfifo(bytes(at), 0600), "mkfifo");
  }

  @Override
  public void socket(Name at) throws IOException {
    try (ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.bind(UnixDomainSocketAddress.of(at(at)));
    }
  }

  @Override
  public boolean grantOther(Name at, Acl acl) throws IOException {
    byte[] value =
        ByteBuffer.allocate(4 + 5 * 8)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(2)
            .put(entry(0x01, 7, -1)) // the owner
            .put(entry(0x02, 7, OTHER_USER))
            .put(entry(0x04, 0, -1)) // the group
            .put(entry(0x10, 7, -1)) // the mask
            .put(entry(0x20, 0, -1)) // others
            .array();
    byte[] name =
        LinuxSys.terminated(
            acl == Acl.ACCESS ? "system.posix_acl_access" : "system.posix_acl_default");
    int rc = NativeCalls.setxattr(bytes(at), name, value, value.length, 0);
    if (rc < 0 && LinuxErrno.of(Native.getLastError()) == Errno.EOPNOTSUPP) {
      return false;
    }
    NativeCalls.check(rc, "setxattr");
    return true;
  }

  private static ByteBuffer entry(int tag, int permissions, int id) {
    return ByteBuffer.allocate(8)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putShort((short) tag)
        .putShort((short) permissions)
        .putInt(id)
        .flip();
  }

  @Override
  public Mount mount() {
    return new Mount(new AbsolutePath(NamePath.EMPTY), NamePath.of(Name.of("proc")));
  }
}
