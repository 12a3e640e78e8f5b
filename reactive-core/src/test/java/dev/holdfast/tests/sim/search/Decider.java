package dev.holdfast.tests.sim.search;

import dev.holdfast.tests.sim.SimCall;
import java.util.List;

/** Decides what a run leaves open. */
interface Decider {

  /** Where a call of a process is its n-th. */
  record Point(int actor, int call) {
    /** The end of a program. */
    static final int END = -1;

    @Override
    public String toString() {
      return "P" + (actor + 1) + (call == END ? " ended" : " call " + call);
    }
  }

  /**
   * Who goes on.
   *
   * @param point where the one that had its turn is, in front of a call or at its end
   * @param candidates who can, at least one, in a fixed order
   * @param current the index in {@code candidates} of the one that had its turn, or -1
   * @return an index in {@code candidates}
   */
  int next(Point point, List<Actor> candidates, int current);

  /**
   * What happens to a process.
   *
   * @param point at which call
   * @param call the call
   */
  Action what(Point point, SimCall call);
}
