package dev.holdfast.tests.strace;

import dev.holdfast.Expectation;
import dev.holdfast.MutationException;
import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.engine.history.HistoryBounds;
import dev.holdfast.internal.engine.root.RootOptions;
import dev.holdfast.tests.preload.Session;
import dev.holdfast.tests.preload.Tree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * One operation on a root of its own, on a thread of its own that makes no other call: the tracer
 * is attached to it while it waits.
 */
final class Trial implements AutoCloseable {
  private static final Path SELF = Path.of("/proc/thread-self");

  private final Operation operation;
  private final Path root;
  private final Session session;
  private final Operation.Setting setting;
  private final State before;
  private final CompletableFuture<Long> id = new CompletableFuture<>();
  private final CountDownLatch go = new CountDownLatch(1);
  private final Thread thread;
  private List<Object> endings = List.of();

  private Trial(Operation operation, Path root, boolean begins) throws Exception {
    this.operation = operation;
    this.root = root;
    HistoryBounds history = new HistoryBounds(operation.versions(), Long.MAX_VALUE, Long.MAX_VALUE);
    this.session = new Session(root, new RootOptions(1 << 20, history));
    session.open();
    StoreHandle handle = session.handle();
    Optional<Expectation> file =
        handle.exists("dir/file")
            ? Optional.of(Expectation.identity(handle.identify("dir/file")))
            : Optional.empty();
    this.setting = new Operation.Setting(handle, file);
    if (begins) {
      operation.begin(setting);
    }
    this.before = State.of(root);
    this.thread = new Thread(this::waitAndRun, "trial of " + operation);
    thread.start();
  }

  private void waitAndRun() {
    try {
      id.complete(Long.parseLong(Files.readSymbolicLink(SELF).getFileName().toString()));
      go.await();
      endings = operation.run(setting);
    } catch (Throwable e) {
      id.completeExceptionally(e);
      endings = Collections.nCopies(operation.changes.size(), e);
    }
  }

  /** In a process that has just opened the root, which is there already. */
  static Trial in(Path root, Operation operation) throws Exception {
    return new Trial(operation, root, true);
  }

  Operation operation() {
    return operation;
  }

  Path root() {
    return root;
  }

  /** The kernel's number of the thread. */
  long thread() throws Exception {
    return id.get(1, TimeUnit.MINUTES);
  }

  /** Does it. */
  void run() throws InterruptedException {
    go.countDown();
    thread.join();
  }

  /** How it ended. */
  Verdict verdict() throws Exception {
    return Verdict.of(operation, before, State.of(root), told());
  }

  private List<Verdict.Ending> told() {
    List<Verdict.Ending> told = new ArrayList<>();
    for (int i = 0; i < operation.changes.size(); i++) {
      told.add(new Verdict.Ending(operation.changes.get(i), endings.get(i)));
    }
    return told;
  }

  /** What is in staging, is no engine's own, and was not told. */
  List<String> untold() throws Exception {
    List<String> names = new ArrayList<>();
    for (Path each : own("staging")) {
      names.add(root.relativize(each).toString());
    }
    names.removeIf(name -> name.matches(".*/staging/[0-9a-f]{32}(/owner)?"));
    told().forEach(ending -> names.removeAll(ending.residue()));
    return names;
  }

  /** What is not so when nothing is open any more, and for the next process. */
  List<String> aftermath() throws Exception {
    State found = State.of(root);
    session.close();
    List<String> violations = new ArrayList<>();
    List<Path> held = Tree.heldBelow(root);
    if (!held.isEmpty()) {
      violations.add("still open: " + held);
    }
    try (Session next = new Session(root)) {
      next.open();
      if (!next.handle().recovery().left().isEmpty() || !own("rescued").isEmpty()) {
        violations.add("recovery: " + next.handle().recovery() + " " + own("rescued"));
      }
      if (own("staging").size() != 2) { // the opener's directory and its owner file
        violations.add("in staging: " + own("staging"));
      }
      next.handle().sweep();
      for (Path note : own("detached")) {
        if (!Files.exists(Path.of(note.toString().replace(".path", "")))) {
          violations.add("after a sweep: " + note);
        }
      }
      State now = State.of(root);
      if (!now.equals(found) && !(mayBeFinished() && now.equals(after()))) {
        violations.add("the next process found" + found + " and made it" + now);
      }
    }
    if (!own("staging").isEmpty()) {
      violations.add("closed, and in staging: " + own("staging"));
    }
    for (Path each : Tree.below(root)) {
      if ((Tree.mode(each) & 077) != 0) {
        violations.add("others can use " + each);
      }
    }
    if (found.equals(before)) {
      again(violations);
    }
    return violations;
  }

  /** Whether the only change was made, as far as is known, and the next process may finish it. */
  private boolean mayBeFinished() {
    return endings.size() == 1
        && endings.get(0) instanceof MutationException e
        && !e.mutation().provenNotCommitted();
  }

  private State after() {
    State after = before;
    for (Map<String, String> change : operation.changes) {
      after = after.with(change);
    }
    return after;
  }

  /** Once more, in a third process and without faults. */
  private void again(List<String> violations) throws Exception {
    try (Trial again = new Trial(operation, root, false)) {
      again.run();
      Verdict verdict = again.verdict();
      verdict.violations().forEach(each -> violations.add("once more: " + each));
      if (verdict.kind() != Verdict.Kind.DONE) {
        violations.add("once more: " + again.endings);
      }
    }
  }

  private List<Path> own(String directory) throws Exception {
    return List.copyOf(Tree.below(root.resolve(".holdfast").resolve(directory)));
  }

  @Override
  public void close() throws InterruptedException {
    run();
    session.close();
  }
}
