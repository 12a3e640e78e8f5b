package dev.holdfast;

/** What tells one appended record from the next. */
public enum Framing {
  /**
   * Nothing: the bytes are appended as they are. What a crash leaves of a record that was being
   * written cannot be told from a record, and stays.
   */
  NONE,
  /**
   * Each record ends with a newline; one that does not gets one. What follows the last newline of a
   * file is no record: it is what a crash left, and the next append takes it away. A record may
   * hold further newlines; then a crash can leave its first lines.
   */
  LINES;

  private static final String OF_LINES = ".jsonl";

  /**
   * The framing of a file that nobody has chosen one for.
   *
   * @param path the path of the file
   * @return {@link #LINES} for names that end with {@code .jsonl}, else {@link #NONE}
   */
  public static Framing of(String path) {
    return path.endsWith(OF_LINES) ? LINES : NONE;
  }
}
