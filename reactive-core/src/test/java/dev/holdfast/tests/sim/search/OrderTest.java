package dev.holdfast.tests.sim.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.tests.sim.search.Operation.Kind;
import dev.holdfast.tests.sim.search.Operation.Said;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the oracles accept and what they do not. */
class OrderTest {
  private final History history = new History(Map.of("a", 9));

  private Operation begin(Kind kind, int content) {
    return history.begin("P", kind, "a", content, true);
  }

  private Operation done(Kind kind, int content, Said said) {
    Operation operation = begin(kind, content);
    history.end(operation, said, "");
    return operation;
  }

  private boolean isOrder(int last) {
    return Order.exists(history.on("a"), 9, last);
  }

  private boolean survives(int found) {
    return Durable.allows(history.on("a"), 9, found);
  }

  @Test
  void anAcknowledgedChangeIsThere() {
    done(Kind.REPLACE, 1, Said.DONE);
    assertThat(isOrder(1)).isTrue();
    assertThat(isOrder(9)).isFalse();
    assertThat(survives(1)).isTrue();
    assertThat(survives(9)).isFalse();
  }

  @Test
  void aRefusedChangeIsNot() {
    done(Kind.REPLACE, 1, Said.NOT_DONE);
    assertThat(isOrder(9)).isTrue();
    assertThat(isOrder(1)).isFalse();
    assertThat(survives(1)).isFalse();
  }

  @Test
  void aChangeInFlightOrInDoubtMayBeThere() {
    begin(Kind.REPLACE, 1);
    done(Kind.REPLACE, 2, Said.UNKNOWN);
    for (int content : new int[] {9, 1, 2}) {
      assertThat(isOrder(content)).isTrue();
      assertThat(survives(content)).isTrue();
    }
    assertThat(isOrder(3)).isFalse();
    assertThat(survives(History.ABSENT)).isFalse();
  }

  @Test
  void whatIsNotProvenIsThereUntilThePowerGoesOff() {
    done(Kind.REPLACE, 1, Said.DONE_NOT_PROVEN);
    assertThat(isOrder(9)).isFalse();
    assertThat(survives(9)).isTrue();
    assertThat(survives(1)).isTrue();
  }

  @Test
  void aLaterChangeWins() {
    done(Kind.REPLACE, 1, Said.DONE);
    done(Kind.REPLACE, 2, Said.DONE);
    assertThat(isOrder(1)).isFalse();
    assertThat(survives(1)).isFalse();
    assertThat(survives(2)).isTrue();
  }

  @Test
  void oneOfTwoAtATimeWins() {
    Operation first = begin(Kind.REPLACE, 1);
    Operation second = begin(Kind.REPLACE, 2);
    history.end(second, Said.DONE, "");
    history.end(first, Said.DONE, "");
    assertThat(isOrder(1)).isTrue();
    assertThat(isOrder(2)).isTrue();
    assertThat(isOrder(9)).isFalse();
  }

  @Test
  void twoCannotBothPublishOneName() {
    done(Kind.REMOVE, 0, Said.DONE);
    Operation first = begin(Kind.PUBLISH, 1);
    Operation second = begin(Kind.PUBLISH, 2);
    history.end(second, Said.DONE, "");
    history.end(first, Said.DONE, "");
    assertThat(isOrder(1)).isFalse();
    assertThat(isOrder(2)).isFalse();
  }

  @Test
  void aRefusalNeedsItsReason() {
    done(Kind.PUBLISH, 1, Said.REFUSED);
    assertThat(isOrder(9)).isTrue();
    done(Kind.REMOVE, 0, Said.REFUSED);
    assertThat(isOrder(9)).isFalse();
  }

  @Test
  void aReadSeesWhatWasThereAtSomeMoment() {
    Operation write = begin(Kind.REPLACE, 1);
    done(Kind.READ, 1, Said.DONE);
    done(Kind.READ, 9, Said.DONE);
    history.end(write, Said.DONE, "");
    assertThat(isOrder(1)).as("first the new content, then the old one").isFalse();
  }

  @Test
  void aReplaceSaysWhetherSomethingWasThere() {
    done(Kind.REPLACE, 1, Said.DONE).created = true;
    assertThat(isOrder(1)).isFalse();
  }

  @Test
  void aPartOfAContentIsNone() {
    byte[] content = Contents.of(7, 600);
    assertThat(Contents.idOf(content)).isEqualTo(7);
    assertThat(Contents.idOf(Arrays.copyOf(content, 599))).isEqualTo(-1);
    assertThat(Contents.idOf(new byte[600])).isEqualTo(-1);
    content[599]++;
    assertThat(Contents.idOf(content)).isEqualTo(-1);
  }
}
