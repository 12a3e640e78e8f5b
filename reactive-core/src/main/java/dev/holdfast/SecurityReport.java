package dev.holdfast;

import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * What an audit found: every fault of every object that it looked at.
 *
 * @param findings the faults, a directory's before those of what is in it
 * @param entries how many objects were looked at, the root included
 * @param truncated whether a limit left something out
 */
public record SecurityReport(List<SecurityFinding> findings, long entries, boolean truncated) {

  /**
   * A report.
   *
   * @param findings the faults
   * @param entries how many objects were looked at
   * @param truncated whether a limit left something out
   * @throws IllegalArgumentException if there are faults of more objects than were looked at
   */
  public SecurityReport {
    findings = List.copyOf(findings);
    if (entries < findings.stream().map(SecurityFinding::path).distinct().count()) {
      throw new IllegalArgumentException("more objects have faults than were looked at");
    }
  }

  /**
   * Whether everything was looked at and nothing is wrong.
   *
   * @return true if the tree is owner-only throughout
   */
  public boolean clean() {
    return findings.isEmpty() && !truncated;
  }

  /**
   * The form for other programs, and for a repair at another time.
   *
   * @return an object that {@link #fromJson} reads back
   */
  public JsonObject toJson() {
    return SecurityJson.write(this);
  }

  /**
   * Reads a report, strictly: an unknown or a missing key, a value of another type and a
   * combination that cannot be are refused.
   *
   * @param json what {@link #toJson} gave
   * @return the report
   * @throws RequestException {@link ErrorCode#INVALID_REQUEST} if it is none
   */
  public static SecurityReport fromJson(JsonObject json) {
    return StrictFields.read("the security report", json, SecurityJson::report);
  }
}
