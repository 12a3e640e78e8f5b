package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.RecoveryReport;
import dev.holdfast.StoreException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.FaultySys.Fault;
import dev.holdfast.internal.engine.FaultySys.How;
import dev.holdfast.internal.engine.InterceptingSys.Call;
import dev.holdfast.internal.engine.history.HistoryBounds;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.PlausibleErrnos;
import dev.holdfast.internal.sys.Sys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * Runs one operation once for every way in which one of its calls can fail, each time on a fresh
 * root, and collects what was not true about the answer.
 *
 * @param <T> what the operation gives
 */
abstract class Sweep<T> {
  private final Path temp;
  private final List<String> violations = new ArrayList<>();
  private int cases;

  Sweep(Path temp) {
    this.temp = temp;
  }

  /** The port below the faults. */
  Sys port() {
    return TestRoot.LINUX;
  }

  /** Whether a call that is interrupted once must not make the operation fail. */
  boolean repeats(String call) {
    return true;
  }

  /** What the operation may take away, relative to the root. */
  Set<String> mayTake() {
    return Set.of();
  }

  /** What is there before. */
  void prepare(TestRoot root) throws Exception {}

  /** What is open for the next operation, and may be closed by this one. */
  Set<String> mayKeepOpen() {
    return Set.of();
  }

  /** The store's own names that may be there in the end, besides those that always are. */
  Set<String> mayRescue(Result<T> result) {
    return Set.of();
  }

  /** How much is kept of older versions. */
  HistoryBounds history() {
    return HistoryBounds.NONE;
  }

  /** Whether one of the store's own names may stay, beyond those that always are there. */
  boolean mayStay(String name) {
    return false;
  }

  abstract T run(StoreHandle handle);

  /** What it is run on. */
  StoreHandle through(TestRoot root) {
    return root.handle();
  }

  /** What has to hold afterwards, beyond what {@link #checkAlways} looks at. */
  abstract void check(Result<T> result) throws Exception;

  /**
   * What happened.
   *
   * @param root the root
   * @param call the call that failed
   * @param fault how
   * @param value the operation's value, or null if it failed
   * @param thrown the failure, or null
   * @param added what is in the root and was not before
   * @param failed every call that was made to fail
   */
  record Result<T>(
      TestRoot root,
      Call call,
      Fault fault,
      @Nullable T value,
      @Nullable Throwable thrown,
      Set<String> added,
      List<Call> failed) {

    boolean succeeded() {
      return thrown == null;
    }

    List<String> failedNames() {
      return failed.stream().map(Call::name).toList();
    }

    /** Takes a file and the directories on the way to it from a list of names. */
    void forgetWay(Set<String> names, String file) {
      for (Path at = Path.of(file); at != null; at = at.getParent()) {
        names.remove(at.toString());
      }
    }

    /** What the outcome says was left is there. */
    void checkResidueIsThere(MutationOutcome outcome) {
      for (String left : outcome.residue()) {
        assertThat(Disk.present(root.path().resolve(left))).as("residue " + left).isTrue();
      }
    }

    /** If one call failed, whether its failure is the one that is told. */
    void checkCode(MutationException failure) {
      if (failed.size() != 1) {
        return;
      }
      MutationOutcome outcome = failure.mutation();
      boolean unproven =
          outcome.state() == State.COMMITTED
              && failure.code() == ErrorCode.DURABILITY_NOT_PROVABLE
              && (call.name().equals("sync") || call.name().equals("dataSync"));
      assertThat(unproven || Faults.explains(failure.code(), call.name(), fault.errno()))
          .as("code " + failure.code())
          .isTrue();
      if (!Faults.isOrdinary(fault.errno())) {
        assertThat(outcome.errno()).isEqualTo(FaultySys.failure(fault.errno(), "").number());
      }
    }

    boolean syncFailed() {
      boolean repaired =
          fault.errno() == Errno.EINTR
              && fault.how() != How.FOR_GOOD
              && fault.how() != How.FOR_GOOD_AFTER_EFFECT;
      return !repaired
          && failed.stream()
              .anyMatch(each -> each.name().equals("sync") || each.name().equals("dataSync"));
    }
  }

  /** Runs all cases; the figures are printed. */
  void runAll(String operation) throws Exception {
    List<Call> calls = clean();
    for (int index = 0; index < calls.size(); index++) {
      for (Fault fault : Faults.of(index, calls.get(index).name())) {
        one(calls.get(index), fault);
      }
    }
    finish(operation, calls);
  }

  /** Runs the operation once for every two calls that fail with an input/output error. */
  void runPairs(String operation) throws Exception {
    List<Call> calls = clean();
    for (int first = 0; first < calls.size(); first++) {
      for (int second = first + 1; second <= calls.size(); second++) {
        for (How how : new How[] {How.WITHOUT_EFFECT, How.AFTER_EFFECT}) {
          if (how == How.WITHOUT_EFFECT || PlausibleErrnos.hasEffect(calls.get(first).name())) {
            one(
                calls.get(first),
                Fault.at(first, Errno.EIO, how),
                Fault.at(second, Errno.EIO, How.WITHOUT_EFFECT));
          }
        }
      }
    }
    finish(operation + ", two faults", calls);
  }

  private void finish(String operation, List<Call> calls) {
    System.out.printf(
        "sweep of %s: %d calls, %d cases, %d violations%n",
        operation, calls.size(), cases, violations.size());
    assertThat(violations).isEmpty();
  }

  private List<Call> clean() throws Exception {
    FaultySys sys = new FaultySys(port());
    try (TestRoot root = TestRoot.at(temp.resolve("clean"), sys).keeping(history())) {
      root.open();
      prepare(root);
      sys.arm();
      run(through(root));
      return sys.calls();
    }
  }

  private void one(Call call, Fault fault, Fault... more) throws Exception {
    cases++;
    FaultySys sys = new FaultySys(port());
    try (TestRoot root = TestRoot.at(temp.resolve("case" + cases), sys).keeping(history())) {
      StoreHandle handle = root.open();
      prepare(root);
      SortedSet<String> before = Disk.tree(root.path());
      List<String> held = Held.besidesLocks(root.path());
      held.removeIf(mayKeepOpen()::contains);
      List<Fault> faults = new ArrayList<>(List.of(fault));
      faults.addAll(List.of(more));
      sys.arm(faults.toArray(Fault[]::new));
      T value = null;
      Throwable thrown = null;
      try {
        value = run(through(root));
      } catch (Throwable e) {
        thrown = e;
      }
      List<Call> failed = sys.failed();
      sys.arm();
      Set<String> added = new HashSet<>(Disk.tree(root.path()));
      added.removeAll(before);
      Result<T> result = new Result<>(root, call, fault, value, thrown, added, failed);
      try {
        handle.closeIdleFiles(0);
        checkAlways(result, before, held);
        check(result);
        handle.publish("next", ByteSource.of(new byte[] {1}), new WriteOptions());
        assertThat(root.path().resolve("next")).hasBinaryContent(new byte[] {1});
        checkNextOpen(root, mayRescue(result));
      } catch (AssertionError | RuntimeException e) {
        violations.add(
            fault.index()
                + " "
                + call.name()
                + " "
                + fault.errno()
                + " "
                + fault.how()
                + " -> "
                + (thrown == null ? "success" : thrown.toString())
                + ": "
                + Optional.ofNullable(e.getMessage()).orElse("").replaceAll("\\s+", " "));
      }
    }
  }

  /**
   * Runs the operation once more, without faults. After the sync of a directory failed, this
   * process may be unable to prove the way for good; then another process can.
   */
  final void again(Result<T> result) {
    try {
      run(result.root().handle());
    } catch (MutationException e) {
      assertThat(e.code()).isIn(ErrorCode.DURABILITY_FAILED, ErrorCode.DURABILITY_NOT_PROVABLE);
      assertThat(result.syncFailed()).as("a sync failed").isTrue();
      try (TestRoot another = TestRoot.at(result.root().path())) {
        run(another.open());
      }
    }
  }

  /**
   * Whatever was left in staging is gone with the next open, and nothing foreign was found in it.
   */
  private void checkNextOpen(TestRoot root, Set<String> rescued) throws Exception {
    root.close();
    Held.byNobody(root.path());
    try (TestRoot next = TestRoot.at(root.path()).keeping(history())) {
      RecoveryReport recovered = next.open().recovery();
      assertThat(recovered.rescued()).as("rescued").isEmpty();
      assertThat(recovered.left()).as("left").isEmpty();
      assertThat(own(root, rescued)).isEqualTo(StoreTree.OPEN);
    }
    assertThat(own(root, rescued)).isEqualTo(StoreTree.CLOSED);
  }

  private List<String> own(TestRoot root, Set<String> rescued) {
    return StoreTree.own(root.path()).stream()
        .filter(name -> !rescued.contains(name) && !mayStay(name))
        .toList();
  }

  void checkAlways(Result<T> result, Set<String> before, List<String> held) throws Exception {
    Path path = result.root().path();
    assertThat(Held.besidesLocks(path, 1)).as("descriptors").isEqualTo(held);
    Set<String> kept = new HashSet<>(before);
    kept.removeAll(mayTake());
    assertThat(Disk.tree(path)).as("what was there").containsAll(kept);
    if (result.thrown() == null) {
      return;
    }
    assertThat(result.thrown()).isInstanceOf(StoreException.class);
    StoreException failure = (StoreException) result.thrown();
    assertThat(failure.getMessage()).isNotBlank();
    if (result.fault().errno() == Errno.EINTR
        && result.fault().how() == How.WITHOUT_EFFECT
        && repeats(result.call().name())) {
      throw new AssertionError("one interruption made it fail");
    }
  }
}
