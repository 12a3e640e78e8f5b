package dev.holdfast;

import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * What a repair did.
 *
 * @param results one for each finding, in their order
 */
public record RepairReport(List<RepairResult> results) {

  /**
   * A report.
   *
   * @param results one for each finding
   */
  public RepairReport {
    results = List.copyOf(results);
  }

  /**
   * Whether every fault is gone.
   *
   * @return true if each finding was repaired, or was right already
   */
  public boolean complete() {
    return results.stream()
        .allMatch(
            result ->
                result.action() == RepairResult.Action.REPAIRED
                    || result.action() == RepairResult.Action.ALREADY_RIGHT);
  }

  /**
   * The form for other programs.
   *
   * @return an object that {@link #fromJson} reads back
   */
  public JsonObject toJson() {
    return SecurityJson.write(this);
  }

  /**
   * Reads a report, as strictly as {@link SecurityReport#fromJson}.
   *
   * @param json what {@link #toJson} gave
   * @return the report
   * @throws RequestException {@link ErrorCode#INVALID_REQUEST} if it is none
   */
  public static RepairReport fromJson(JsonObject json) {
    return StrictFields.read("the repair report", json, SecurityJson::repairReport);
  }
}
