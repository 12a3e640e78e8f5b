package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.RequestException;
import dev.holdfast.internal.engine.FaultySys.Fault;
import dev.holdfast.internal.engine.FaultySys.How;
import dev.holdfast.internal.engine.InterceptingSys.Call;
import dev.holdfast.internal.sys.Errno;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every call of opening a root made to fail in every plausible way. */
class OpenSweepTest {
  /** A parent that we may not sync was not made by us. */
  private static final Set<Errno> NOT_OURS_TO_SYNC =
      Set.of(Errno.EACCES, Errno.EPERM, Errno.EINVAL, Errno.EROFS);

  @TempDir(factory = MemoryTempDir.class)
  Path temp;

  private final List<String> violations = new ArrayList<>();
  private int cases;

  /** What is there before. */
  @FunctionalInterface
  private interface Setup {
    void run(Path root) throws Exception;
  }

  @Test
  void withAMissingChain() throws Exception {
    sweep("open with a missing chain", false, root -> Disk.directory(root.getParent()));
  }

  @Test
  void ofAStore() throws Exception {
    sweep("open of a store", false, this::store);
  }

  @Test
  void forReading() throws Exception {
    sweep("open for reading", true, this::store);
  }

  private void store(Path root) throws Exception {
    Disk.directory(root.getParent());
    try (TestRoot first = TestRoot.at(root.resolve("x/y"))) {
      first.publish("file", "text");
    }
    Disk.file(root.resolve("x/y/.holdfast/probe-dead"), "");
  }

  private void sweep(String operation, boolean readOnly, Setup setup) throws Exception {
    FaultySys clean = new FaultySys(TestRoot.LINUX);
    Path first = temp.resolve("clean/root");
    setup.run(first);
    clean.arm();
    try (TestRoot root = TestRoot.at(first.resolve("x/y"), clean)) {
      root.open(root.path().toString(), readOnly);
    }
    List<Call> calls = clean.calls();
    for (int index = 0; index < calls.size(); index++) {
      for (Fault fault : Faults.of(index, calls.get(index).name())) {
        one(calls.get(index), fault, readOnly, setup);
      }
    }
    System.out.printf(
        "sweep of %s: %d calls, %d cases, %d violations%n",
        operation, calls.size(), cases, violations.size());
    assertThat(violations).isEmpty();
  }

  private void one(Call call, Fault fault, boolean readOnly, Setup setup) throws Exception {
    cases++;
    Path base = temp.resolve("case" + cases).resolve("root");
    setup.run(base);
    Path path = base.resolve("x/y");
    Path record = path.resolve(".holdfast/store.json");
    String before = Files.exists(record) ? Files.readString(record) : "";
    FaultySys sys = new FaultySys(TestRoot.LINUX);
    Throwable thrown = null;
    try (TestRoot root = TestRoot.at(path, sys)) {
      sys.arm(fault);
      try {
        root.open(path.toString(), readOnly);
      } catch (Throwable e) {
        thrown = e;
      }
      List<Call> failed = sys.failed();
      sys.arm();
      if (thrown == null) {
        assertThat(Disk.descriptors(base)).as("descriptors").isEqualTo(1);
        checkSuccess(root, fault, failed, readOnly);
      } else {
        assertThat(Disk.descriptors(base)).as("descriptors").isZero();
        checkFailure(thrown, call, fault);
      }
      checkNothingLost(base, before, record);
      root.close();
      root.publish("next", "text");
      assertThat(Disk.tree(path.resolve(".holdfast"))).containsExactly("store.json");
    } catch (AssertionError | RuntimeException e) {
      violations.add(
          fault.index()
              + " "
              + call
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

  private void checkSuccess(TestRoot root, Fault fault, List<Call> failed, boolean readOnly) {
    boolean interruptedOnce =
        fault.errno() == Errno.EINTR
            && (fault.how() == How.WITHOUT_EFFECT || fault.how() == How.AFTER_EFFECT);
    boolean unsynced = failed.stream().anyMatch(each -> each.name().equals("sync"));
    assertThat(unsynced && !interruptedOnce && !NOT_OURS_TO_SYNC.contains(fault.errno()))
        .as("opened although a sync failed")
        .isFalse();
    if (!readOnly) {
      root.publish("after", "text");
    }
  }

  private void checkFailure(Throwable thrown, Call call, Fault fault) {
    assertThat(thrown).isInstanceOf(RequestException.class);
    ErrorCode code = ((RequestException) thrown).code();
    boolean lacking = code == ErrorCode.UNSUPPORTED_FILESYSTEM && fault.errno() == Errno.EPERM;
    assertThat(
            lacking
                || Pending.aclCodeOfProbe(call.name(), code)
                || Faults.explains(code, call.name(), fault.errno()))
        .as("code " + code)
        .isTrue();
    if (fault.errno() == Errno.EINTR
        && fault.how() == How.WITHOUT_EFFECT
        && !Pending.interruptedAtOpen(call.name())) {
      throw new AssertionError("one interruption made it fail");
    }
  }

  private void checkNothingLost(Path base, String before, Path record) throws Exception {
    if (!before.isEmpty()) {
      assertThat(record).hasContent(before);
      assertThat(base.resolve("x/y/file")).hasContent("text");
    }
    for (String name : Disk.tree(base)) {
      assertThat(name)
          .matches("x|x/y|x/y/(file|after|\\.holdfast(/(store\\.json|probe-[a-z0-9]*))?)");
    }
  }
}
