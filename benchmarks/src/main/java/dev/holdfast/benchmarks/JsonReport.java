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
    Plan plan = report.plan();
    JsonArray judgements = new JsonArray();
    benchCase.judgements().forEach(each -> judgements.add(judgement(report, each)));
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
        .put("judgements", judgements)
        .put("contestants", contestants);
  }

  private static JsonObject judgement(Report report, Judgement judgement) {
    Target target = judgement.target();
    return new JsonObject()
        .put("name", judgement.name())
        .put("figure", target.figure())
        .put("judged", judgement.contestant())
        .put("spread", spread(report.spread(judgement)))
        .put("target", target.value())
        .put("better", target.better().name().toLowerCase(Locale.ROOT))
        .put("verdict", report.verdict(judgement).name());
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
    JsonArray rounds = new JsonArray();
    own.forEach(each -> rounds.add(round(each).put("figures", new JsonObject())));
    JsonObject spreads = new JsonObject();
    for (Judgement judgement : report.benchCase().judgements()) {
      double[] figures = report.figures(judgement, name);
      spreads.put(judgement.name(), spread(Spread.of(figures)));
      for (int i = 0; i < figures.length; i++) {
        rounds.getJsonObject(i).getJsonObject("figures").put(judgement.name(), figures[i]);
      }
    }
    return round(Round.all(own))
        .put("name", name)
        .put("operationsPerSecond", report.operationsPerSecond(name))
        .put("figures", spreads)
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
