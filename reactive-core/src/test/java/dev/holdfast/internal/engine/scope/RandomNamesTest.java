package dev.holdfast.internal.engine.scope;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Names that nobody else makes. */
class RandomNamesTest {

  @Test
  void haveAlwaysTheSameLength() {
    RandomGenerator small = () -> 1L;
    assertThat(new RandomNames(small).next()).isEqualTo("00000000000000010000000000000001");
    RandomGenerator negative = () -> -1L;
    assertThat(new RandomNames(negative).next()).isEqualTo("f".repeat(32));
  }

  @Test
  void differ() {
    RandomNames names = new RandomNames(new Random(1));
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      assertThat(seen.add(names.next())).isTrue();
    }
    assertThat(seen).allMatch(name -> name.matches("[0-9a-f]{32}"));
  }
}
