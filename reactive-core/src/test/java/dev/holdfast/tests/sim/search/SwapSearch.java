package dev.holdfast.tests.sim.search;

import dev.holdfast.ErrorCode;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.internal.sys.Sys;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/** Swaps everything on the way of an operation for everything else, at every moment. */
final class SwapSearch {
  private final UnaryOperator<Sys> port;
  private final Map<State, Integer> said = new EnumMap<>(State.class);
  private long runs;

  SwapSearch(UnaryOperator<Sys> port) {
    this.port = port;
  }

  /** How many times an operation was run. */
  long runs() {
    return runs;
  }

  /** How often what was said. */
  Map<State, Integer> said() {
    return said;
  }

  /** One swap of each kind, before each of the operation's calls. */
  void everySwap(SwapOperation operation) {
    for (Swap.Place place : Swap.Place.values()) {
      for (Swap.Kind kind : Swap.Kind.values()) {
        oneSwap(operation, new Swap(place, kind));
      }
    }
  }

  private void oneSwap(SwapOperation operation, Swap swap) {
    for (int call = 1; ; call++) {
      int at = call;
      SwapTrial trial = new SwapTrial(operation, port);
      runs++;
      try {
        trial.run(
            (number, stranger) -> {
              if (number == at) {
                stranger.swap(swap);
              }
            });
        check(operation, trial, swap);
      } catch (Violation e) {
        throw report(operation, trial, swap + " before call " + at, e);
      }
      if (at > trial.calls().size()) {
        return; // nothing was swapped any more
      }
      said.merge(trial.said(), 1, Integer::sum);
    }
  }

  /** What is said to be done without a word was there to be seen; what failed says what it met. */
  private static void check(SwapOperation operation, SwapTrial trial, Swap swap) {
    ErrorCode code = trial.code();
    boolean named =
        code == null
            || code == ErrorCode.OUTCOME_UNKNOWN
            || (swap.place() == Swap.Place.ROOT
                ? code == ErrorCode.ROOT_BINDING_CHANGED || operation.opens()
                : code != ErrorCode.IO_ERROR);
    if (!named) {
      throw new Violation("an error says what is in the way", code.toString());
    }
    boolean said = operation.changes() && trial.said() == State.COMMITTED && trial.code() == null;
    if (said && !trial.wasShown()) {
      throw new Violation("an outcome is true", "it never showed at its path");
    }
  }

  /** Several swaps, put back or not, as a seed has it. */
  void random(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    SwapOperation[] operations = SwapOperation.values();
    SwapOperation operation = operations[random.nextInt(operations.length)];
    double often = 0.02 + random.nextDouble() / 4;
    List<String> deeds = new ArrayList<>();
    SwapTrial trial = new SwapTrial(operation, port);
    runs++;
    try {
      trial.run(
          (number, stranger) -> {
            if (random.nextDouble() >= often) {
              return;
            }
            if (stranger.hasSwapped()) {
              stranger.swapBack();
              deeds.add("back before call " + number);
            } else {
              Swap swap = any(random);
              stranger.swap(swap);
              deeds.add(swap + " before call " + number);
            }
          });
    } catch (Violation e) {
      throw report(operation, trial, "seed " + seed + ", " + deeds, e);
    }
  }

  private static Swap any(SplittableRandom random) {
    Swap.Place[] places = Swap.Place.values();
    Swap.Kind[] kinds = Swap.Kind.values();
    return new Swap(places[random.nextInt(places.length)], kinds[random.nextInt(kinds.length)]);
  }

  private static AssertionError report(
      SwapOperation operation, SwapTrial trial, String how, Violation e) {
    StringBuilder text = new StringBuilder();
    text.append(e.getMessage()).append('\n').append(operation).append(", ").append(how);
    for (int i = 0; i < trial.calls().size(); i++) {
      text.append("\n  ").append(i + 1).append(' ').append(trial.calls().get(i));
    }
    return new AssertionError(text.toString(), e);
  }
}
