package dev.holdfast.tests.sim;

import java.util.Random;
import java.util.function.Supplier;

/** Decides at a power cut which of the effects that nobody synced had reached the disk. */
@FunctionalInterface
public interface Survival {
  /** Only what was synced is there. */
  Survival NOTHING = effect -> false;

  /** Everything had been written already, as if by luck. */
  Survival EVERYTHING = effect -> true;

  /**
   * Whether an effect is there after the cut.
   *
   * @param effect what it is, in words
   */
  boolean survives(Supplier<String> effect);

  /** Each effect by the toss of a coin. */
  static Survival random(long seed) {
    Random random = new Random(seed);
    return effect -> random.nextBoolean();
  }
}
