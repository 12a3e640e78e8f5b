package dev.holdfast.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.AppendOptions;
import dev.holdfast.AuditOptions;
import dev.holdfast.DetachedFile;
import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.FileVersion;
import dev.holdfast.ListOptions;
import dev.holdfast.MutationException;
import dev.holdfast.RepairOptions;
import dev.holdfast.RepairReport;
import dev.holdfast.SecurityReport;
import dev.holdfast.StoreException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.history.HistoryBounds;
import dev.holdfast.internal.engine.read.Content;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.engine.stream.ContentRule;
import dev.holdfast.internal.engine.stream.StreamedWrite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every operation does the same through a subtree as through the whole store, on the same file, and
 * tells the same, with paths that start at the subtree.
 */
class SubtreeOperationsTest extends RootTestCase {
  private static final String START = "s/t/";
  private static final WriteOptions OPTIONS = new WriteOptions();
  private static final WriteOptions WITHOUT_PARENTS = new WriteOptions().setCreateParents(false);
  private static final ByteSource TEXT = ByteSource.of("new text".getBytes(UTF_8));

  private TestRoot whole;
  private TestRoot part;
  private StoreHandle subtree;

  /** One or more calls; tells what they gave. */
  @FunctionalInterface
  private interface Operation {
    Object run(StoreHandle handle, UnaryOperator<String> at) throws Exception;
  }

  private static Named<Operation> of(String name, Operation operation) {
    return Named.of(name, operation);
  }

  static Stream<Named<Operation>> operations() {
    return Stream.of(
        of("publish", (h, at) -> h.publish(at.apply("new"), TEXT, OPTIONS)),
        of("publish deeper", (h, at) -> h.publish(at.apply("x/y/new"), TEXT, OPTIONS)),
        of("publish taken", (h, at) -> h.publish(at.apply("file"), TEXT, OPTIONS)),
        of("publish nowhere", (h, at) -> h.publish(at.apply("x/new"), TEXT, WITHOUT_PARENTS)),
        of("publish below a file", (h, at) -> h.publish(at.apply("file/new"), TEXT, OPTIONS)),
        of("publish in a link", (h, at) -> h.publish(at.apply("dir/link/new"), TEXT, OPTIONS)),
        of("publish in what is wide", (h, at) -> h.publish(at.apply("wide/new"), TEXT, OPTIONS)),
        of("publish batched", (h, at) -> batched(h, at.apply("x/new"))),
        of("copy", (h, at) -> h.copy(at.apply("file"), at.apply("new"), same(h, at), OPTIONS)),
        of("replace", (h, at) -> h.replace(at.apply("file"), TEXT, OPTIONS)),
        of("replace a directory", (h, at) -> h.replace(at.apply("dir"), TEXT, OPTIONS)),
        of("replace by stream", (h, at) -> streamed(h, at.apply("file"))),
        of(
            "compareAndReplace",
            (h, at) -> h.compareAndReplace(at.apply("file"), same(h, at), TEXT, OPTIONS)),
        of(
            "compareAndReplace another",
            (h, at) -> h.compareAndReplace(at.apply("dir/other"), same(h, at), TEXT, OPTIONS)),
        of(
            "replaceFrom",
            (h, at) ->
                h.replaceFrom(
                    at.apply("dir/other"),
                    Expectation.identity(h.identify(at.apply("dir/other"))),
                    at.apply("file"),
                    same(h, at),
                    OPTIONS)),
        of("move", (h, at) -> h.move(at.apply("file"), at.apply("x/new"), same(h, at), OPTIONS)),
        of("append", (h, at) -> append(h, at.apply("log"))),
        of("append to what is there", (h, at) -> append(h, at.apply("dir/other"))),
        of("consume", (h, at) -> h.consume(at.apply("file"), OPTIONS).receipt()),
        of("remove", (h, at) -> h.remove(at.apply("file"), OPTIONS)),
        of("remove nothing", (h, at) -> h.remove(at.apply("absent"), OPTIONS)),
        of("removeExpected", (h, at) -> h.removeExpected(at.apply("file"), same(h, at), OPTIONS)),
        of("detach", (h, at) -> h.detach(at.apply("file"), same(h, at), OPTIONS)),
        of("attach", (h, at) -> h.attach(detached(h, at), at.apply("x/new"), OPTIONS)),
        of("discard", (h, at) -> h.discard(detached(h, at), OPTIONS)),
        of(
            "detached",
            (h, at) -> {
              detached(h, at);
              return h.detached();
            }),
        of("ensureDirectory", (h, at) -> h.ensureDirectory(at.apply("x/y"))),
        of("ensureDirectory of a file", (h, at) -> h.ensureDirectory(at.apply("file/y"))),
        of("read", (h, at) -> text(h.read(at.apply("file")))),
        of("read nothing", (h, at) -> h.read(at.apply("x/absent"))),
        of("read a directory", (h, at) -> h.read(at.apply("dir"))),
        of("read in what is wide", (h, at) -> h.read(at.apply("wide/new"))),
        of("readExpected", (h, at) -> text(h.readExpected(at.apply("file"), same(h, at)))),
        of("readPrefix", (h, at) -> text(h.readPrefix(at.apply("file"), 3))),
        of("exists", (h, at) -> h.exists(at.apply("dir/other"))),
        of("identify", (h, at) -> h.identify(at.apply("file"))),
        of("list", (h, at) -> h.list(at.apply("dir"), new ListOptions())),
        of("list nothing", (h, at) -> h.list(at.apply("absent"), new ListOptions())),
        of("history", (h, at) -> h.history(at.apply("file")).size() + "" + paths(h, at)),
        of("readVersion", (h, at) -> text(h.readVersion(at.apply("file"), version(h, at)))),
        of("readVersion nothing", (h, at) -> h.readVersion(at.apply("file"), 1)),
        of("restore", (h, at) -> h.restore(at.apply("file"), version(h, at), OPTIONS)),
        of("clearHistory", (h, at) -> h.clearHistory(at.apply("file"))),
        of(
            "openAppender",
            (h, at) -> {
              h.checkAppendable(at.apply("absent"), new AppendOptions().setCreateIfAbsent(false));
              return "";
            }),
        of("stream", (h, at) -> readAll(h, at.apply("file"))),
        of("subtree", (h, at) -> below(h, at.apply("dir"))),
        of("subtree of nothing", (h, at) -> below(h, at.apply("absent"))),
        of("subtree of a link", (h, at) -> below(h, at.apply("dir/link"))));
  }

  private static Expectation same(StoreHandle handle, UnaryOperator<String> at) {
    return Expectation.identity(handle.identify(at.apply("file")));
  }

  private static Object batched(StoreHandle handle, String path) {
    return new Batched(handle).publish(path, "text").run(Batched.FSYNC).receipt(path);
  }

  private static Object streamed(StoreHandle handle, String path) {
    StreamedWrite.Kind kind = new StreamedWrite.Kind(true, null);
    StreamedWrite write =
        handle.streamWrite(path, kind, OPTIONS, new ContentRule(Long.MAX_VALUE, null, null));
    write.open();
    write.write(TEXT);
    return write.commit();
  }

  private static Object append(StoreHandle handle, String path) {
    handle.append(path, List.of(TEXT), null, new AppendOptions());
    return handle.append(path, List.of(TEXT, TEXT), null, new AppendOptions());
  }

  private static DetachedFile detached(StoreHandle handle, UnaryOperator<String> at) {
    return handle.detach(at.apply("file"), same(handle, at), OPTIONS).file();
  }

  private static String text(Content content) {
    return new String(content.bytes(), UTF_8) + content.identity();
  }

  private static List<String> paths(StoreHandle handle, UnaryOperator<String> at) {
    return handle.history(at.apply("file")).stream().map(FileVersion::path).toList();
  }

  private static long version(StoreHandle handle, UnaryOperator<String> at) {
    return handle.history(at.apply("file")).get(0).version();
  }

  private static String readAll(StoreHandle handle, String path) {
    try (var reading = handle.openStream(path, 1, 100)) {
      String read = new String(handle.readOn(path, reading, 100), UTF_8);
      return read + handle.finish(path, reading, new ContentRule(Long.MAX_VALUE, null, null));
    }
  }

  private static String below(StoreHandle handle, String path) {
    StoreHandle opened = handle.subtree(path);
    try {
      return new String(opened.read("other").bytes(), UTF_8);
    } finally {
      opened.close();
    }
  }

  @BeforeEach
  void open() throws Exception {
    HistoryBounds bounds = new HistoryBounds(3, Long.MAX_VALUE, Long.MAX_VALUE);
    whole = prepared("whole", bounds);
    part = prepared("part", bounds);
    subtree = part.subtree("s/t");
  }

  private TestRoot prepared(String name, HistoryBounds bounds) throws Exception {
    TestRoot prepared = rootAt(temp.resolve(name)).keeping(bounds);
    prepared.publish(START + "file", "first");
    prepared.replace(START + "file", "second");
    prepared.publish(START + "dir/other", "other\n");
    prepared.publish(START + "wide/file", "text");
    Path start = prepared.path().resolve("s/t");
    Disk.chmod(start.resolve("wide"), 0750);
    Files.createSymbolicLink(start.resolve("dir/link"), temp);
    return prepared;
  }

  @ParameterizedTest
  @MethodSource("operations")
  void isTheSameAsFromTheTop(Operation operation) throws Exception {
    String atTheTop = told(whole.handle(), operation, path -> START + path);
    String inPart = told(subtree, operation, path -> path);
    assertThat(inPart).doesNotContain(START).isEqualTo(atTheTop.replace(START, ""));
    assertThat(files(part)).isEqualTo(files(whole));
    assertThat(StoreTree.staged(part.path())).isEmpty();
  }

  /** What it gave or how it failed, without what differs from file to file. */
  private static String told(StoreHandle handle, Operation operation, UnaryOperator<String> at)
      throws Exception {
    String told;
    try {
      told = String.valueOf(operation.run(handle, at));
    } catch (MutationException e) {
      told = e.getMessage() + " at " + e.path() + " " + e.mutation();
    } catch (StoreException e) {
      told = e.getMessage() + " at " + e.path();
    }
    return told.replaceAll("[0-9a-f]{32}\\b", "*")
        .replaceAll("(dev|ino|[a-z]+Ns)=-?\\d+", "$1")
        .replaceAll("(inode|modified at|changed at) \\d+", "$1");
  }

  /** Every file and its content; the store's own only by name. */
  private static Map<String, String> files(TestRoot root) throws Exception {
    Map<String, String> files = new TreeMap<>();
    for (String name : Disk.tree(root.path())) {
      Path file = root.path().resolve(name);
      boolean content = Files.isRegularFile(file) && !name.startsWith(".holdfast");
      files.put(
          name.replaceAll("[0-9a-f]{32}\\b", "*").replaceAll("-\\d{13}-", "-number-"),
          content ? Files.readString(file) : "");
    }
    return files;
  }

  @ParameterizedTest
  @MethodSource("operations")
  void isSeenFromTheTopAtOnce(Operation operation) throws Exception {
    told(subtree, operation, path -> path);
    Map<String, String> users = files(part);
    users.keySet().removeIf(name -> !name.startsWith(START) || !users.get(name).contains("text"));
    users.keySet().removeIf(name -> name.startsWith(START + "wide"));
    users.forEach((name, content) -> assertThat(part.read(name)).isEqualTo(content));
  }

  @Test
  void auditsBeginAtTheSubtree() throws Exception {
    Path start = part.path().resolve("s/t");
    Files.delete(start.resolve("dir/link"));
    Disk.chmod(start.resolve("dir/other"), 0640);
    Disk.chmod(Disk.directory(part.path().resolve("outside")), 0755);
    SecurityReport report = subtree.verifyTree(new AuditOptions(), progress -> {});
    assertThat(report.findings())
        .extracting(finding -> finding.path())
        .containsExactlyInAnyOrder("dir/other", "wide");
    assertThat(report.entries()).isEqualTo(6);
    assertThat(part.handle().verifyTree(new AuditOptions(), progress -> {}).findings())
        .extracting(finding -> finding.path())
        .containsExactlyInAnyOrder("s/t/dir/other", "s/t/wide", "outside");

    RepairReport repaired = subtree.repair(report, new RepairOptions());
    assertThat(repaired.results()).allMatch(result -> result.code() == null);
    assertThat(subtree.verifyTree(new AuditOptions(), progress -> {}).findings()).isEmpty();
    assertThat(Disk.mode(part.path().resolve("outside"))).isEqualTo(0755);
  }

  @Test
  void theRootsSecurityIsThatOfTheSubtreesDirectory() throws Exception {
    assertThat(subtree.verifyRootSecurity().findings()).isEmpty();
    assertThat(subtree.verifyRootSecurity().entries()).isEqualTo(1);
    Disk.chmod(part.path().resolve("s/t"), 0770);
    assertThat(subtree.verifyRootSecurity().findings())
        .extracting(finding -> finding.path())
        .containsExactly("");
    assertThat(part.handle().verifyRootSecurity().findings()).isEmpty();
    Failures.request(ErrorCode.MODE_MISMATCH, () -> subtree.read("dir/other"));
  }

  @Test
  void detachedFilesBelongToWhatTheyWereDetachedFrom() {
    StoreHandle top = part.handle();
    DetachedFile mine =
        subtree.detach("file", Expectation.identity(subtree.identify("file")), OPTIONS).file();
    part.publish("s/outside", "text");
    DetachedFile outside =
        top.detach("s/outside", Expectation.identity(top.identify("s/outside")), OPTIONS).file();
    assertThat(subtree.detached()).containsExactly(mine);
    assertThat(top.detached())
        .extracting(DetachedFile::path)
        .containsExactlyInAnyOrder("s/t/file", "s/outside");

    Failures.notCommitted(ErrorCode.NOT_FOUND, () -> subtree.attach(outside, "got", OPTIONS));
    Failures.notCommitted(ErrorCode.NOT_FOUND, () -> subtree.discard(outside, OPTIONS));
    // Its path would mean another place there.
    Failures.notCommitted(ErrorCode.NOT_FOUND, () -> top.attach(mine, mine.path(), OPTIONS));
    Failures.notCommitted(ErrorCode.NOT_FOUND, () -> top.discard(mine, OPTIONS));
    subtree.attach(mine, mine.path(), OPTIONS);
    top.discard(outside, OPTIONS);
    assertThat(top.detached()).isEmpty();
    assertThat(part.read("s/t/file")).isEqualTo("second");
  }
}
