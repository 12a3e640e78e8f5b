package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.holdfast.ErrorCode;
import dev.holdfast.ListOptions;
import dev.holdfast.MutationException;
import dev.holdfast.StoreException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.FaultySys.Fault;
import dev.holdfast.internal.engine.FaultySys.How;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Skip;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What people and disks get wrong: each has its code and a message that says what was expected or
 * found and what to do next, and changes nothing.
 */
class BadInputTest extends RootTestCase {

  /** An operation on a path. */
  @FunctionalInterface
  private interface Operation {
    void run(StoreHandle handle, String path) throws Exception;
  }

  private static final Map<String, Operation> OPERATIONS = new LinkedHashMap<>();

  static {
    ByteSource content = ByteSource.of(new byte[] {1, 2, 3});
    OPERATIONS.put("publish", (handle, path) -> handle.publish(path, content, new WriteOptions()));
    OPERATIONS.put("replace", (handle, path) -> handle.replace(path, content, new WriteOptions()));
    OPERATIONS.put("remove", (handle, path) -> handle.remove(path, new WriteOptions()));
    OPERATIONS.put("ensureDirectory", StoreHandle::ensureDirectory);
    OPERATIONS.put("read", StoreHandle::read);
    OPERATIONS.put("readPrefix", (handle, path) -> handle.readPrefix(path, 1));
    OPERATIONS.put("identify", StoreHandle::identify);
    OPERATIONS.put("exists", StoreHandle::exists);
    OPERATIONS.put("list", (handle, path) -> handle.list(path, new ListOptions()));
  }

  /** Everything below a directory, with what a change of it would change. */
  private static Map<String, String> state(Path directory) throws Exception {
    Map<String, String> state = new TreeMap<>();
    for (String name : Disk.tree(directory)) {
      boolean own = name.contains(".holdfast/"); // an open that fails comes and goes there
      state.put(
          name,
          Files.readAttributes(
                  directory.resolve(name),
                  own ? "unix:ino,mode,uid,nlink" : "unix:ino,mode,uid,size,lastModifiedTime",
                  LinkOption.NOFOLLOW_LINKS)
              .toString());
    }
    return state;
  }

  private static void refuses(Operation operation, StoreHandle handle, String path, Row expected)
      throws Exception {
    Throwable thrown = catchThrowable(() -> operation.run(handle, path));
    assertThat(thrown).isInstanceOf(StoreException.class);
    StoreException failure = (StoreException) thrown;
    assertThat(failure.code()).as(failure.getMessage()).isEqualTo(expected.code());
    assertThat(failure)
        .hasMessageContaining(expected.says())
        .hasMessageContaining(expected.code().remedy());
    assertThat(expected.code().remedy()).isNotBlank();
    if (failure instanceof MutationException mutation) {
      assertThat(mutation.mutation().provenNotCommitted()).isTrue();
      assertThat(mutation.mutation().residue()).isEmpty();
      assertThat(mutation).hasMessageContaining("Nothing was changed");
    }
  }

  private record Row(ErrorCode code, String says) {}

  // ---- paths ----

  static Stream<Arguments> paths() {
    Map<String, String> rows = new LinkedHashMap<>();
    rows.put("", "is empty; expected at least one name");
    rows.put("/a", "starts with a slash; expected a path relative to the root");
    rows.put("..", "is \".\" or \"..\"");
    rows.put("a/../b", "is \".\" or \"..\"");
    rows.put("./a", "is \".\" or \"..\"");
    rows.put("a//b", "is empty");
    rows.put("a/", "is empty");
    rows.put("a\0b", "has a zero byte");
    rows.put("n".repeat(256), "has 256 bytes, more than 255");
    rows.put("\u20ac".repeat(86), "has 258 bytes, more than 255");
    rows.put(".holdfast", "starts with .holdfast, which is reserved");
    rows.put(".holdfast/store.json", "starts with .holdfast, which is reserved");
    rows.put("a/.holdfast-x", "starts with .holdfast, which is reserved");
    rows.put("a\ud800", "has characters that UTF-8 cannot express");
    rows.put("\udc00/b", "has characters that UTF-8 cannot express");
    return OPERATIONS.keySet().stream()
        .flatMap(
            operation ->
                rows.keySet().stream()
                    .filter(path -> !(path.isEmpty() && operation.equals("list")))
                    .map(path -> arguments(operation, path, rows.get(path))));
  }

  @ParameterizedTest
  @MethodSource("paths")
  void aPathThatIsNone(String operation, String path, String says) throws Exception {
    TracingSys sys = new TracingSys(TestRoot.LINUX);
    TestRoot traced = rootAt(root.path(), sys);
    StoreHandle handle = traced.open();
    sys.forget();
    refuses(OPERATIONS.get(operation), handle, path, new Row(ErrorCode.INVALID_PATH, says));
    assertThat(sys.below(temp)).as("calls").isEmpty();
  }

  // ---- content ----

  @ParameterizedTest
  @MethodSource("writers")
  void contentAboveTheLimit(String operation) throws Exception {
    root.publish("file", "old");
    Map<String, String> before = state(root.path());
    ByteSource large = ByteSource.of(new byte[TestRoot.LIMIT + 1]);
    String says = "expected at most " + TestRoot.LIMIT + " bytes, found " + (TestRoot.LIMIT + 1);
    refuses(
        operation.equals("publish")
            ? (handle, path) -> handle.publish(path, large, new WriteOptions())
            : (handle, path) -> handle.replace(path, large, new WriteOptions()),
        root.handle(),
        "file",
        new Row(ErrorCode.TOO_LARGE, says));
    assertThat(state(root.path())).isEqualTo(before);
  }

  static List<String> writers() {
    return List.of("publish", "replace");
  }

  // ---- devices ----

  static Stream<Arguments> devices() {
    return Stream.of(
        arguments("read", "read"),
        arguments("readPrefix", "read"),
        arguments("publish", "write"),
        arguments("publish", "sync"),
        arguments("publish", "link"),
        arguments("replace", "write"),
        arguments("replace", "sync"),
        arguments("replace", "renameReplace"),
        arguments("remove", "renameNoReplace"),
        arguments("list", "next"),
        arguments("identify", "statName"));
  }

  @ParameterizedTest
  @MethodSource("devices")
  void aDeviceThatFails(String operation, String call) throws Exception {
    FaultySys sys = new FaultySys(TestRoot.LINUX);
    TestRoot failing = rootAt(root.path(), sys);
    failing.publish("file", "old content");
    Map<String, String> before = state(root.path());
    sys.arm(Fault.of(call, 0, Errno.EIO, How.WITHOUT_EFFECT));
    String path = operation.equals("publish") ? "new" : operation.equals("list") ? "" : "file";
    refuses(
        OPERATIONS.get(operation),
        failing.handle(),
        path,
        new Row(ErrorCode.IO_ERROR, "EIO (input/output error)"));
    assertThat(state(root.path())).isEqualTo(before);
    assertThat(below("file")).hasContent("old content");
  }

  @ParameterizedTest
  @MethodSource("unlinkedInPlace")
  void aFileThatCannotBeUnlinked(Errno space) throws Exception {
    FaultySys sys = new FaultySys(TestRoot.LINUX);
    TestRoot failing = rootAt(root.path(), sys);
    failing.publish("file", "old content");
    Map<String, String> before = state(root.path());
    sys.arm(
        Fault.of("renameNoReplace", 0, space, How.WITHOUT_EFFECT),
        Fault.of("unlink", 0, Errno.EIO, How.WITHOUT_EFFECT));
    refuses(
        OPERATIONS.get("remove"),
        failing.handle(),
        "file",
        new Row(ErrorCode.IO_ERROR, "EIO (input/output error)"));
    assertThat(state(root.path())).isEqualTo(before);
  }

  static List<Errno> unlinkedInPlace() {
    return List.of(Errno.ENOSPC, Errno.EDQUOT);
  }

  // ---- names on disk ----

  @ParameterizedTest
  @MethodSource("listings")
  void aNameThatIsNoText(String directory) throws Exception {
    root.handle().ensureDirectory("dir");
    String script = "import os, sys; os.close(os.open(os.fsencode(sys.argv[1]) + b'/\\xff', 64))";
    if (!Disk.run("python3", "-c", script, below(directory).toString())) {
      Skip.because("no python3, or a file system that takes text only");
    }
    refuses(
        OPERATIONS.get("list"),
        root.handle(),
        directory,
        new Row(ErrorCode.NOT_UTF8, "expected UTF-8 names, found "));
    Disk.run(
        "sh", "-c", "rm -f -- \"$1\"/\"$(printf '\\377')\"", "sh", below(directory).toString());
  }

  static List<String> listings() {
    return List.of("", "dir");
  }

  // ---- roots ----

  /** What is in the way. */
  @FunctionalInterface
  private interface Setup {
    void run(BadInputTest test) throws Exception;
  }

  static Stream<Arguments> roots() {
    return Stream.of(
        root("a file", ErrorCode.NOT_DIRECTORY, "found a file", t -> Disk.file(t.path(), "text")),
        root(
            "a link",
            ErrorCode.REPARSE_POINT,
            "expected a directory, found a symbolic link",
            t -> Files.createSymbolicLink(t.path(), Disk.directory(t.temp.resolve("target")))),
        root(
            "open to others",
            ErrorCode.MODE_MISMATCH,
            "expected mode 0700, found 0755",
            t -> Disk.chmod(Disk.directory(t.path()), 0755)),
        root(
            "of another user",
            ErrorCode.OWNER_MISMATCH,
            "found uid 12345",
            t -> {
              if (!Disk.isSuperuser()) {
                Skip.because("only root can give a directory away");
              }
              Files.setAttribute(Disk.directory(t.path()), "unix:uid", 12_345);
            }),
        root(
            "inside another",
            ErrorCode.NESTED_ROOT,
            "inside the root of another store",
            t -> {
              Path meta = Disk.directory(t.temp.resolve(".holdfast"));
              Disk.file(meta.resolve("store.json"), "{}");
              Disk.directory(t.path());
            }),
        root(
            "of another format",
            ErrorCode.UNSUPPORTED_FORMAT,
            "expected format 1 (found 2)",
            t -> {
              t.root.close(t.root.open());
              String id = "123e4567-e89b-12d3-a456-426614174000";
              Files.writeString(
                  t.below(".holdfast/store.json"), "{\"format\":2,\"id\":\"" + id + "\"}\n");
            }));
  }

  private static Arguments root(String what, ErrorCode code, String says, Setup setup) {
    return arguments(what, code, says, setup);
  }

  private Path path() {
    return root.path();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("roots")
  void aRootThatIsNone(String what, ErrorCode code, String says, Setup setup) throws Exception {
    setup.run(this);
    Map<String, String> before = state(temp);
    for (boolean readOnly : new boolean[] {false, true}) {
      StoreException failure = Failures.request(code, () -> root.open(path().toString(), readOnly));
      assertThat(failure)
          .hasMessageContaining(path().toString())
          .hasMessageContaining(says)
          .hasMessageContaining(code.remedy());
    }
    assertThat(state(temp)).isEqualTo(before);
    Held.byNobody(temp);
  }
}
