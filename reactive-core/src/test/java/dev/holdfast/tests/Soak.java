package dev.holdfast.tests;

import java.time.Duration;

/** How long to go on, by the system property {@code holdfast.soak}, like {@code 10m}. */
public final class Soak {
  private Soak() {}

  /** Nothing if it is not set. */
  public static Duration duration() {
    String text = System.getProperty("holdfast.soak", "0s");
    int last = text.length() - 1;
    long number = Long.parseLong(text.substring(0, last));
    return switch (text.charAt(last)) {
      case 's' -> Duration.ofSeconds(number);
      case 'm' -> Duration.ofMinutes(number);
      case 'h' -> Duration.ofHours(number);
      default -> throw new IllegalArgumentException("holdfast.soak=" + text + ", expected 10m");
    };
  }
}
