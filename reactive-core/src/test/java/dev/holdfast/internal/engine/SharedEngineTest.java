package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.RequestException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** Handles on one root in one process. */
class SharedEngineTest extends RootTestCase {

  @Test
  void goesOnWhenOneHandleIsClosed() throws Exception {
    StoreHandle first = root.open();
    StoreHandle second = root.open();
    Held.byOneWriter(root.path());
    root.close(first);
    assertThat(second.exists("a")).isFalse();
    root.close(second);
    Held.byNobody(temp);
  }

  @Test
  void goesOnWhenTheFirstIsClosedLast() throws Exception {
    StoreHandle first = root.open();
    root.close(root.open());
    root.close(root.open());
    assertThat(first.exists("a")).isFalse();
    Held.byOneWriter(root.path());
  }

  @Test
  void isFoundThroughAnotherPathToo() throws Exception {
    root.open();
    Files.createSymbolicLink(temp.resolve("link"), temp);
    StoreHandle other = root.open(temp.resolve("link/root").toString(), false);
    Held.byOneWriter(root.path());
    root.publish("a", "text");
    assertThat(other.exists("a")).isTrue();
  }

  @Test
  void refusesContradictingOptionsByName() throws Exception {
    root.open();
    RequestException failure =
        Failures.request(
            ErrorCode.OPTIONS_CONFLICT, () -> root.open(root.path().toString(), false, 1));
    assertThat(failure)
        .hasMessageContaining("maxFileBytes=1")
        .hasMessageContaining(String.valueOf(TestRoot.LIMIT));
    Held.byOneWriter(root.path());
    root.publish("a", "more than one byte");
  }

  @Test
  void forgetsItsOptionsWithItsLastHandle() throws Exception {
    root.close(root.open());
    root.open(root.path().toString(), false, 1);
    Held.byOneWriter(root.path());
  }

  @Test
  void survivesAConflict() throws Exception {
    StoreHandle handle = root.open();
    for (int i = 0; i < 3; i++) {
      Failures.request(
          ErrorCode.OPTIONS_CONFLICT, () -> root.open(root.path().toString(), false, 1));
    }
    assertThat(handle.exists("a")).isFalse();
    root.close(handle);
    Held.byNobody(temp);
  }

  @Test
  void isGivenBackOnceByEachHandle() throws Exception {
    StoreHandle one = root.open();
    StoreHandle two = root.open();
    root.close(one);
    one.close();
    assertThat(two.exists("a")).isFalse();
    Held.byOneWriter(root.path());
  }

  /** They share nothing with the writable ones, and read with a limit of their own. */
  @Test
  void doesNotBindReadersToItsOptions() {
    root.publish("a", "more than one byte");
    StoreHandle reader = root.open(root.path().toString(), true, 1);
    Failures.request(ErrorCode.TOO_LARGE, () -> reader.read("a"));
    assertThat(root.open().read("a").bytes()).hasSize(18);
  }

  @Test
  void isNotSharedWithAReader() throws Exception {
    StoreHandle writer = root.open();
    StoreHandle reader = root.openReadOnly();
    root.close(writer);
    assertThat(reader.exists("a")).isFalse();
    root.close(reader);
    Held.byNobody(temp);
  }

  @Test
  void isAnotherOneForAnotherDirectoryOfTheSameName() throws Exception {
    StoreHandle old = root.open();
    Files.move(root.path(), temp.resolve("moved"));
    StoreHandle fresh = root.open();
    assertThat(fresh.exists("a")).isFalse();
    Failures.request(ErrorCode.ROOT_BINDING_CHANGED, () -> old.identify("a"));
  }
}
