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
  double[] figures(Judgement judgement, String contestant) {
    return rounds.stream().mapToDouble(round -> judgement.figure().of(contestant, round)).toArray();
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

  Spread spread(Judgement judgement) {
    return Spread.of(figures(judgement, judgement.contestant()));
  }

  Target.Verdict verdict(Judgement judgement) {
    return judgement.target().judge(spread(judgement));
  }

  /** The verdicts, each in a line that programs can read. */
  List<String> lastLines() {
    return benchCase.judgements().stream().map(this::lastLine).toList();
  }

  private String lastLine(Judgement judgement) {
    return String.format(
        Locale.ROOT,
        "%s ratio=%.3f target=%.3f %s",
        judgement.name(),
        spread(judgement).median(),
        judgement.target().value(),
        verdict(judgement));
  }

  /** Everything above the last lines. */
  String text() {
    StringBuilder text = new StringBuilder();
    line(text, "%s: %s", benchCase.name(), benchCase.description());
    line(text, "%s", environment);
    line(text, "%s", plan);
    line(text, "");
    List<String> headings =
        benchCase.judgements().stream().map(judgement -> judgement.target().figure()).toList();
    row(text, headings, "", "ops/s", "p50 us", "p99 us", "max us");
    contestants.forEach(contestant -> row(text, contestant));
    line(text, "");
    line(text, "ops/s: the median of the rounds; p50, p99, max: of all timed in them.");
    line(
        text,
        "Figures: median of the rounds [quartiles] (extremes); a MISS if all in [] misses the target.");
    benchCase.judgements().forEach(judgement -> target(text, judgement));
    if (plan.isTrial()) {
      line(text, "Fewer than %d rounds: a trial, not a measurement.", Plan.ENOUGH_ROUNDS);
    }
    return text.toString();
  }

  private void row(StringBuilder text, String contestant) {
    Round all = Round.all(roundsOf(contestant));
    List<String> figures =
        benchCase.judgements().stream()
            .map(judgement -> Spread.of(figures(judgement, contestant)).toString())
            .toList();
    row(
        text,
        figures,
        contestant,
        all.operations() == 0 ? "-" : rate(operationsPerSecond(contestant)),
        micros(all, 50),
        micros(all, 99),
        micros(all, 100));
  }

  private static void row(StringBuilder text, List<String> figures, Object... cells) {
    String row = String.format("%-36s %9s %9s %9s %9s", cells);
    for (String figure : figures) {
      row += String.format("   %-33s", figure);
    }
    line(text, "%s", row.stripTrailing());
  }

  private void target(StringBuilder text, Judgement judgement) {
    line(text, "Target of %s: %s.", judgement.contestant(), judgement.target());
    if (verdict(judgement) == Target.Verdict.PASS
        && !judgement.target().reachedBy(spread(judgement).median())) {
      line(text, "The median misses it, but not the whole spread: measure again.");
    }
  }

  private static String micros(Round round, int percent) {
    return String.format(Locale.ROOT, "%.1f", round.percentileMicros(percent));
  }

  private static String rate(double operationsPerSecond) {
    String format = operationsPerSecond < 10 ? "%.2f" : "%.0f";
    return String.format(Locale.ROOT, format, operationsPerSecond);
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
