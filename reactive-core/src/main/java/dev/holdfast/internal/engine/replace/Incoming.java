package dev.holdfast.internal.engine.replace;

import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.staging.StagingDirectory.Crossing;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.SysException;
import org.jspecify.annotations.Nullable;

/** A file of ours that an exchange puts at a name. */
interface Incoming {

  /** The file, as it is recognised. */
  Stat object();

  /**
   * Names in staging, by which recovery knows what to do.
   *
   * @param compared what is expected to come out
   * @param key under which that is to be kept, or null
   */
  Crossing crossing(Stat compared, @Nullable String key);

  /**
   * Writes the note that recovery needs.
   *
   * @param note its name in staging
   */
  void announce(Name note) throws SysException;

  /**
   * Gives the file its name for the exchange.
   *
   * @param crossing the name in staging
   * @throws Problem if it is proven that it does not have it
   * @throws SysException likewise
   */
  void bring(Name crossing) throws Problem, SysException;

  /**
   * Deals with the file after it is proven that it was not put at the name.
   *
   * @param crossing its name in staging, if it was brought
   * @return whether the note has served; false if recovery may still need it
   */
  boolean takeBack(Name crossing);
}
