package dev.holdfast.internal.sys;

import org.junit.jupiter.api.Assumptions;

/** Ends a test that this machine cannot run, and says so where it is seen. */
public final class Skip {
  private Skip() {}

  /** Never returns. */
  public static <T> T because(String reason) {
    System.out.println("SKIPPED: " + reason);
    return Assumptions.abort(reason);
  }
}
