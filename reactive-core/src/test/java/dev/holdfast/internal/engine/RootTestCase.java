package dev.holdfast.internal.engine;

import dev.holdfast.internal.engine.scope.Parker;
import dev.holdfast.internal.sys.Sys;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A private temporary directory and a root in it, which the test opens when it wants to. */
abstract class RootTestCase {
  private final Deque<TestRoot> roots = new ArrayDeque<>();

  /** Private; everything happens in it. */
  @TempDir Path temp;

  /** On the real port. */
  TestRoot root;

  @BeforeEach
  void prepareRoot() {
    root = rootAt(temp.resolve("root"));
  }

  @AfterEach
  void closeRoots() throws Exception {
    while (!roots.isEmpty()) {
      roots.pop().close();
    }
    Held.byNobody(temp);
  }

  /** Another root or another process on the same one; closed after the test. */
  TestRoot rootAt(Path path) {
    return rootAt(path, TestRoot.LINUX);
  }

  TestRoot rootAt(Path path, Sys sys) {
    TestRoot another = TestRoot.at(path, sys);
    roots.push(another);
    return another;
  }

  /** Another process that waits as told; closed after the test. */
  TestRoot rootAt(Path path, Parker parker) {
    TestRoot another = TestRoot.at(path, parker);
    roots.push(another);
    return another;
  }

  /** Below the root. */
  Path below(String relative) {
    return root.path().resolve(relative);
  }
}
