package dev.holdfast.tests.preload;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/**
 * Carries one operation out once for each of its calls, in a process that is killed right before
 * it; once more in one that is killed after the last call, and once in one that is killed when it
 * has said that the operation is done. A kill right after another call would leave what the kill
 * before the next one leaves. Where a torn record is taken away, it is also killed in the middle of
 * writing one.
 */
final class Deaths {
  private final PreloadedJvm jvm;
  private final Operation operation;
  private final Path base;
  private final ExecutorService threads;
  private final List<Future<List<String>>> all = new ArrayList<>();

  Deaths(PreloadedJvm jvm, Operation operation, Path base, ExecutorService threads) {
    this.jvm = jvm;
    this.operation = operation;
    this.base = base;
    this.threads = threads;
  }

  /** Begins to kill. */
  void begin(List<String> calls) {
    int last = calls.size();
    for (int number = 1; number <= last; number++) {
      one(number, Action.KILL, "killed before " + calls.get(number - 1));
      if (operation.repairs() && calls.get(number - 1).equals("write")) {
        one(number, Action.KILL_HALFWAY, "killed in write");
      }
    }
    one(last, Action.KILL_AFTER, "killed after " + calls.get(last - 1));
    one(last + 1, Action.KILL, PreloadedJvm.DONE);
  }

  int count() {
    return all.size();
  }

  /** What was not as it has to be. */
  List<String> violations() throws Exception {
    List<String> violations = new ArrayList<>();
    for (Future<List<String>> each : all) {
      violations.addAll(each.get());
    }
    return violations;
  }

  private void one(int number, Action action, String expected) {
    all.add(threads.submit(() -> die(number, action, expected)));
  }

  private List<String> die(int number, Action action, String expected) throws Exception {
    Path root = base.resolve("dead" + number + action);
    operation.prepare(root);
    String said = jvm.lastWords(operation, root, number, action);
    List<String> violations = new ArrayList<>();
    if (!expected.equals(said)) {
      violations.add("said '" + said + "'");
    }
    boolean complete = action == Action.KILL_AFTER || PreloadedJvm.DONE.equals(said);
    if (complete && !operation.undone(root).isEmpty()) {
      violations.add(operation.undone(root));
    }
    violations.addAll(Aftermath.check(operation, root));
    Tree.remove(root);
    String where = "violation kill " + number + ", " + expected + ": ";
    return violations.stream().map(where::concat).toList();
  }
}
