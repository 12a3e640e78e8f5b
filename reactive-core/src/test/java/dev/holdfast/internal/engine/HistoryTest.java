package dev.holdfast.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.FileVersion;
import dev.holdfast.ReplaceReceipt;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.batch.SyncFsUse;
import dev.holdfast.internal.engine.history.HistoryBounds;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.sys.ForwardingSys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Older versions of files. */
class HistoryTest extends RootTestCase {
  private static final HistoryBounds THREE = new HistoryBounds(3, Long.MAX_VALUE, Long.MAX_VALUE);

  /** The time of day for the process under test. */
  private long now = 1_800_000_000_000L;

  private TestRoot process;

  @BeforeEach
  void open() {
    process = rootAt(root.path(), atTime()).keeping(THREE);
    process.publish("a/file", "v1");
  }

  private ForwardingSys atTime() {
    return new ForwardingSys(TestRoot.LINUX) {
      @Override
      public long wallMillis() {
        return now++;
      }
    };
  }

  @AfterEach
  void nothingIsStagedOrRescued() throws Exception {
    assertThat(StoreTree.staged(root.path())).isEmpty();
    assertThat(StoreTree.rescued(root.path())).isEmpty();
  }

  private List<String> versions(String path) {
    return process.handle().history(path).stream().map(version -> read(path, version)).toList();
  }

  private String read(String path, FileVersion version) {
    byte[] bytes = process.handle().readVersion(path, version.version()).bytes();
    assertThat(version.size()).isEqualTo(bytes.length);
    assertThat(version.path()).isEqualTo(path);
    return new String(bytes, UTF_8);
  }

  private List<Path> onDisk() throws IOException {
    try (Stream<Path> files = Files.walk(below(".holdfast/history"))) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  @Test
  void keepsWhatIsReplaced() throws Exception {
    process.replace("a/file", "v2");
    process.replace("a/file", "v3");
    assertThat(versions("a/file")).containsExactly("v2", "v1");
    assertThat(process.read("a/file")).isEqualTo("v3");
    assertThat(process.handle().history("a/file").get(0).replacedAt().toEpochMilli())
        .isBetween(1_800_000_000_000L, now);
    for (Path version : onDisk()) {
      assertThat(Disk.mode(version)).isEqualTo(0600);
      assertThat(Disk.mode(version.getParent())).isEqualTo(0700);
    }
  }

  @Test
  void keepsWhateverKindOfReplaceItWas() {
    ByteSource next = ByteSource.of("next".getBytes(UTF_8));
    StoreHandle handle = process.handle();
    WriteOptions options = new WriteOptions();
    handle.compareAndReplace(
        "a/file", Expectation.identity(handle.identify("a/file")), next, options);
    assertThat(versions("a/file")).containsExactly("v1");
    new Batched(handle).replace("a/file", "batched").replace("b", "batched").run(SyncFsUse.from(2));
    assertThat(versions("a/file")).containsExactly("next", "v1");
    process.publish("successor", "successor");
    handle.replaceFrom(
        "successor",
        Expectation.identity(handle.identify("successor")),
        "a/file",
        Expectation.identity(handle.identify("a/file")),
        options);
    assertThat(versions("a/file")).containsExactly("batched", "next", "v1");
    assertThat(versions("b")).isEmpty();
    assertThat(versions("successor")).isEmpty();
  }

  @Test
  void keepsNoMoreThanItsNumber() throws Exception {
    for (int i = 2; i <= 10; i++) {
      process.replace("a/file", "v" + i);
    }
    assertThat(versions("a/file")).containsExactly("v9", "v8", "v7");
    assertThat(onDisk()).hasSize(3);
  }

  /** What the issue of a store that only grows looks like: W-1 of every such system. */
  @Test
  void tenThousandReplacesTakeTheSpaceOfOneFileAndItsHistory() throws Exception {
    byte[] content = Disk.bytes(4096);
    WriteOptions buffered = new WriteOptions().setDurability(dev.holdfast.Durability.OS_BUFFERED);
    for (int i = 0; i < 10_000; i++) {
      process.handle().replace("a/file", ByteSource.of(content), buffered);
    }
    List<Path> all;
    try (Stream<Path> files = Files.walk(root.path())) {
      all = files.filter(Files::isRegularFile).toList();
    }
    long bytes = 0;
    for (Path file : all) {
      bytes += Files.size(file);
    }
    assertThat(bytes).isBetween(4 * 4096L, 4 * 4096L + 1024);
    assertThat(all).hasSize(4 + 3); // the file, three versions, store.json, commit.lock and owner
  }

  @Test
  void withoutItNothingIsKept() {
    process.close();
    root.replace("a/file", "v2");
    assertThat(root.handle().history("a/file")).isEmpty();
    assertThat(below(".holdfast/history")).doesNotExist();
  }

  @Test
  void keepsNoMoreBytesThanAllowed() {
    process.close();
    process.keeping(new HistoryBounds(10, Long.MAX_VALUE, 10));
    process.replace("a/file", "12345");
    process.replace("a/file", "67890");
    process.replace("a/file", "abc");
    assertThat(versions("a/file")).containsExactly("67890", "12345");
    process.replace("a/file", "d");
    assertThat(versions("a/file")).containsExactly("abc", "67890");
    process.replace("a/file", "more than ten bytes");
    process.replace("a/file", "e");
    assertThat(versions("a/file")).isEmpty();
  }

  @Test
  void keepsNothingLongerThanAllowed() {
    process.close();
    process.keeping(new HistoryBounds(10, 1_000_000, Long.MAX_VALUE));
    process.replace("a/file", "v2");
    now += 900_000;
    process.replace("a/file", "v3");
    now += 900_000;
    process.replace("a/file", "v4");
    assertThat(versions("a/file")).containsExactly("v3", "v2");
  }

  @Test
  void sweepsWhatIsNotReplacedAnyMore() throws Exception {
    process.replace("a/file", "v2");
    process.replace("a/file", "v3");
    process.publish("other", "w1");
    process.replace("other", "w2");
    process.close();
    process.keeping(new HistoryBounds(3, 1_000_000, Long.MAX_VALUE));
    now += 500_000;
    process.replace("other", "w3");
    now += 600_000;
    assertThat(process.handle().sweep().removedVersions()).isEqualTo(3);
    assertThat(versions("a/file")).isEmpty();
    assertThat(versions("other")).containsExactly("w2");
    now += 600_000;
    process.close();
    process.open(); // sweeps too
    assertThat(onDisk()).isEmpty();
  }

  @Test
  void whoKeepsNothingLeavesWhatOthersKept() throws Exception {
    process.replace("a/file", "v2");
    root.handle().sweep();
    root.replace("a/file", "v3");
    assertThat(root.handle().history("a/file")).hasSize(1);
    assertThat(onDisk()).hasSize(1);
  }

  @Test
  void numbersGrowThoughTheClockGoesBack() {
    for (int i = 2; i <= 4; i++) {
      process.replace("a/file", "v" + i);
      now -= 10_000;
    }
    assertThat(versions("a/file")).containsExactly("v3", "v2", "v1");
    assertThat(process.handle().history("a/file"))
        .extracting(FileVersion::version)
        .isSortedAccordingTo((one, other) -> Long.compare(other, one))
        .doesNotHaveDuplicates();
  }

  @Test
  void restoresAVersionAndKeepsWhatThatReplaces() {
    process.replace("a/file", "v2");
    FileVersion first = process.handle().history("a/file").get(0);
    ReplaceReceipt receipt =
        process.handle().restore("a/file", first.version(), new WriteOptions());
    assertThat(receipt.created()).isFalse();
    assertThat(process.read("a/file")).isEqualTo("v1");
    assertThat(versions("a/file")).containsExactly("v2", "v1");
    process.remove("a/file");
    assertThat(versions("a/file")).containsExactly("v2", "v1");
    receipt = process.handle().restore("a/file", first.version(), new WriteOptions());
    assertThat(receipt.created()).isTrue();
    assertThat(process.read("a/file")).isEqualTo("v1");
  }

  @Test
  void restoresLargeFilesPieceByPiece() {
    byte[] large = Disk.bytes(TestRoot.LIMIT - 1);
    process.handle().replace("large", ByteSource.of(large), new WriteOptions());
    process.replace("large", "small");
    long version = process.handle().history("large").get(0).version();
    ReplaceReceipt receipt = process.handle().restore("large", version, new WriteOptions());
    assertThat(receipt.identity().sha256()).isEqualTo(Disk.sha256(large));
    assertThat(below("large")).hasBinaryContent(large);
  }

  @Test
  void whatIsNotThereIsSaid() {
    Failures.request(ErrorCode.NOT_FOUND, () -> process.handle().readVersion("a/file", 1));
    Failures.notCommitted(
        ErrorCode.NOT_FOUND, () -> process.handle().restore("a/file", 1, new WriteOptions()));
    Failures.request(ErrorCode.INVALID_PATH, () -> process.handle().history("../x"));
    assertThat(process.handle().history("never/there")).isEmpty();
    assertThat(process.handle().clearHistory("never/there")).isZero();
  }

  @Test
  void clearsTheVersionsOfOneFile() throws Exception {
    process.replace("a/file", "v2");
    process.publish("other", "w1");
    process.replace("other", "w2");
    assertThat(process.handle().clearHistory("a/file")).isEqualTo(1);
    assertThat(versions("a/file")).isEmpty();
    assertThat(versions("other")).containsExactly("w1");
    assertThat(process.read("a/file")).isEqualTo("v2");
  }

  @Test
  void readOnlyHandlesSeeVersionsAndChangeNone() {
    process.replace("a/file", "v2");
    StoreHandle reader = root.openReadOnly();
    FileVersion version = reader.history("a/file").get(0);
    assertThat(reader.readVersion("a/file", version.version()).bytes()).asString().isEqualTo("v1");
    Failures.notCommitted(
        ErrorCode.READ_ONLY_HANDLE,
        () -> reader.restore("a/file", version.version(), new WriteOptions()));
    Failures.request(ErrorCode.READ_ONLY_HANDLE, () -> reader.clearHistory("a/file"));
    Failures.request(ErrorCode.READ_ONLY_HANDLE, reader::sweep);
  }

  @Test
  void handlesOfOneProcessHaveToAgree() {
    process.keeping(new HistoryBounds(2, Long.MAX_VALUE, Long.MAX_VALUE));
    assertThat(Failures.request(ErrorCode.OPTIONS_CONFLICT, process::open))
        .hasMessageContaining("keepHistory=2, in use is 3");
  }

  /** Whatever file it is: "replace" means that, and what comes out is kept. */
  @Test
  void keepsAlsoWhatGotThereInTheLastMoment() {
    ActingSys acting = new ActingSys(atTime());
    TestRoot other = rootAt(root.path(), acting).keeping(THREE);
    other.open();
    acting.before(
        "renameExchange",
        1,
        () ->
            Files.move(
                Disk.file(temp.resolve("theirs"), "theirs"),
                below("a/file"),
                StandardCopyOption.ATOMIC_MOVE));
    other.replace("a/file", "v2");
    assertThat(other.read("a/file")).isEqualTo("v2");
    assertThat(versions("a/file")).containsExactly("theirs");
  }

  /** But nothing that is no file of ours to replace. */
  @Test
  void putsBackWhatIsNoFile() throws Exception {
    ActingSys acting = new ActingSys(atTime());
    TestRoot other = rootAt(root.path(), acting).keeping(THREE);
    other.open();
    acting.before(
        "renameExchange",
        1,
        () -> {
          Files.delete(below("a/file"));
          Disk.directory(below("a/file"));
        });
    Failures.notCommitted(ErrorCode.IDENTITY_MISMATCH, () -> other.replace("a/file", "v2"));
    assertThat(below("a/file")).isDirectory();
    assertThat(versions("a/file")).isEmpty();
  }

  /** A process that died between the exchange and the keeping. */
  @Test
  void recoveryKeepsWhatADeadProcessHadReplaced() throws Exception {
    List<Path> replaced = new ArrayList<>();
    process.replace("a/file", "v2"); // the place is there
    DeadEngine dead = DeadEngine.in(root.path());
    Path file = dead.removing("v3");
    String key = onDisk().get(0).getFileName().toString().substring(0, 64);
    replaced.add(Files.move(file, file.resolveSibling(file.getFileName() + "-" + key)));
    assertThat(process.handle().sweep().recovered().versions()).isEqualTo(1);
    assertThat(versions("a/file")).containsExactly("v3", "v1");
    assertThat(replaced.get(0)).doesNotExist();
  }
}
