package dev.holdfast.benchmarks;

import java.util.Locale;

/**
 * How much is measured.
 *
 * @param rounds how many rounds count
 * @param operations how many operations each contestant does in a round
 * @param warmUpRounds how many rounds are done before and dropped
 */
record Plan(int rounds, int operations, int warmUpRounds) {
  /** Fewer rounds than this are a trial, not a measurement. */
  static final int ENOUGH_ROUNDS = 9;

  /** Decides the order of the contestants in each round, the same in each run. */
  static final long SEED = 20_250_101;

  boolean isTrial() {
    return rounds < ENOUGH_ROUNDS;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%,d rounds of %,d operations, interleaved, after %,d for warming up",
        rounds,
        operations,
        warmUpRounds);
  }
}
