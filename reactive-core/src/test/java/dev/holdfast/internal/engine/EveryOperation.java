package dev.holdfast.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.AuditOptions;
import dev.holdfast.DetachReceipt;
import dev.holdfast.Expectation;
import dev.holdfast.FileIdentity;
import dev.holdfast.MutationException;
import dev.holdfast.StoreCapabilities;
import dev.holdfast.StoreException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.batch.SyncFsUse;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.engine.stream.ContentRule;
import dev.holdfast.internal.engine.stream.StreamedWrite;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Uses a new store in every way, and says how each operation ended and what is there then. */
final class EveryOperation {
  private final TestRoot root;
  private final List<String> said = new ArrayList<>();
  private final Map<String, String> failures = new HashMap<>();

  private EveryOperation(TestRoot root) {
    this.root = root;
  }

  /** What a store on a file system with these capabilities says. */
  static List<String> expected(StoreCapabilities found) {
    String moves = found.renameNoReplace() ? "ok" : "ATOMIC_UNAVAILABLE NOT_COMMITTED []";
    String comparison = found.comparison().toString();
    List<String> left =
        found.renameNoReplace()
            ? List.of("batch1", "batch2", "dir", "file", "log", "replaced", "stream", "moved")
            : List.of("batch1", "batch2", "dir", "file", "log", "replaced", "stream", "old");
    return List.of(
        "publish ok",
        "publish in a new directory ok",
        "publish again DESTINATION_CONFLICT NOT_COMMITTED []",
        "replace ok",
        "replace nothing ok",
        "compareAndReplace " + comparison,
        "compareAndReplace of the old one IDENTITY_MISMATCH NOT_COMMITTED []",
        "append to nothing ok",
        "append ok",
        "batch ok ok",
        "stream ok",
        "remove ok",
        "removeExpected ok",
        "remove nothing NOT_FOUND NOT_COMMITTED []",
        "replaceFrom " + comparison,
        "move " + moves,
        "detach and attach " + moves,
        "ensureDirectory ok",
        "audit []",
        "files " + left.stream().sorted().toList(),
        "contents [compared, one\ntwo\n, deep, next]",
        "staged []",
        "rescued []");
  }

  static List<String> on(TestRoot root) {
    EveryOperation all = new EveryOperation(root);
    all.run();
    return all.said;
  }

  /** What a store says that its capabilities do not promise, and why. */
  static List<String> differences(TestRoot root) {
    EveryOperation all = new EveryOperation(root);
    all.run();
    List<String> promised = expected(root.handle().capabilities());
    return IntStream.range(0, promised.size())
        .filter(i -> !promised.get(i).equals(all.said.get(i)))
        .mapToObj(i -> all.said.get(i) + all.why(i) + ", expected " + promised.get(i))
        .toList();
  }

  private String why(int index) {
    String failure = failures.get(said.get(index));
    return failure == null ? "" : " (" + failure + ")";
  }

  /** One of them; what it gives is said after its name. */
  @FunctionalInterface
  private interface Use {
    Object run();
  }

  private void use(String name, Use use) {
    try {
      said.add(name + " " + use.run());
    } catch (MutationException e) {
      failed(name + " " + e.code() + " " + e.mutation().state() + " " + e.mutation().residue(), e);
    } catch (StoreException e) {
      failed(name + " " + e.code(), e);
    }
  }

  private void failed(String outcome, StoreException failure) {
    said.add(outcome);
    failures.put(outcome, failure.getMessage());
  }

  private static ByteSource bytes(String text) {
    return ByteSource.of(text.getBytes(UTF_8));
  }

  private static String ok(Object receipt) {
    return receipt == null ? "nothing" : "ok";
  }

  private Expectation now(String path) {
    return Expectation.identity(root.handle().identify(path));
  }

  private void run() {
    StoreHandle store = root.handle();
    WriteOptions options = new WriteOptions();
    use("publish", () -> ok(root.publish("file", "content")));
    use("publish in a new directory", () -> ok(root.publish("dir/deep/file", "deep")));
    use("publish again", () -> ok(root.publish("file", "other")));
    use("replace", () -> ok(root.replace("file", "replaced")));
    use("replace nothing", () -> ok(root.replace("replaced", "x")));
    FileIdentity before = store.identify("file");
    use(
        "compareAndReplace",
        () ->
            store
                .compareAndReplace("file", Expectation.identity(before), bytes("compared"), options)
                .comparison());
    use(
        "compareAndReplace of the old one",
        () ->
            ok(
                store.compareAndReplace(
                    "file", Expectation.identity(before), bytes("no"), options)));
    use("append to nothing", () -> ok(root.append("log", "one\n")));
    use("append", () -> ok(root.append("log", "two\n")));
    use("batch", this::batch);
    use("stream", this::stream);
    use(
        "remove",
        () -> {
          root.publish("gone", "gone");
          return ok(root.remove("gone"));
        });
    use(
        "removeExpected",
        () -> {
          FileIdentity file = root.publish("gone", "gone").identity();
          return ok(store.removeExpected("gone", Expectation.identity(file), options));
        });
    use("remove nothing", () -> ok(root.remove("gone")));
    use(
        "replaceFrom",
        () -> {
          root.publish("next", "next");
          return store
              .replaceFrom("next", now("next"), "replaced", now("replaced"), options)
              .comparison();
        });
    root.publish("old", "moved");
    use("move", () -> ok(store.move("old", "moved", now("old"), options)));
    use("detach and attach", this::detachAndAttach);
    use("ensureDirectory", () -> ok(store.ensureDirectory("dir/made")));
    use("audit", () -> store.verifyTree(new AuditOptions(), progress -> {}).findings());
    use(
        "files",
        () -> root.list("").entries().stream().map(entry -> entry.name()).sorted().toList());
    use(
        "contents",
        () ->
            List.of(
                root.read("file"),
                root.read("log"),
                root.read("dir/deep/file"),
                root.read("replaced")));
    use("staged", () -> StoreTree.staged(root.path()));
    use("rescued", () -> StoreTree.rescued(root.path()));
  }

  private String batch() {
    Batched batch =
        new Batched(root.handle())
            .publish("batch1", "one")
            .publish("batch2", "two")
            .run(SyncFsUse.from(1));
    return ok(batch.receipt("batch1")) + " " + ok(batch.receipt("batch2"));
  }

  private String stream() {
    ContentRule any = new ContentRule(Long.MAX_VALUE, null, null);
    StreamedWrite write =
        root.handle()
            .streamWrite("stream", new StreamedWrite.Kind(false, null), new WriteOptions(), any);
    write.open();
    write.write(bytes("first "));
    write.write(bytes("second"));
    write.commit();
    return root.read("stream").equals("first second") ? "ok" : root.read("stream");
  }

  private String detachAndAttach() {
    StoreHandle store = root.handle();
    DetachReceipt detached = store.detach("log", now("log"), new WriteOptions());
    return ok(store.attach(detached.file(), "log", new WriteOptions()));
  }
}
