package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.RecoveryReport;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.commit.CommitKey;
import dev.holdfast.internal.engine.path.RootPath;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Stat;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A handle that promises to write nothing. */
class ReadOnlyHandleTest extends RootTestCase {
  private static final List<String> CHANGES =
      List.of(
          "mkdir",
          "link",
          "openTmp",
          "createFile",
          "unlink",
          "rmdir",
          "write",
          "sync",
          "chmod",
          "renameNoReplace",
          "renameExchange",
          "renameReplace",
          "aclClear",
          "ofdTryLock");

  /** Names with what a write would change. */
  private Map<String, String> state() throws Exception {
    Map<String, String> state = new TreeMap<>();
    for (String name : Disk.tree(temp)) {
      Path path = temp.resolve(name);
      state.put(
          name,
          Files.readAttributes(
                  path, "unix:ino,mode,size,ctime,lastModifiedTime", LinkOption.NOFOLLOW_LINKS)
              .toString());
    }
    return state;
  }

  private void look(StoreHandle handle) {
    assertThat(handle.exists("file")).isTrue();
    assertThat(handle.read("file").bytes()).hasSize(7);
    assertThat(handle.readPrefix("file", 3).bytes()).hasSize(3);
    assertThat(handle.identify("file").size()).isEqualTo(7);
  }

  @Test
  void writesNothingToAPlainDirectory() throws Exception {
    Disk.directory(root.path());
    Disk.file(below("file"), "content");
    Map<String, String> before = state();
    TracingSys sys = new TracingSys(TestRoot.LINUX);
    TestRoot traced = rootAt(root.path(), sys);
    look(traced.openReadOnly());
    traced.list("");
    assertThat(state()).isEqualTo(before);
    assertThat(sys.below(temp)).noneMatch(call -> CHANGES.contains(call.split(" ")[0]));
  }

  @Test
  void writesNothingToAStore() throws Exception {
    root.publish("file", "content");
    root.close();
    Path dead = Disk.directory(below(".holdfast/staging/" + "0".repeat(32)));
    Disk.file(dead.resolve("owner"), "");
    Disk.file(dead.resolve("n-" + "1".repeat(32)), "left");
    Map<String, String> before = state();
    look(root.openReadOnly());
    root.list("");
    assertThat(state()).isEqualTo(before);
    assertThat(root.handle().recovery()).isEqualTo(RecoveryReport.NOTHING);
  }

  @Test
  void holdsTheRootAndItsStoreOnly() throws Exception {
    root.publish("file", "content");
    root.close();
    StoreHandle reader = root.openReadOnly();
    look(reader);
    assertThat(Held.besidesLocks(root.path())).containsExactly("", ".holdfast");
    assertThat(Held.locks(root.path())).isZero();
    root.close();
    Held.byNobody(root.path());
  }

  /** Only a file that never rests makes it look at the lock file, which it may read. */
  @Test
  void sharesTheLockForItsLastAttempt() throws Exception {
    root.publish("file", "content");
    ActingSys acting = new ActingSys(TestRoot.LINUX);
    TestRoot process = rootAt(root.path(), acting);
    StoreHandle reader = process.openReadOnly();
    boolean[] free = {true};
    acting.before("ofdUnlock", 1, () -> free[0] = takesTheByteOf("file"));
    acting.beforeEach("read", () -> Files.writeString(below("file"), "CONTENT"));
    Failures.request(ErrorCode.CHANGED_CONCURRENTLY, () -> reader.read("file"));
    assertThat(free[0]).as("for somebody who wants to commit").isFalse();
    assertThat(takesTheByteOf("file")).isTrue();
  }

  private boolean takesTheByteOf(String name) throws Exception {
    Stat directory = TestRoot.LINUX.stat(RootPath.parse(root.path().toString(), "/"));
    long stripe = CommitKey.of(directory, Name.of(name)).stripe();
    try (LockByte other = LockByte.of(root.path(), stripe)) {
      return other.take();
    }
  }

  @Test
  void refusesEveryChange() throws Exception {
    Disk.directory(root.path());
    StoreHandle handle = root.openReadOnly();
    Failures.notCommitted(
        ErrorCode.READ_ONLY_HANDLE,
        () -> handle.publish("a", ByteSource.of(new byte[1]), new WriteOptions()));
    Failures.notCommitted(ErrorCode.READ_ONLY_HANDLE, () -> handle.ensureDirectory("a"));
    Disk.file(below("file"), "content");
    Failures.notCommitted(
        ErrorCode.READ_ONLY_HANDLE,
        () -> handle.replace("file", ByteSource.of(new byte[1]), new WriteOptions()));
    Failures.notCommitted(
        ErrorCode.READ_ONLY_HANDLE, () -> handle.remove("file", new WriteOptions()));
    assertThat(Disk.tree(root.path())).containsExactly("file");
    assertThat(below("file")).hasContent("content");
  }

  @Test
  void seesWhatAWriterDoes() {
    StoreHandle writer = root.open();
    StoreHandle reader = root.openReadOnly();
    writer.publish("a", ByteSource.of(new byte[] {1}), new WriteOptions());
    assertThat(reader.read("a").bytes()).containsExactly(1);
  }

  @Test
  void hasTheCapabilitiesThatCanBeSeen() throws Exception {
    Disk.directory(root.path());
    var seen = root.openReadOnly().capabilities();
    assertThat(seen.unnamedFiles()).isFalse();
    assertThat(seen.openFileLocks()).isFalse();
    assertThat(seen.fileSystem()).isEqualTo(root.open().capabilities().fileSystem());
  }
}
