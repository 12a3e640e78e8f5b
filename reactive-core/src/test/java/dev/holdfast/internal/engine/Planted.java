package dev.holdfast.internal.engine;

import static dev.holdfast.SecurityEvidence.Kind;

import dev.holdfast.AclEvidence;
import dev.holdfast.SecurityEvidence;
import dev.holdfast.SecurityFinding;
import dev.holdfast.internal.engine.path.RootPath;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A tree with one fault of each kind among objects that are right, planted by other programs. */
final class Planted implements AutoCloseable {
  private static final int OTHER_USER = 12_345;
  private static final Name STRANGE = Name.of(new byte[] {'x', (byte) 0xff});

  /** What an audit has to say about an object. */
  record Fault(String path, Kind kind, String found) {
    static Fault of(SecurityFinding finding) {
      return new Fault(finding.path(), finding.kind(), found(finding.evidence()));
    }

    private static String found(SecurityEvidence evidence) {
      if (evidence instanceof SecurityEvidence.Mode mode) {
        return String.format("%04o", mode.found());
      }
      if (evidence instanceof SecurityEvidence.Acl acl) {
        return acl.code() + " " + acl.acl().operation() + " " + acl.acl().attribute();
      }
      if (evidence instanceof SecurityEvidence.Owner owner) {
        return Integer.toString(owner.found());
      }
      if (evidence instanceof SecurityEvidence.Links links) {
        return Long.toString(links.found());
      }
      if (evidence instanceof SecurityEvidence.ObjectType type) {
        return type.found() + " " + type.code();
      }
      if (evidence instanceof SecurityEvidence.UndecodableName name) {
        return name.bytes();
      }
      return evidence.code().toString();
    }
  }

  private final Path root;
  private final List<Fault> repairable = new ArrayList<>();
  private final List<Fault> refused = new ArrayList<>();
  private final Deque<Path> mounts = new ArrayDeque<>();

  /**
   * Plants in a root that is open.
   *
   * @param root the root
   * @param outside a directory beside it, for the other name of a file
   */
  Planted(Path root, Path outside) throws Exception {
    this.root = root;
    right();
    modes();
    acls();
    links(outside);
    specials();
    own();
    names();
    if (Disk.isSuperuser()) {
      foreign();
      mounts();
    } else {
      System.out.println("SKIPPED: other owners, devices and mounts are not planted: needs root");
    }
  }

  List<Fault> repairable() {
    return repairable;
  }

  List<Fault> refused() {
    return refused;
  }

  List<Fault> all() {
    List<Fault> all = new ArrayList<>(repairable);
    all.addAll(refused);
    return all;
  }

  private Path at(String path) {
    return root.resolve(path);
  }

  private void directory(String path) throws IOException {
    Disk.directory(at(path));
  }

  private void file(String path) throws IOException {
    Disk.file(at(path), path);
  }

  private void right() throws IOException {
    for (String directory : List.of("dir", "dir/sub", "dir/sub/empty", "faults")) {
      directory(directory);
    }
    for (String file : List.of("file", "dir/file", "dir/sub/a", "dir/sub/b", "faults/right")) {
      file(file);
    }
  }

  private void mode(String path, int mode) throws IOException {
    Files.setAttribute(at(path), "unix:mode", mode);
    repairable.add(new Fault(path, Kind.MODE, String.format("%04o", mode)));
  }

  private void modes() throws IOException {
    file("faults/wide");
    mode("faults/wide", 0644);
    file("faults/narrow");
    mode("faults/narrow", 0400);
    file("faults/setuid");
    mode("faults/setuid", 04600);
    directory("faults/open");
    file("faults/open/inside");
    mode("faults/open", 0755);
    directory("faults/setgid");
    mode("faults/setgid", 02700);
    directory("faults/sticky");
    mode("faults/sticky", 01700);
  }

  /** Asleep: the mode is right, so that the ACL is the only fault. */
  private void acls() throws Exception {
    file("faults/acl");
    Acls.grantOther(at("faults/acl"));
    Disk.chmod(at("faults/acl"), 0600);
    acl("faults/acl", AclEvidence.Attribute.ACCESS);
    directory("faults/acl-dir");
    Acls.grantOther(at("faults/acl-dir"));
    Disk.chmod(at("faults/acl-dir"), 0700);
    acl("faults/acl-dir", AclEvidence.Attribute.ACCESS);
    directory("faults/heirs");
    Acls.grantOtherByDefault(at("faults/heirs"));
    acl("faults/heirs", AclEvidence.Attribute.DEFAULT);
  }

  private void acl(String path, AclEvidence.Attribute attribute) {
    repairable.add(new Fault(path, Kind.ACL, "ACL_PRESENT QUERY " + attribute));
  }

  private void links(Path outside) throws IOException {
    file("faults/linked");
    Files.createLink(outside.resolve("other-name"), at("faults/linked"));
    refused.add(new Fault("faults/linked", Kind.LINKS, "2"));
    Files.createSymbolicLink(at("faults/symlink"), outside);
    type("faults/symlink", "SYMLINK REPARSE_POINT");
    Files.createSymbolicLink(at("faults/dangling"), Path.of("nothing"));
    type("faults/dangling", "SYMLINK REPARSE_POINT");
  }

  private void type(String path, String found) {
    refused.add(new Fault(path, Kind.TYPE, found));
  }

  private void specials() throws Exception {
    if (Disk.run("mkfifo", "-m", "600", at("faults/fifo").toString())) {
      type("faults/fifo", "FIFO NOT_REGULAR_FILE");
    }
    try (ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.bind(UnixDomainSocketAddress.of(at("faults/socket")));
    }
    type("faults/socket", "SOCKET NOT_REGULAR_FILE");
  }

  private void own() throws IOException {
    mode(".holdfast/store.json", 0640);
    mode(".holdfast/rescued", 0711);
  }

  private void names() throws Exception {
    try (Fd dir = TestRoot.LINUX.openRoot(RootPath.parse(at("faults").toString(), "/"), false)) {
      TestRoot.LINUX.createFile(dir, STRANGE).close();
    }
    refused.add(new Fault("faults/x\\xff", Kind.NAME, "78ff"));
  }

  private void foreign() throws Exception {
    file("faults/theirs");
    Files.setAttribute(at("faults/theirs"), "unix:uid", OTHER_USER);
    refused.add(new Fault("faults/theirs", Kind.OWNER, Integer.toString(OTHER_USER)));
    directory("faults/their-dir");
    Files.setAttribute(at("faults/their-dir"), "unix:uid", OTHER_USER);
    refused.add(new Fault("faults/their-dir", Kind.OWNER, Integer.toString(OTHER_USER)));
    if (Disk.run("mknod", "-m", "600", at("faults/device").toString(), "c", "1", "3")) {
      type("faults/device", "DEVICE NOT_REGULAR_FILE");
    }
  }

  private void mounts() throws Exception {
    directory("faults/mount");
    mount("faults/mount", "-t", "tmpfs", "-o", "mode=0755", "none");
    directory("faults/bind");
    mount("faults/bind", "--bind", at("dir").toString());
    file("faults/bind-file");
    mount("faults/bind-file", "--bind", at("file").toString());
  }

  private void mount(String path, String... what) throws Exception {
    List<String> command = new ArrayList<>(List.of("mount"));
    command.addAll(List.of(what));
    command.add(at(path).toString());
    if (!Disk.run(command.toArray(String[]::new))) {
      System.out.println("SKIPPED: cannot mount here: " + path);
      return;
    }
    mounts.push(at(path));
    refused.add(new Fault(path, Kind.MOUNT, "MOUNT"));
  }

  /** What would change if somebody touched one of the objects that are to be left alone. */
  Map<String, String> untouchable() throws IOException {
    Map<String, String> state = new TreeMap<>();
    List<String> paths = new ArrayList<>(List.of("file", "dir", "dir/sub/a", "faults/right"));
    refused.stream()
        .filter(fault -> fault.kind() != Kind.NAME)
        .forEach(fault -> paths.add(fault.path()));
    for (String path : paths) {
      state.put(path, state(at(path)));
    }
    return state;
  }

  /** Everything that a change shows in. */
  static String state(Path path) throws IOException {
    return new TreeMap<>(
            Files.readAttributes(
                path, "unix:ino,mode,uid,nlink,size,ctime", LinkOption.NOFOLLOW_LINKS))
        .toString();
  }

  /** Takes away what would outlive the test, or could not be removed by name. */
  @Override
  public void close() throws Exception {
    for (Path mount : mounts) {
      if (!Disk.run("umount", mount.toString())) {
        throw new AssertionError("cannot unmount " + mount);
      }
    }
    try (Fd dir = TestRoot.LINUX.openRoot(RootPath.parse(at("faults").toString(), "/"), false)) {
      TestRoot.LINUX.unlink(dir, STRANGE);
    }
  }
}
