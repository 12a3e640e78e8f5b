package dev.holdfast.internal.engine.scope;

import dev.holdfast.internal.sys.NamePath;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Keeps the order of operations on one path within this process: what changes it runs alone, what
 * looks at it runs beside other looks, and each starts after everything that was called before it.
 * Nobody waits here: who cannot start yet is started by who leaves.
 */
public final class PathSlots {

  /**
   * A path of a root, whatever handle or driver uses it.
   *
   * @param root the root
   * @param path the path below it
   */
  public record Slot(FileKey root, NamePath path) {}

  /** How an operation uses its path. */
  public enum Use {
    /** It changes what is there. */
    CHANGE,
    /** It only looks. */
    LOOK
  }

  private record Waiter(Use use, Runnable start) {}

  /** Guarded by the map's computation on its key. */
  private static final class State {
    final Deque<Waiter> waiting = new ArrayDeque<>();
    int looking;
    boolean changing;

    boolean admits(Use use) {
      return !changing && (use == Use.LOOK || looking == 0);
    }

    void admit(Use use) {
      if (use == Use.LOOK) {
        looking++;
      } else {
        changing = true;
      }
    }
  }

  private final ConcurrentHashMap<Slot, State> states = new ConcurrentHashMap<>();

  /** Nothing running. */
  public PathSlots() {}

  /**
   * Asks to run.
   *
   * @param slot the path
   * @param use how
   * @param start begins the operation: called at once on this thread, or later by whoever leaves;
   *     must not block; {@link #leave} has to follow when the operation has ended
   */
  public void enter(Slot slot, Use use, Runnable start) {
    enterOrJoin(slot, use, start, last -> false);
  }

  /**
   * Asks to run, or to be done by what waits already: only the last one that waits is asked, so
   * that nothing is done before what was called earlier.
   *
   * @param slot the path
   * @param use how
   * @param start as {@link #enter} takes it; not used if something else was joined
   * @param join told what {@code start} the last one that waits has, and answers whether that will
   *     do the work; must not block
   */
  public void enterOrJoin(Slot slot, Use use, Runnable start, Predicate<Runnable> join) {
    List<Runnable> starts = new ArrayList<>(1);
    states.compute(
        slot,
        (key, present) -> {
          State state = present == null ? new State() : present;
          if (state.waiting.isEmpty() && state.admits(use)) {
            state.admit(use);
            starts.add(start);
          } else {
            Waiter last = state.waiting.peekLast();
            if (last == null || last.use() != use || !join.test(last.start())) {
              state.waiting.add(new Waiter(use, start));
            }
          }
          return state;
        });
    starts.forEach(Runnable::run);
  }

  /**
   * Ends an operation and starts those that waited for it.
   *
   * @param slot the path
   * @param use how it was used
   */
  public void leave(Slot slot, Use use) {
    List<Runnable> starts = new ArrayList<>();
    states.computeIfPresent(
        slot,
        (key, state) -> {
          if (use == Use.LOOK) {
            state.looking--;
          } else {
            state.changing = false;
          }
          for (Waiter next = state.waiting.peek();
              next != null && state.admits(next.use());
              next = state.waiting.peek()) {
            state.waiting.remove();
            state.admit(next.use());
            starts.add(next.start());
          }
          return state.looking == 0 && !state.changing ? null : state;
        });
    starts.forEach(Runnable::run);
  }

  /**
   * How many paths are in use, for tests: a path that nobody uses leaves nothing behind.
   *
   * @return the number of paths
   */
  int size() {
    return states.size();
  }
}
