package dev.holdfast.tests.sim.search;

import dev.holdfast.tests.sim.Survival;
import java.util.List;
import java.util.concurrent.Executor;

/** A run under one decider, from a fresh machine to the last look at what is left. */
interface Explored {
  /** Makes such runs, all from the same beginning; its text is the name of the scenario. */
  interface Maker {
    /**
     * Makes one.
     *
     * @param transcript receives every call in readable form, or null
     */
    Explored under(Decider decider, List<String> transcript);
  }

  /** Runs to the end; throws the first violation. */
  void run(Executor threads) throws InterruptedException;

  /** What is left if everybody is killed here. */
  void killAll();

  /** What is left if the power goes off here. */
  void cut(Survival survival);

  /** Equal for two states that nobody can tell apart. */
  long state();

  /** Equal for two states of which a crash can leave the same, while the same was said. */
  long remains();

  /** What was asked for and what was said, for transcripts. */
  List<?> said();

  int steps();

  int cuts();
}
