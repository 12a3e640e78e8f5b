package dev.holdfast.tests.sim.search;

import dev.holdfast.DetachReceipt;
import dev.holdfast.DetachedFile;
import dev.holdfast.Durability;
import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.FileIdentity;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationReceipt;
import dev.holdfast.ReplaceReceipt;
import dev.holdfast.RequestException;
import dev.holdfast.StoreException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.history.HistoryBounds;
import dev.holdfast.internal.engine.read.Content;
import dev.holdfast.internal.engine.root.RootOptions;
import dev.holdfast.internal.engine.scope.ProcessScope;
import dev.holdfast.internal.engine.scope.RandomNames;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.engine.stream.ContentRule;
import dev.holdfast.internal.engine.stream.StreamedWrite;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.tests.sim.SimProcess;
import dev.holdfast.tests.sim.search.Operation.Said;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;

/** A process that uses the store, and writes down what it asked for and what it was told. */
final class Client {
  private static final int LIMIT = 1 << 20;

  private final String name;
  private final SimProcess process;
  private final History history;
  private final ProcessScope<ManagedRoot> scope;
  private final int keepHistory;
  private final Map<String, DetachedFile> detached = new HashMap<>();
  private final Map<String, Integer> detachedContents = new HashMap<>();
  private LongConsumer parker;
  private StoreHandle handle;

  Client(String name, SimProcess process, UnaryOperator<Sys> port, History history) {
    this(name, process, port, history, 0);
  }

  Client(
      String name, SimProcess process, UnaryOperator<Sys> port, History history, int keepHistory) {
    this.keepHistory = keepHistory;
    this.name = name;
    this.process = process;
    this.history = history;
    this.parker = process.kernel()::advance;
    this.scope =
        new ProcessScope<>(
            port.apply(process.sys()),
            nanos -> parker.accept(nanos),
            new RandomNames(new Random(process.identity().pid())));
  }

  /** Rests as told from now on. */
  void parkWith(LongConsumer resting) {
    parker = resting;
  }

  SimProcess process() {
    return process;
  }

  boolean isOpen() {
    return handle != null;
  }

  StoreHandle handle() {
    return handle;
  }

  void open() {
    HistoryBounds bounds = new HistoryBounds(keepHistory, Long.MAX_VALUE, Long.MAX_VALUE);
    handle = StoreHandle.open(scope, World.ROOT, "/", new RootOptions(LIMIT, bounds), false);
  }

  void close() {
    StoreHandle open = handle;
    handle = null;
    open.close();
  }

  void publish(String path, byte[] content) {
    handle.publish(path, ByteSource.of(content), new WriteOptions());
  }

  // ---- with a record of it ----

  /** What it was told, beyond that it went well. */
  @FunctionalInterface
  interface Call {
    /** Makes it; null for an operation without outcome. */
    MutationOutcome run(Operation operation);
  }

  void perform(Step step, int content) {
    switch (step.kind()) {
      case REPLACE_FROM -> replaceFrom(step);
      case DETACH -> detach(step);
      case ATTACH -> attach(step);
      case VERIFY_TREE, REPAIR ->
          new Auditing(this, step.path())
              .perform(history.begin(name, step.kind(), step.path(), 0, false));
      default -> performOne(step, content);
    }
  }

  private void performOne(Step step, int content) {
    FileIdentity read = null;
    int expected = 0;
    if (step.kind() == Operation.Kind.COMPARE_AND_REPLACE
        || step.kind() == Operation.Kind.REMOVE_EXPECTED
        || step.kind() == Operation.Kind.MOVE) {
      Content before = lookFirst(step.path());
      if (before == null) {
        return;
      }
      read = before.identity();
      expected = whole(step.path(), before.bytes());
    }
    Expectation expectation = read == null ? null : Expectation.identity(read);
    if (step.kind() == Operation.Kind.MOVE) {
      move(step, expectation, expected);
      return;
    }
    boolean writes =
        switch (step.kind()) {
          case PUBLISH, REPLACE, COMPARE_AND_REPLACE -> true;
          default -> false;
        };
    Operation operation =
        history.begin(name, step.kind(), step.path(), writes ? content : 0, step.durable());
    operation.expected = expected;
    WriteOptions options =
        new WriteOptions().setDurability(step.durable() ? Durability.FULL : Durability.OS_BUFFERED);
    byte[] all = Contents.of(content, step.length());
    ByteSource bytes = ByteSource.of(all);
    attempt(
        operation,
        op ->
            switch (op.kind) {
              case PUBLISH ->
                  step.pieces() > 1
                      ? stream(step, all, options).outcome()
                      : handle.publish(op.path, bytes, options).outcome();
              case REPLACE -> {
                ReplaceReceipt receipt =
                    step.pieces() > 1
                        ? (ReplaceReceipt) stream(step, all, options)
                        : handle.replace(op.path, bytes, options);
                op.created = receipt.created();
                yield receipt.outcome();
              }
              case COMPARE_AND_REPLACE ->
                  handle.compareAndReplace(op.path, expectation, bytes, options).outcome();
              case REMOVE -> handle.remove(op.path, options).outcome();
              case REMOVE_EXPECTED ->
                  handle.removeExpected(op.path, expectation, options).outcome();
              case READ -> {
                op.content = whole(op.path, handle.read(op.path).bytes());
                yield null;
              }
              case MOVE, REPLACE_FROM, DETACH, ATTACH, VERIFY_TREE, REPAIR ->
                  throw new IllegalStateException("other operations stand for it");
              case ENSURE_DIRECTORY -> handle.ensureDirectory(op.path).outcome();
            });
  }

  /** Is written down as the removal of one name and the publication of another one. */
  private void move(Step step, Expectation expectation, int content) {
    String destination = step.path() + "2";
    Operation removal =
        history.begin(name, Operation.Kind.REMOVE_EXPECTED, step.path(), 0, step.durable());
    removal.expected = content;
    Operation publication =
        history.begin(name, Operation.Kind.PUBLISH, destination, content, step.durable());
    try {
      handle.move(step.path(), destination, expectation, new WriteOptions());
      history.end(removal, Said.DONE, "done");
      history.end(publication, Said.DONE, "done");
    } catch (MutationException e) {
      if (process.state() == SimProcess.State.ZOMBIE) {
        throw new SimProcess.Killed();
      }
      if (e.getCause() instanceof Violation violation) {
        throw violation;
      }
      Said said = said(e);
      boolean taken = e.code() == ErrorCode.DESTINATION_CONFLICT;
      history.end(removal, taken ? Said.NOT_DONE : said, e.code().toString());
      history.end(
          publication, said == Said.REFUSED && !taken ? Said.NOT_DONE : said, e.code().toString());
    }
  }

  /** Is written down as the removal of one name and the exact replacement of another one. */
  private void replaceFrom(Step step) {
    String source = step.path() + "2";
    Content next = lookFirst(source);
    Content last = lookFirst(step.path());
    if (next == null || last == null) {
      return;
    }
    int content = whole(source, next.bytes());
    Operation removal =
        history.begin(name, Operation.Kind.REMOVE_EXPECTED, source, 0, step.durable());
    removal.expected = content;
    Operation replacement =
        history.begin(
            name, Operation.Kind.COMPARE_AND_REPLACE, step.path(), content, step.durable());
    replacement.expected = whole(step.path(), last.bytes());
    attemptBoth(
        removal,
        replacement,
        () ->
            handle.replaceFrom(
                source,
                Expectation.identity(next.identity()),
                step.path(),
                Expectation.identity(last.identity()),
                new WriteOptions()));
  }

  /** Is written down as the removal of what was read. */
  private void detach(Step step) {
    Content before = lookFirst(step.path());
    if (before == null) {
      return;
    }
    Operation removal =
        history.begin(name, Operation.Kind.REMOVE_EXPECTED, step.path(), 0, step.durable());
    removal.expected = whole(step.path(), before.bytes());
    detachedContents.put(step.path(), removal.expected);
    attempt(
        removal,
        op -> {
          DetachReceipt receipt =
              handle.detach(op.path, Expectation.identity(before.identity()), new WriteOptions());
          detached.put(op.path, receipt.file());
          return receipt.outcome();
        });
  }

  /** Is written down as a publication. */
  private void attach(Step step) {
    DetachedFile file = detached.remove(step.path());
    if (file == null) {
      return;
    }
    int content = detachedContents.get(step.path());
    Operation publication =
        history.begin(name, Operation.Kind.PUBLISH, step.path(), content, step.durable());
    attempt(publication, op -> handle.attach(file, op.path, new WriteOptions()).outcome());
  }

  /** One change that is written down as two. */
  private void attemptBoth(Operation first, Operation second, Runnable change) {
    try {
      change.run();
      history.end(first, Said.DONE, "done");
      history.end(second, Said.DONE, "done");
    } catch (MutationException e) {
      if (process.state() == SimProcess.State.ZOMBIE) {
        throw new SimProcess.Killed();
      }
      if (e.getCause() instanceof Violation violation) {
        throw violation;
      }
      if (isDefect(e.getCause())) {
        throw new Violation("no operation fails by itself", e.getCause());
      }
      Said said = said(e);
      Said ofEach = said == Said.REFUSED ? Said.NOT_DONE : said;
      history.end(first, ofEach, e.code().toString());
      history.end(second, ofEach, e.code().toString());
    }
  }

  private MutationReceipt stream(Step step, byte[] content, WriteOptions options) {
    StreamedWrite write =
        handle.streamWrite(
            step.path(),
            new StreamedWrite.Kind(step.kind() == Operation.Kind.REPLACE, null),
            options,
            new ContentRule(content.length, (long) content.length, null));
    write.open();
    for (int piece = 0; piece < step.pieces(); piece++) {
      int from = content.length * piece / step.pieces();
      int to = content.length * (piece + 1) / step.pieces();
      write.write(ByteSource.of(Arrays.copyOfRange(content, from, to)));
    }
    return write.commit();
  }

  /** What an expectation is made from; null if there is nothing to expect. */
  private Content lookFirst(String path) {
    try {
      return handle.read(path);
    } catch (StoreException e) {
      if (process.state() == SimProcess.State.ZOMBIE) {
        throw new SimProcess.Killed();
      }
      return null;
    }
  }

  private static int whole(String path, byte[] bytes) {
    int content = Contents.idOf(bytes);
    if (content < 0) {
      throw new Violation(
          "nothing half-done is visible", "a read of " + path + " gave " + bytes.length + " bytes");
    }
    return content;
  }

  void attempt(Operation operation, Call call) {
    try {
      MutationOutcome outcome = call.run(operation);
      boolean proven = outcome != null && outcome.durability() == DurabilityState.PROVEN;
      if (operation.durable && !proven) {
        throw new Violation("an outcome says the truth", operation + " but gave " + outcome);
      }
      history.end(operation, Said.DONE, "done");
    } catch (StoreException e) {
      if (process.state() == SimProcess.State.ZOMBIE) {
        throw new SimProcess.Killed(); // what it says nobody hears
      }
      if (e.getCause() instanceof Violation violation) {
        throw violation;
      }
      if (isDefect(e.getCause())) {
        throw new Violation("no operation fails by itself", e.getCause());
      }
      history.end(
          operation, said(e), e.code() + " " + e.outcome().map(Object::toString).orElse(""));
    }
  }

  private static boolean isDefect(Throwable cause) {
    return cause instanceof RuntimeException || cause instanceof Error;
  }

  private static Said said(StoreException e) {
    if (e instanceof RequestException) {
      return e.code() == ErrorCode.NOT_FOUND ? Said.REFUSED : Said.NOT_DONE;
    }
    return switch (((MutationException) e).mutation().state()) {
      case NOT_COMMITTED ->
          switch (e.code()) {
            case NOT_FOUND, DESTINATION_CONFLICT -> Said.REFUSED;
            default -> Said.NOT_DONE;
          };
      case COMMITTED -> Said.DONE_NOT_PROVEN;
      case UNKNOWN -> Said.UNKNOWN;
    };
  }
}
