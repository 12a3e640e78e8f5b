package dev.holdfast.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a run gave, for the reader.
 *
 * @param benchCase what was measured
 * @param plan how much
 * @param environment where and when
 * @param contestants their names, in the order of the report
 * @param rounds what was measured, in time order, by the contestants' names
 */
record Report(
    BenchCase benchCase,
    Plan plan,
    Environment environment,
    List<String> contestants,
    List<Map<String, Round>> rounds) {

  /** The figures of one contestant. */
  double[] figures(String contestant) {
    return rounds.stream().mapToDouble(round -> benchCase.figure(contestant, round)).toArray();
  }

  /** What one contestant did. */
  List<Round> roundsOf(String contestant) {
    return rounds.stream().map(round -> BenchCase.of(contestant, round)).toList();
  }

  /** How many operations one contestant did in a second. */
  double operationsPerSecond(String contestant) {
    return Statistics.median(
        roundsOf(contestant).stream().mapToDouble(Round::operationsPerSecond).toArray());
  }

  Spread spread() {
    return Spread.of(figures(benchCase.judged()));
  }

  Target.Verdict verdict() {
    return benchCase.target().judge(spread());
  }

  /** The verdict in a line that programs can read. */
  String lastLine() {
    return String.format(
        Locale.ROOT,
        "%s ratio=%.3f target=%.3f %s",
        benchCase.name(),
        spread().median(),
        benchCase.target().value(),
        verdict());
  }

  /** Everything above the last line. */
  String text() {
    StringBuilder text = new StringBuilder();
    line(text, "%s: %s", benchCase.name(), benchCase.description());
    line(text, "%s", environment);
    line(text, "%s", plan);
    line(text, "");
    line(
        text,
        "%-36s %9s %9s %9s %9s   %s",
        "",
        "ops/s",
        "p50 us",
        "p99 us",
        "max us",
        benchCase.target().figure() + " [quartiles] (extremes)");
    contestants.forEach(contestant -> row(text, contestant));
    line(text, "");
    line(
        text,
        "ops/s and %s: medians of the rounds; p50, p99, max: of all that was timed in them.",
        benchCase.target().figure());
    line(
        text,
        "Target of %s: %s; a MISS only if all between the quartiles misses it.",
        benchCase.judged(),
        benchCase.target());
    if (verdict() == Target.Verdict.PASS && !benchCase.target().reachedBy(spread().median())) {
      line(text, "The median misses the target, but not the whole spread: measure again.");
    }
    if (plan.isTrial()) {
      line(text, "Fewer than %d rounds: a trial, not a measurement.", Plan.ENOUGH_ROUNDS);
    }
    return text.toString();
  }

  private void row(StringBuilder text, String contestant) {
    Round all = Round.all(roundsOf(contestant));
    Spread spread = Spread.of(figures(contestant));
    line(
        text,
        "%-36s %9s %9.1f %9.1f %9.1f   %.2f [%.2f-%.2f] (%.2f-%.2f)",
        contestant,
        all.operations() == 0 ? "-" : rate(operationsPerSecond(contestant)),
        all.percentileMicros(50),
        all.percentileMicros(99),
        all.percentileMicros(100),
        spread.median(),
        spread.lowerQuartile(),
        spread.upperQuartile(),
        spread.min(),
        spread.max());
  }

  private static String rate(double operationsPerSecond) {
    String format = operationsPerSecond < 10 ? "%.2f" : "%.0f";
    return String.format(Locale.ROOT, format, operationsPerSecond);
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
