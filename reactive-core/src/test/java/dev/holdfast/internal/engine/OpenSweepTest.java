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
  private static final String OWN =
      "x/y/\\.holdfast(/(store\\.json|commit\\.lock|rescued|staging(/[0-9a-f]{32}"
          + "(/(owner|n-[0-9a-f]{32}))?)?))?";

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
  void forReading() throws Exception {
    sweep("open for reading", true, this::store);
  }

  @Test
  void withSomethingToRecover() throws Exception {
    sweep(
        "open with something to recover",
        false,
        root -> {
          store(root);
          DeadEngine dead = DeadEngine.in(root.resolve("x/y"));
          dead.fresh("never visible");
          dead.removing("removed");
          dead.foreign("theirs");
        });
  }

  private void store(Path root) throws Exception {
    Disk.directory(root.getParent());
    try (TestRoot first = TestRoot.at(root.resolve("x/y"))) {
      first.publish("file", "text");
    }
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
    List<String> foreign = foreign(path);
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
        checkSuccess(root, call, fault, failed, readOnly);
      } else {
        Held.byNobody(base);
        checkFailure(thrown, call, fault);
      }
      checkNothingLost(base, before, record);
      assertThat(foreign(path)).as("what is somebody else's").isEqualTo(foreign);
      if (!isFalseAbsence(call, fault)) {
        checkNextOpen(root, foreign);
      }
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

  /** The content of every foreign object, wherever the store keeps it. */
  private static List<String> foreign(Path path) throws Exception {
    List<String> contents = new ArrayList<>();
    for (String name : Disk.tree(path.resolve(".holdfast"))) {
      Path object = path.resolve(".holdfast").resolve(name);
      if (Files.isRegularFile(object) && Files.readString(object).equals("theirs")) {
        contents.add("theirs");
      }
    }
    return contents;
  }

  /** The kernel says that what is to be removed is gone, and it is not. */
  private static boolean isFalseAbsence(Call call, Fault fault) {
    return Set.of("unlink", "rmdir").contains(call.name())
        && fault.errno() == Errno.ENOENT
        && fault.how() == How.WITHOUT_EFFECT;
  }

  private static void checkNextOpen(TestRoot root, List<String> foreign) throws Exception {
    root.close();
    root.publish("next", "text");
    assertThat(StoreTree.staged(root.path())).as("staged").isEmpty();
    assertThat(StoreTree.rescued(root.path())).as("rescued").hasSameSizeAs(foreign);
    root.close();
    Held.byNobody(root.path());
    List<String> own = new ArrayList<>(StoreTree.own(root.path()));
    own.removeIf(name -> name.startsWith(".holdfast/rescued/"));
    assertThat(own).isEqualTo(StoreTree.CLOSED);
  }

  private void checkSuccess(
      TestRoot root, Call call, Fault fault, List<Call> failed, boolean readOnly) throws Exception {
    boolean interruptedOnce =
        fault.errno() == Errno.EINTR
            && (fault.how() == How.WITHOUT_EFFECT || fault.how() == How.AFTER_EFFECT);
    boolean unsynced =
        failed.stream()
            .anyMatch(each -> each.name().equals("sync") && !each.on().endsWith("/rescued"));
    boolean refused = fault.errno() == Errno.EINVAL || fault.errno() == Errno.EROFS;
    boolean elsewhere = failed.stream().allMatch(each -> temp.startsWith(each.on()));
    assertThat(unsynced && !interruptedOnce && !(refused && elsewhere))
        .as("opened although a sync failed")
        .isFalse();
    if (!readOnly) {
      Held.byOneWriter(root.path());
      checkUsable(root, call, fault);
    } else if (fault.errno() != Errno.ENOENT) {
      assertThat(Held.besidesLocks(root.path())).containsExactly("", ".holdfast");
    }
  }

  private static void checkUsable(TestRoot root, Call call, Fault fault) {
    boolean wasToldOfALockFile =
        call.on().endsWith("/commit.lock")
            && fault.errno() == Errno.EEXIST
            && fault.how() == How.WITHOUT_EFFECT;
    if (wasToldOfALockFile) {
      Failures.notCommitted(ErrorCode.ROOT_BINDING_CHANGED, () -> root.publish("after", "text"));
    } else {
      root.publish("after", "text");
    }
  }

  private void checkFailure(Throwable thrown, Call call, Fault fault) {
    assertThat(thrown).isInstanceOf(RequestException.class);
    ErrorCode code = ((RequestException) thrown).code();
    boolean lacking = code == ErrorCode.UNSUPPORTED_FILESYSTEM && fault.errno() == Errno.EPERM;
    assertThat(lacking || Faults.explains(code, call.name(), fault.errno()))
        .as("code " + code)
        .isTrue();
    if (fault.errno() == Errno.EINTR && fault.how() == How.WITHOUT_EFFECT) {
      throw new AssertionError("one interruption made it fail");
    }
  }

  private void checkNothingLost(Path base, String before, Path record) throws Exception {
    if (!before.isEmpty()) {
      assertThat(record).hasContent(before);
      assertThat(base.resolve("x/y/file")).hasContent("text");
    }
    for (String name : Disk.tree(base)) {
      boolean recovered =
          name.matches("x/y/\\.holdfast/(staging/0{32}/x-.*|rescued/r-[0-9a-f]{32})");
      assertThat(recovered || name.matches("x|x/y|x/y/(file|after)|" + OWN)).as(name).isTrue();
    }
  }
}
