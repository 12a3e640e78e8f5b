package dev.holdfast;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How a publish of several files ended: each path is in exactly one of the two maps, in the order
 * in which the files were given.
 *
 * @param receipts the files that were published, by path
 * @param failures why the others were not, or are not proven to be, by path; each says by its
 *     {@link StoreException#outcome()} what happened to that file
 */
public record PublishAllResult(
    Map<String, PublishReceipt> receipts, Map<String, StoreException> failures) {

  /**
   * A result.
   *
   * @param receipts the files that were published
   * @param failures why the others were not
   */
  public PublishAllResult {
    receipts = Collections.unmodifiableMap(new LinkedHashMap<>(receipts));
    failures = Collections.unmodifiableMap(new LinkedHashMap<>(failures));
  }

  /**
   * Whether every file was published as asked for.
   *
   * @return true if there is no failure
   */
  public boolean isComplete() {
    return failures.isEmpty();
  }
}
