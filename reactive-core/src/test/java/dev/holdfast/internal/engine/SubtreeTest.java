package dev.holdfast.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.AppendOptions;
import dev.holdfast.ErrorCode;
import dev.holdfast.RequestException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.sys.Skip;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Handles on a directory of a root: how they are opened and closed. */
class SubtreeTest extends RootTestCase {
  private static final ByteSource TEXT = ByteSource.of("text".getBytes(UTF_8));

  private static void publish(StoreHandle handle, String path) {
    handle.publish(path, TEXT, new WriteOptions());
  }

  private static void append(StoreHandle handle, String path) {
    handle.append(path, List.of(TEXT), null, new AppendOptions());
  }

  private RequestException refused(ErrorCode code, String path) {
    return Failures.request(code, () -> root.subtree(path));
  }

  @Test
  void saysWhereItIs() {
    root.handle().ensureDirectory("s/t/u");
    assertThat(root.handle().path()).isEmpty();
    assertThat(root.subtree("s/t").path()).isEqualTo("s/t");
  }

  @Test
  void isOpenedOnADirectoryThatExists() throws Exception {
    root.publish("s/file", "text");
    assertThat(refused(ErrorCode.NOT_FOUND, "absent").path()).contains("absent");
    refused(ErrorCode.NOT_FOUND, "s/absent");
    refused(ErrorCode.NOT_DIRECTORY, "s/file");
    refused(ErrorCode.NOT_DIRECTORY, "s/file/below");
    Files.createSymbolicLink(below("link"), below("s"));
    refused(ErrorCode.REPARSE_POINT, "link");
    Files.createSymbolicLink(below("s/link"), temp);
    refused(ErrorCode.REPARSE_POINT, "s/link/root");
    Held.byOneWriter(root.path());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "/", "/s", "s/", "s//t", ".", "..", "s/..", ".holdfast", "s/.holdfast"})
  void isOpenedByAPathOnly(String path) {
    root.handle().ensureDirectory("s/t");
    refused(ErrorCode.INVALID_PATH, path);
  }

  @Test
  void isRefusedUnlessItIsOwnerOnly() throws Exception {
    root.publish("s/t/file", "text");
    Disk.chmod(below("s/t"), 0750);
    assertThat(refused(ErrorCode.MODE_MISMATCH, "s/t")).hasMessageContaining("'s/t'");
    Disk.chmod(below("s/t"), 0700);
    Disk.chmod(below("s"), 0711);
    assertThat(refused(ErrorCode.MODE_MISMATCH, "s/t")).hasMessageContaining("'s'");
    Disk.chmod(below("s"), 0700);
    Acls.grantOtherByDefault(below("s/t"));
    assertThat(refused(ErrorCode.ACL_PRESENT, "s/t")).hasMessageContaining("'s/t'");
    Held.byOneWriter(root.path());
  }

  @Test
  void isRefusedInAnotherStore() throws Exception {
    root.handle().ensureDirectory("s/t/u");
    Disk.directory(below("s/t/.holdfast"));
    refused(ErrorCode.NESTED_ROOT, "s/t");
    refused(ErrorCode.NESTED_ROOT, "s/t/u");
    root.subtree("s");
  }

  @Test
  void isRefusedOnAMount() throws Exception {
    root.handle().ensureDirectory("s/t");
    String path = below("s").toString();
    if (!Disk.isSuperuser() || !Disk.run("mount", "--bind", path, path)) {
      Skip.because("cannot mount here");
    }
    try {
      refused(ErrorCode.MOUNT, "s");
      refused(ErrorCode.MOUNT, "s/t");
    } finally {
      assertThat(Disk.run("umount", path)).isTrue();
    }
    root.subtree("s/t");
  }

  @Test
  void seesNothingOutside() throws Exception {
    root.publish("outside", "text");
    root.publish("s/inside", "text");
    StoreHandle s = root.subtree("s");
    assertThat(s.exists("outside")).isFalse();
    Failures.request(ErrorCode.INVALID_PATH, () -> s.read("../outside"));
    Failures.notCommitted(ErrorCode.INVALID_PATH, () -> publish(s, ".holdfast/x"));
    Files.createSymbolicLink(below("s/link"), root.path());
    Failures.request(ErrorCode.REPARSE_POINT, () -> s.read("link/outside"));
  }

  @Test
  void isReadOnlyIfTheOtherOneIs() {
    root.publish("s/file", "text");
    TestRoot reading = rootAt(root.path());
    reading.openReadOnly();
    StoreHandle s = reading.subtree("s");
    assertThat(s.exists("file")).isTrue();
    Failures.notCommitted(ErrorCode.READ_ONLY_HANDLE, () -> publish(s, "new"));
  }

  @Test
  void canBeOpenedInAnother() throws Exception {
    root.handle().ensureDirectory("s/t/u");
    StoreHandle s = root.subtree("s");
    StoreHandle t = s.subtree("t");
    StoreHandle u = t.subtree("u");
    assertThat(u.path()).isEqualTo("s/t/u");
    s.close();
    t.close();
    publish(u, "file");
    assertThat(below("s/t/u/file")).hasContent("text");
    u.close();
    Held.byOneWriter(root.path());
  }

  /** A path has a limit from the root, since that is where recovery begins. */
  @Test
  void isNoWayAroundTheLengthOfPaths() throws Exception {
    String name = "n".repeat(255);
    String deep = String.join("/", List.of(name, name, name, name, name, name, name));
    root.handle().ensureDirectory(deep);
    StoreHandle one = root.subtree(deep);
    one.ensureDirectory(deep);
    StoreHandle two = one.subtree(deep);
    int left = 4095 - (two.path().length() + 1);
    String longest = (name + "/").repeat(left / 256) + "f".repeat(left % 256);
    publish(two, longest);
    assertThat(two.exists(longest)).isTrue();
    Failures.notCommitted(ErrorCode.INVALID_PATH, () -> publish(two, longest + "f"));
    Failures.request(ErrorCode.INVALID_PATH, () -> two.exists(longest + "f"));
    two.close();
    one.close();
    root.close();
    assertThat(Disk.run("rm", "-r", root.path().toString())).as("too deep for others").isTrue();
  }

  @Test
  void costsTheSameWhateverIsInIt() {
    FaultySys sys = new FaultySys(TestRoot.LINUX);
    TestRoot counting = rootAt(temp.resolve("counting"), sys);
    counting.handle().ensureDirectory("s/t");
    counting.subtree("s/t");
    sys.arm();
    counting.subtree("s/t");
    int calls = sys.calls().size();
    for (int i = 0; i < 50; i++) {
      counting.publish("s/t/dir" + i + "/file", "text");
    }
    sys.arm();
    counting.subtree("s/t");
    assertThat(sys.calls()).hasSize(calls).hasSizeLessThan(20);
  }

  @Test
  void holdsOneDescriptorMore() throws Exception {
    root.handle().ensureDirectory("s/t");
    StoreHandle one = root.subtree("s/t");
    StoreHandle two = root.subtree("s/t");
    assertThat(Held.besidesLocks(root.path())).filteredOn(held -> held.equals("s/t")).hasSize(2);
    root.close(one);
    root.close(two);
    Held.byOneWriter(root.path());
  }

  @Test
  void keepsTheEngineOpen() throws Exception {
    root.publish("s/file", "text");
    StoreHandle s = root.subtree("s");
    root.close(root.handle());
    publish(s, "new");
    append(s, "log");
    append(s, "log");
    assertThat(below("s/new")).hasContent("text");
    s.close();
    s.close();
    Held.byNobody(temp);
  }

  @Test
  void leavesTheEngineOpen() throws Exception {
    root.publish("s/file", "text");
    root.subtree("s").close();
    root.publish("s/new", "text");
    Held.byOneWriter(root.path());
  }

  @Test
  void closesWhatItKeptOpen() throws Exception {
    root.handle().ensureDirectory("s");
    StoreHandle s = root.subtree("s");
    for (int i = 0; i < 2; i++) {
      append(s, "log");
      append(root.handle(), "log");
    }
    assertThat(Held.besidesLocks(root.path())).contains("s/log", "log");
    root.close(s);
    assertThat(Held.besidesLocks(root.path())).contains("log").doesNotContain("s/log", "s");
    append(root.handle(), "s/log");
    assertThat(below("s/log")).hasContent("text".repeat(3));
  }
}
