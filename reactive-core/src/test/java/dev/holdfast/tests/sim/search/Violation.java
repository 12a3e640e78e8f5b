package dev.holdfast.tests.sim.search;

/** A promise that was broken. */
public final class Violation extends Error {
  private static final long serialVersionUID = 1L;

  private final String rule;

  Violation(String rule, String finding) {
    super(rule + ": " + finding);
    this.rule = rule;
  }

  Violation(String rule, Throwable cause) {
    super(rule + ": " + cause, cause);
    this.rule = rule;
  }

  /** Which promise. */
  public String rule() {
    return rule;
  }
}
