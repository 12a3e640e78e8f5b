package dev.holdfast.tests.sim.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The searches find the mistakes that they are for. One that they miss is a defect of theirs. */
class MutantsTest {
  @ParameterizedTest
  @EnumSource
  void isCaught(Mutants mutant) throws Exception {
    long begin = System.nanoTime();
    Hunt hunt = new Hunt(mutant.port());
    Optional<String> caught = hunt.run();
    System.out.printf(
        "%s survived %,d runs (%d ms), until %s%n",
        mutant,
        hunt.runs(),
        (System.nanoTime() - begin) / 1_000_000,
        caught.orElse("the end of the search"));
    assertThat(caught).isPresent();
  }
}
