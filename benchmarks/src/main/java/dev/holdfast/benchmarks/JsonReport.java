package dev.holdfast.benchmarks;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;

/** What a run gave, for programs. */
final class JsonReport {
  private JsonReport() {}

  /** The JSON form of a report. */
  static JsonObject of(Report report) {
    BenchCase benchCase = report.benchCase();
    Target target = benchCase.target();
    Plan plan = report.plan();
    JsonArray contestants = new JsonArray();
    report.contestants().forEach(name -> contestants.add(contestant(report, name)));
    return new JsonObject()
        .put("case", benchCase.name())
        .put("description", benchCase.description())
        .put("environment", environment(report.environment()))
        .put("rounds", plan.rounds())
        .put("operationsPerRound", plan.operations())
        .put("warmUpRounds", plan.warmUpRounds())
        .put("seed", Plan.SEED)
        .put("figure", target.figure())
        .put("judged", benchCase.judged())
        .put("spread", spread(report.spread()))
        .put("target", target.value())
        .put("better", target.better().name().toLowerCase(Locale.ROOT))
        .put("verdict", report.verdict().name())
        .put("contestants", contestants);
  }

  private static JsonObject environment(Environment environment) {
    return new JsonObject()
        .put("kernel", environment.kernel())
        .put("fileSystem", environment.fileSystem())
        .put("jdk", environment.jdk())
        .put("cores", environment.cores())
        .put("loadAverage", environment.loadAverage())
        .put("time", environment.time().toString());
  }

  private static JsonObject spread(Spread spread) {
    return new JsonObject()
        .put("min", spread.min())
        .put("lowerQuartile", spread.lowerQuartile())
        .put("median", spread.median())
        .put("upperQuartile", spread.upperQuartile())
        .put("max", spread.max());
  }

  private static JsonObject contestant(Report report, String name) {
    List<Round> own = report.roundsOf(name);
    double[] figures = report.figures(name);
    JsonArray rounds = new JsonArray();
    for (int i = 0; i < figures.length; i++) {
      rounds.add(round(own.get(i)).put("figure", figures[i]));
    }
    return round(Round.all(own))
        .put("name", name)
        .put("operationsPerSecond", report.operationsPerSecond(name))
        .put("figure", spread(Spread.of(figures)))
        .put("rounds", rounds);
  }

  private static JsonObject round(Round round) {
    return new JsonObject()
        .put("operations", round.operations())
        .put("elapsedNanos", round.elapsedNanos())
        .put("operationsPerSecond", round.operationsPerSecond())
        .put("p50Micros", round.percentileMicros(50))
        .put("p99Micros", round.percentileMicros(99))
        .put("maxMicros", round.percentileMicros(100));
  }
}
