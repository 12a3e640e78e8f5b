package dev.holdfast.tests.strace;

import static dev.holdfast.tests.strace.State.DETACHED;
import static dev.holdfast.tests.strace.State.DIRECTORY;
import static dev.holdfast.tests.strace.State.LOG;
import static dev.holdfast.tests.strace.State.NEW;
import static dev.holdfast.tests.strace.State.OLD;
import static dev.holdfast.tests.strace.State.OLDER;
import static dev.holdfast.tests.strace.State.RECORD;

import dev.holdfast.AppendOptions;
import dev.holdfast.Expectation;
import dev.holdfast.FileIdentity;
import dev.holdfast.ListEntry;
import dev.holdfast.ListOptions;
import dev.holdfast.MutationException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.engine.batch.BatchedWrite;
import dev.holdfast.internal.engine.batch.SyncFsUse;
import dev.holdfast.internal.engine.remove.Consume;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.engine.stream.ContentRule;
import dev.holdfast.internal.engine.stream.StreamedWrite;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is done in a store with {@code dir/file} and {@code dir/log}. */
enum Operation {
  PUBLISH(Map.of("dir/new", NEW), s -> s.handle().publish("dir/new", bytes(NEW), options())),
  PUBLISH_IN_NEW_DIRECTORIES(
      Map.of("a", DIRECTORY, "a/b", DIRECTORY, "a/b/new", NEW),
      s -> s.handle().publish("a/b/new", bytes(NEW), options())),
  REPLACE(Map.of("dir/file", NEW), s -> s.handle().replace("dir/file", bytes(NEW), options())),
  COMPARE_AND_REPLACE(
      Map.of("dir/file", NEW),
      s -> s.handle().compareAndReplace("dir/file", s.file(), bytes(NEW), options())),
  UPDATE(Map.of("dir/file", NEW), Operation::update),
  REMOVE(Map.of("dir/file", ""), s -> s.handle().remove("dir/file", options())),
  REMOVE_EXPECTED(
      Map.of("dir/file", ""), s -> s.handle().removeExpected("dir/file", s.file(), options())),
  CONSUME(Map.of("dir/file", ""), Operation::consume),
  MOVE(
      Map.of("dir/file", "", "dir/moved", OLD),
      s -> s.handle().move("dir/file", "dir/moved", s.file(), options())),
  MOVE_TO_A_NEW_DIRECTORY(
      Map.of("dir/file", "", "a", DIRECTORY, "a/moved", OLD),
      s -> s.handle().move("dir/file", "a/moved", s.file(), options())),
  COPY(Map.of("dir/copy", OLD), s -> s.handle().copy("dir/file", "dir/copy", s.file(), options())),
  APPEND_TO_NOTHING(Map.of("dir/new", RECORD), s -> append(s, "dir/new", null)),
  APPEND(Map.of("dir/log", LOG + RECORD), s -> append(s, "dir/log", null)),
  APPEND_TO_A_KEPT_FILE(Map.of("dir/log", LOG + RECORD + RECORD), s -> append(s, "dir/log", null)),
  APPEND_EXPECTED(
      Map.of("dir/log", LOG + RECORD), s -> append(s, "dir/log", s.handle().identify("dir/log"))),
  BATCH(
      List.of(Map.of("dir/new", NEW), Map.of("dir/file", NEW), Map.of("dir/small", RECORD)),
      s -> batch(s, SyncFsUse.ifAllowed(false))),
  BATCH_WITH_ONE_SYNC(
      List.of(Map.of("dir/new", NEW), Map.of("dir/file", NEW), Map.of("dir/small", RECORD)),
      s -> batch(s, SyncFsUse.from(2))),
  STREAMED_PUBLISH(
      Map.of("dir/new", NEW + NEW), s -> stream(s, "dir/new", new StreamedWrite.Kind(false, null))),
  STREAMED_REPLACE(
      Map.of("dir/file", NEW + NEW),
      s -> stream(s, "dir/file", new StreamedWrite.Kind(true, null))),
  STREAMED_COMPARE_AND_REPLACE(
      Map.of("dir/file", NEW + NEW),
      s -> stream(s, "dir/file", new StreamedWrite.Kind(true, s.file()))),
  REPLACE_FROM(
      Map.of("dir/file", "", "dir/log", OLD),
      s ->
          s.handle()
              .replaceFrom(
                  "dir/file",
                  s.file(),
                  "dir/log",
                  Expectation.identity(s.handle().identify("dir/log")),
                  options())),
  DETACH(
      Map.of("dir/file", "", DETACHED, OLD),
      s -> s.handle().detach("dir/file", s.file(), options())),
  ATTACH(
      Map.of(DETACHED, "", "dir/attached", OLD),
      s -> s.handle().attach(s.handle().detached().get(0), "dir/attached", options())),
  DISCARD(Map.of(DETACHED, ""), s -> s.handle().discard(s.handle().detached().get(0), options())),
  REPLACE_KEEPING_VERSIONS(
      Map.of("dir/file", NEW, OLDER, OLD),
      s -> s.handle().replace("dir/file", bytes(NEW), options())),
  COMPARE_AND_REPLACE_KEEPING_VERSIONS(
      Map.of("dir/file", NEW, OLDER, OLD),
      s -> s.handle().compareAndReplace("dir/file", s.file(), bytes(NEW), options())),
  RESTORE(Map.of("dir/file", OLD, OLDER, OLD + NEW), Operation::restore),
  ENSURE_DIRECTORY(
      Map.of("a", DIRECTORY, "a/b", DIRECTORY), s -> s.handle().ensureDirectory("a/b")),
  READ(Map.of(), s -> expect(OLD, s.handle().read("dir/file").bytes())),
  LIST(Map.of(), Operation::list);

  /** The changes that it consists of, each with an outcome of its own: what names mean then. */
  final List<Map<String, String>> changes;

  private final Members members;

  /** Where it is done: a handle, and what {@code dir/file} was before, if it was there. */
  record Setting(StoreHandle handle, Optional<Expectation> before) {
    Expectation file() {
      return before.orElseThrow();
    }
  }

  /** One change, or none; gives the receipt if there is one. */
  @FunctionalInterface
  private interface Single {
    Object run(Setting setting);
  }

  /** Several changes; gives the receipt or the failure of each. */
  @FunctionalInterface
  private interface Members {
    List<Object> run(Setting setting);
  }

  Operation(Map<String, String> change, Single single) {
    this(List.of(change), setting -> List.of(single.run(setting)));
  }

  Operation(List<Map<String, String>> changes, Members members) {
    this.changes = changes;
    this.members = members;
  }

  /** What the process did before. */
  void begin(Setting setting) {
    switch (this) {
      case APPEND_TO_A_KEPT_FILE -> append(setting, "dir/log", null);
      case ATTACH, DISCARD -> setting.handle().detach("dir/file", setting.file(), options());
      case RESTORE -> setting.handle().replace("dir/file", bytes(NEW), options());
      default -> {}
    }
  }

  /** How many older versions are kept. */
  int versions() {
    return switch (this) {
      case REPLACE_KEEPING_VERSIONS, COMPARE_AND_REPLACE_KEEPING_VERSIONS, RESTORE -> 5;
      default -> 0;
    };
  }

  /**
   * Does it.
   *
   * @return how each change ended: its receipt, or its failure
   * @throws RuntimeException the only one's failure
   */
  List<Object> run(Setting setting) {
    return members.run(setting);
  }

  /** Whether it reads before it changes anything, if only here, and fails as a read then. */
  boolean looksFirst() {
    return switch (this) {
      case UPDATE, CONSUME, READ, LIST -> true;
      case APPEND_EXPECTED, REPLACE_FROM, ATTACH, DISCARD, RESTORE -> true;
      default -> false;
    };
  }

  static ByteSource bytes(String content) {
    return ByteSource.of(content.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static WriteOptions options() {
    return new WriteOptions();
  }

  private static Object append(Setting setting, String path, @Nullable FileIdentity expected) {
    return setting
        .handle()
        .append(path, List.of(bytes(RECORD)), expected, new AppendOptions())
        .get(0);
  }

  private static Object stream(Setting setting, String path, StreamedWrite.Kind kind) {
    ContentRule any = new ContentRule(Long.MAX_VALUE, null, null);
    StreamedWrite write = setting.handle().streamWrite(path, kind, options(), any);
    write.open();
    write.write(bytes(NEW));
    write.write(bytes(NEW));
    return write.commit();
  }

  private static List<Object> batch(Setting setting, SyncFsUse syncFs) {
    StoreHandle handle = setting.handle();
    List<Object> endings = new ArrayList<>();
    List<BatchedWrite<?>> writes = new ArrayList<>();
    writes.add(handle.batchedPublish("dir/new", bytes(NEW), options(), ending(endings, 0)));
    writes.add(handle.batchedReplace("dir/file", bytes(NEW), options(), ending(endings, 1)));
    writes.add(handle.batchedPublish("dir/small", bytes(RECORD), options(), ending(endings, 2)));
    handle.batches(syncFs).run(writes);
    return endings;
  }

  private static <R> BatchedWrite.Told<R> ending(List<Object> endings, int member) {
    endings.add(new AssertionError("was told nothing"));
    return new BatchedWrite.Told<>() {
      @Override
      public void done(R receipt) {
        endings.set(member, receipt);
      }

      @Override
      public void failed(MutationException failure) {
        endings.set(member, failure);
      }
    };
  }

  private static Object update(Setting setting) {
    FileIdentity read = setting.handle().read("dir/file").identity();
    Expectation expectation = Expectation.identity(read);
    return setting.handle().compareAndReplace("dir/file", expectation, bytes(NEW), options());
  }

  private static Object restore(Setting setting) {
    long version = setting.handle().history("dir/file").get(0).version();
    return setting.handle().restore("dir/file", version, options());
  }

  private static Object consume(Setting setting) {
    Consume.Consumed consumed = setting.handle().consume("dir/file", options());
    expect(OLD, consumed.content().bytes());
    return consumed.receipt();
  }

  private static String list(Setting setting) {
    String names =
        setting.handle().list("dir", new ListOptions()).entries().stream()
            .map(ListEntry::name)
            .collect(Collectors.joining(" "));
    return expect("file log", names.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String expect(String expected, byte[] found) {
    String text = new String(found, StandardCharsets.ISO_8859_1);
    if (!text.equals(expected)) {
      throw new AssertionError("expected " + expected.length() + " bytes, found " + text);
    }
    return text;
  }
}
