package dev.holdfast.tests.sim.search;

import dev.holdfast.tests.sim.SimCall;
import dev.holdfast.tests.sim.search.Decider.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where a run departed from the plain one, in which every process in turn runs to its end and
 * nothing happens. A schedule is a decider: it repeats the run.
 */
final class Schedule implements Decider {
  /** A departure: another process goes on, or something happens. */
  record Departure(Point point, Integer next, Action action) {
    @Override
    public String toString() {
      return point + ": " + (next != null ? "P" + (next + 1) + " goes on" : action.toString());
    }
  }

  private final List<Departure> departures;
  private final Map<Point, Integer> nexts = new TreeMap<>(Schedule::compare);
  private final Map<Point, Action> actions = new TreeMap<>(Schedule::compare);

  Schedule(List<Departure> departures) {
    this.departures = List.copyOf(departures);
    for (Departure departure : departures) {
      if (departure.next() != null) {
        nexts.put(departure.point(), departure.next());
      } else {
        actions.put(departure.point(), departure.action());
      }
    }
  }

  private static int compare(Point a, Point b) {
    return a.actor() != b.actor()
        ? Integer.compare(a.actor(), b.actor())
        : Integer.compare(a.call(), b.call());
  }

  List<Departure> departures() {
    return departures;
  }

  @Override
  public int next(Point point, List<Actor> candidates, int current) {
    Integer wanted = nexts.get(point);
    for (int i = 0; wanted != null && i < candidates.size(); i++) {
      if (candidates.get(i).index == wanted) {
        return i;
      }
    }
    return Math.max(current, 0);
  }

  @Override
  public Action what(Point point, SimCall call) {
    return actions.getOrDefault(point, Action.GO);
  }

  /** Writes down how another decider decides. */
  static final class Recorder implements Decider {
    private final Decider decider;
    private final List<Departure> departures = new ArrayList<>();

    Recorder(Decider decider) {
      this.decider = decider;
    }

    Schedule schedule() {
      return new Schedule(departures);
    }

    @Override
    public int next(Point point, List<Actor> candidates, int current) {
      int next = decider.next(point, candidates, current);
      if (next != Math.max(current, 0)) {
        departures.add(new Departure(point, candidates.get(next).index, null));
      }
      return next;
    }

    @Override
    public Action what(Point point, SimCall call) {
      Action action = decider.what(point, call);
      if (action != Action.GO) {
        departures.add(new Departure(point, null, action));
      }
      return action;
    }
  }
}
