package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import org.junit.jupiter.api.Test;

/**
 * Every change of a name claims it until it has verified it, publishes included: otherwise a
 * cooperating process could remove a new file before it was recognised, and a replace could call a
 * name free that was just acknowledged.
 */
class ClaimTest extends RootTestCase {
  private final ActingSys sys = new ActingSys(TestRoot.LINUX);

  @Test
  void nobodyRemovesAFileBeforeItsPublisherHasSeenIt() throws Exception {
    TestRoot process = rootAt(root.path(), sys);
    process.open();
    sys.after("link", 1, () -> Failures.notCommitted(ErrorCode.BUSY, () -> root.remove("file")));
    process.publish("file", "text");
    assertThat(below("file")).hasContent("text");
  }

  @Test
  void nobodyPublishesANameThatIsBeingReplaced() throws Exception {
    TestRoot process = rootAt(root.path(), sys);
    process.open();
    sys.before(
        "renameReplace",
        1,
        () -> Failures.notCommitted(ErrorCode.BUSY, () -> root.publish("file", "published")));
    assertThat(process.replace("file", "replaced").created()).isTrue();
  }
}
