package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.engine.FaultySys.Fault;
import dev.holdfast.internal.engine.FaultySys.How;
import dev.holdfast.internal.sys.Errno;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** On a local file system one interruption makes nothing fail. */
class InterruptedStagingTest extends RootTestCase {
  private final FaultySys sys = new FaultySys(TestRoot.LINUX);

  @ParameterizedTest
  @CsvSource({
    "mkdir, 3, WITHOUT_EFFECT",
    "mkdir, 3, AFTER_EFFECT",
    "createFile, 0, WITHOUT_EFFECT",
    "createFile, 0, AFTER_EFFECT",
    "createFile, 1, AFTER_EFFECT",
    "rmdir, 0, WITHOUT_EFFECT",
    "rmdir, 0, AFTER_EFFECT"
  })
  void doesNotStopAnOpen(String call, int index, How how) throws Exception {
    root.close(root.open());
    DeadEngine.in(root.path());
    TestRoot process = rootAt(root.path(), sys);
    sys.arm(Fault.of(call, index, Errno.EINTR, how));
    process.close(process.open());
  }

  @ParameterizedTest
  @EnumSource(names = {"WITHOUT_EFFECT", "AFTER_EFFECT"})
  void doesNotStopAReplace(How how) {
    TestRoot process = rootAt(root.path(), sys);
    process.publish("file", "old");
    sys.arm(Fault.of("createFile", 0, Errno.EINTR, how));
    process.replace("file", "new");
    assertThat(below("file")).hasContent("new");
  }
}
