package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A remove verifies the way at its first use, as every other change does. */
class RemoveWayTest extends RootTestCase {

  @Test
  void doesNotEnterAnotherStore() throws Exception {
    root.open();
    Path inner = Disk.directory(below("inner"));
    Disk.directory(inner.resolve(".holdfast"));
    Disk.file(inner.resolve("file"), "theirs");
    Failures.notCommitted(ErrorCode.NESTED_ROOT, () -> root.remove("inner/file"));
    assertThat(inner.resolve("file")).exists();
  }

  @Test
  void refusesAWideDirectoryOnTheWay() throws Exception {
    root.publish("a/b/file", "text");
    Disk.chmod(below("a"), 0777);
    TestRoot another = rootAt(root.path());
    Failures.notCommitted(ErrorCode.MODE_MISMATCH, () -> another.remove("a/b/file"));
    assertThat(below("a/b/file")).exists();
  }
}
