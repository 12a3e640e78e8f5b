package dev.holdfast.internal.engine;

import dev.holdfast.internal.engine.path.RootPath;
import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Skip;
import dev.holdfast.internal.sys.Sys.Access;
import dev.holdfast.internal.sys.Sys.Acl;
import dev.holdfast.internal.sys.Sys.AclPresence;
import dev.holdfast.internal.sys.SysException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.HexFormat;

/** ACLs, set by another program and seen through the port. */
final class Acls {
  private static final int OTHER_USER = 12_345;

  private Acls() {}

  /** Gives another user everything in what is made in a directory from now on, or skips. */
  static void grantOtherByDefault(Path directory) throws IOException, InterruptedException {
    set(directory, "system.posix_acl_default");
  }

  /** Gives another user everything, or skips; the mode shows the mask as group bits. */
  static void grantOther(Path object) throws IOException, InterruptedException {
    set(object, "system.posix_acl_access");
  }

  private static void set(Path object, String attribute) throws IOException, InterruptedException {
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
    String program =
        "import os, sys; os.setxattr(sys.argv[1], sys.argv[2], bytes.fromhex(sys.argv[3]))";
    String hex = HexFormat.of().formatHex(value);
    if (!Disk.run("python3", "-c", program, object.toString(), attribute, hex)) {
      Skip.because("no python3, or a file system without ACLs: cannot set " + attribute);
    }
  }

  private static ByteBuffer entry(int tag, int permissions, int id) {
    return ByteBuffer.allocate(8)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putShort((short) tag)
        .putShort((short) permissions)
        .putInt(id)
        .flip();
  }

  /** Whether a directory has neither ACL. */
  static boolean hasNone(Path directory) throws Exception {
    AbsolutePath path = RootPath.parse(directory.toString(), "/");
    try (Fd fd = TestRoot.LINUX.openRoot(path, false)) {
      return isAbsent(fd, Acl.ACCESS) && isAbsent(fd, Acl.DEFAULT);
    }
  }

  /** Whether a file has none. */
  static boolean fileHasNone(Path file) throws Exception {
    AbsolutePath path = RootPath.parse(file.toString(), "/");
    try (Fd dir = TestRoot.LINUX.openRoot(path.parent(), false);
        Fd fd = TestRoot.LINUX.openFile(dir, path.names().leaf(), Access.READ)) {
      return isAbsent(fd, Acl.ACCESS);
    }
  }

  private static boolean isAbsent(Fd fd, Acl acl) throws SysException {
    AclPresence found = TestRoot.LINUX.aclQuery(fd, acl);
    return found == AclPresence.ABSENT || found == AclPresence.UNSUPPORTED;
  }
}
