package dev.holdfast.internal.engine.kept;

import dev.holdfast.internal.sys.Stat;

/**
 * What a failed sync of a file leaves behind: the kernel may have dropped bytes that it still
 * shows, and counts them as written, so that the next sync succeeds without them. They have to be
 * written once more before anything behind them is acknowledged.
 *
 * @param file which object it was
 * @param from where the bytes begin
 */
public record Doubt(Stat file, long from) {

  /**
   * Both doubts about one file; the later one if they are about different ones.
   *
   * @param later the doubt that came later
   * @return what is in doubt now
   */
  public Doubt and(Doubt later) {
    return file.sameObject(later.file) ? new Doubt(file, Math.min(from, later.from)) : later;
  }
}
