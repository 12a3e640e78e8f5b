package dev.holdfast.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static final Environment ENVIRONMENT =
      new Environment("6.1", "ext4", "17", 2, 0.5, Instant.EPOCH);

  /** One second a round for the floor's 100 operations, so that the figures are the ratios. */
  private static Report report(double... ratios) {
    List<Map<String, Round>> rounds =
        Arrays.stream(ratios)
            .mapToObj(
                ratio ->
                    Map.of(
                        FloorContestant.NAME,
                        new Round(100, 1_000_000_000L, 1_000),
                        HoldfastContestant.NAME,
                        new Round(100, (long) (1_000_000_000L / ratio), 2_000)))
            .toList();
    return new Report(
        new DurableWriteCase(DurableWriteCase.Operation.PUBLISH),
        new Plan(ratios.length, 100, 1),
        ENVIRONMENT,
        List.of(FloorContestant.NAME, HoldfastContestant.NAME),
        rounds);
  }

  private static Report stallReport(double... millis) {
    EventLoopStallCase stall = new EventLoopStallCase();
    List<Map<String, Round>> rounds =
        Arrays.stream(millis)
            .mapToObj(
                longest ->
                    Map.of(stall.judged(), new Round(1, 1, 10_000, (long) (longest * 1_000_000))))
            .toList();
    return new Report(
        stall, new Plan(millis.length, 1, 0), ENVIRONMENT, List.of(stall.judged()), rounds);
  }

  @Test
  void lastLineIsForPrograms() {
    assertThat(report(1, 0.95, 0.9).lastLines())
        .containsExactly("publish-1 ratio=0.950 target=0.900 PASS");
  }

  @Test
  void missesAreReported() {
    assertThat(report(0.5, 0.6, 0.7).lastLines())
        .containsExactly("publish-1 ratio=0.600 target=0.900 MISS");
    assertThat(stallReport(11, 20, 30).lastLines())
        .containsExactly("event-loop-stall ratio=20.000 target=10.000 MISS");
  }

  @Test
  void theLongestLatenessOfARoundIsItsStall() {
    assertThat(stallReport(1, 2, 3).lastLines())
        .containsExactly("event-loop-stall ratio=2.000 target=10.000 PASS");
  }

  @Test
  void aDoubtfulPassIsSaidToBeOne() {
    Report doubtful = report(0.5, 0.6, 0.7, 1, 1.1);
    assertThat(doubtful.verdict(doubtful.benchCase().judgements().get(0)))
        .isEqualTo(Target.Verdict.PASS);
    assertThat(doubtful.text()).contains("measure again");
    assertThat(report(1, 1.1, 1.2).text()).doesNotContain("measure again");
  }

  @Test
  void tooFewRoundsAreSaidToBeATrial() {
    assertThat(report(1, 1).text()).contains("a trial");
    assertThat(report(1, 1, 1, 1, 1, 1, 1, 1, 1).text()).doesNotContain("a trial");
  }

  @Test
  void theTableHasALineForEachContestant() {
    assertThat(report(0.8, 1, 1.2).text().lines())
        .anySatisfy(line -> assertThat(line).startsWith("floor in C").contains("100", "1.00"))
        .anySatisfy(
            line ->
                assertThat(line).startsWith("Holdfast").endsWith("1.00 [0.90-1.10] (0.80-1.20)"));
  }

  /** Twice as slow at 256 MiB, and 0.95 of the floor's speed there. */
  @Test
  void eachJudgementHasItsOwnVerdict() {
    Map<String, Round> round =
        Map.of(
            "floor in C, 4 KiB", new Round(95, 1_000_000_000L, 1_000),
            "floor in C, 256 MiB", new Round(100, 1_000_000_000L, 1_500),
            "Holdfast, 4 KiB", new Round(95, 1_000_000_000L, 1_000),
            "Holdfast, 256 MiB", new Round(95, 1_000_000_000L, 2_000));
    Report report =
        new Report(
            new AppendGrowthCase(),
            new Plan(1, 100, 0),
            ENVIRONMENT,
            List.copyOf(round.keySet()),
            List.of(round));
    assertThat(report.lastLines())
        .containsExactly(
            "append-growth ratio=2.000 target=1.100 MISS",
            "append-growth-floor ratio=0.950 target=0.900 PASS");
    assertThat(report.text().lines())
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith("Holdfast, 256 MiB")
                    .containsSubsequence("2.00 [2.00", "0.95 [0.95"));
  }

  @Test
  void jsonHoldsAllRoundsAndWhereTheyWereMeasured() {
    JsonObject json = new JsonObject(JsonReport.of(report(0.8, 1, 1.2)).encode());
    assertThat(json.getString("case")).isEqualTo("publish-1");
    JsonObject judgement = json.getJsonArray("judgements").getJsonObject(0);
    assertThat(judgement.getString("name")).isEqualTo("publish-1");
    assertThat(judgement.getString("verdict")).isEqualTo("PASS");
    assertThat(json.getJsonObject("environment").fieldNames())
        .contains("kernel", "fileSystem", "jdk", "cores", "time");
    JsonObject holdfast = json.getJsonArray("contestants").getJsonObject(1);
    assertThat(holdfast.getString("name")).isEqualTo(HoldfastContestant.NAME);
    assertThat(holdfast.getJsonArray("rounds")).hasSize(3);
    JsonObject first = holdfast.getJsonArray("rounds").getJsonObject(0).getJsonObject("figures");
    assertThat(first.getDouble("publish-1")).isEqualTo(0.8);
  }
}
