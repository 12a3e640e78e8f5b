package dev.holdfast.tests.sim.search;

import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.PlausibleErrnos;
import dev.holdfast.tests.sim.SimCall;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Decides by the toss of coins. Which coins, is tossed first: runs without faults, runs with many
 * switches or few, runs in which one thing goes wrong and runs in which several do.
 */
final class RandomDecider implements Decider {
  /** Answers that say how things are: made up, they are a lie that nobody can see through. */
  static final Set<Errno> ANSWERS = EnumSet.of(Errno.ENOENT, Errno.EEXIST, Errno.ELOOP);

  /** How a full disk answers. */
  private static final Set<Errno> FULL = EnumSet.of(Errno.ENOSPC, Errno.EDQUOT);

  /**
   * How a local file system answers that has made a change all the same. Anything else is a
   * refusal, which the store believes if it cannot look.
   */
  private static final Set<Errno> AFTER_EFFECT =
      EnumSet.of(Errno.EIO, Errno.EINTR, Errno.ENOMEM, Errno.ESTALE);

  private final SplittableRandom random;
  private final boolean mayBeFull;
  private final Coverage coverage;
  private final double switching;
  private final double failing;
  private final double killing;
  private final double cutting;
  private final double disturbing;
  private int faults;

  /** How many calls fail one after the other, so that nobody can look what became of the first. */
  private int streak;

  /**
   * A decider.
   *
   * @param mayBeFull whether the disk may be full: a remove then compares and unlinks in place, and
   *     somebody who takes no locks can get in between
   * @param coverage told about everything that happens
   */
  RandomDecider(long seed, boolean mayBeFull, Coverage coverage) {
    this.mayBeFull = mayBeFull;
    this.coverage = coverage;
    random = new SplittableRandom(seed);
    switching = pick(0.03, 0.1, 0.3, 0.5);
    faults = (int) pick(0, 0, 1, 1, 2, 3);
    failing = pick(0, 0, 0.03, 0.1);
    killing = pick(0, 0, 0.01, 0.04);
    cutting = pick(0, 0.01, 0.02, 0.05);
    disturbing = pick(0, 0, 0.02);
  }

  private double pick(double... values) {
    return values[random.nextInt(values.length)];
  }

  @Override
  public int next(Point point, List<Actor> candidates, int current) {
    if (candidates.size() == 1) {
      return 0;
    }
    if (current >= 0 && random.nextDouble() >= switching) {
      return current;
    }
    return random.nextInt(candidates.size());
  }

  @Override
  public Action what(Point point, SimCall call) {
    Action action = choose(call);
    if (action != Action.GO) {
      coverage.count(action.getClass().getSimpleName());
    }
    return action;
  }

  private Action choose(SimCall call) {
    if (streak > 0) {
      streak--;
      return new Action.Fail(Errno.EIO, false);
    }
    if (random.nextDouble() < cutting) {
      return new Action.Cut(random.nextLong());
    }
    if (faults > 0 && random.nextDouble() < failing + killing + disturbing) {
      faults--;
      double which = random.nextDouble() * (failing + killing + disturbing);
      return which < failing
          ? failure(call)
          : which < failing + killing ? death(call) : disturbance(call);
    }
    return Action.GO;
  }

  private Action failure(SimCall call) {
    if (isWrite(call) && random.nextInt(4) == 0) {
      return new Action.Shorten(1 + random.nextInt(40));
    }
    List<Errno> errnos = new ArrayList<>(PlausibleErrnos.of(call.name()));
    errnos.removeAll(ANSWERS);
    if (!mayBeFull) {
      errnos.removeAll(FULL);
    }
    errnos.add(Errno.EINTR);
    Errno errno = errnos.get(random.nextInt(errnos.size()));
    boolean effect = AFTER_EFFECT.contains(errno) && random.nextBoolean();
    streak = effect ? random.nextInt(4) : 0;
    return new Action.Fail(errno, effect);
  }

  private Action death(SimCall call) {
    if (isWrite(call) && random.nextBoolean()) {
      return new Action.Kill(1 + random.nextInt(600));
    }
    return new Action.Kill(random.nextBoolean() ? -1 : Integer.MAX_VALUE);
  }

  private Action disturbance(SimCall call) {
    return switch (random.nextInt(mayBeFull ? 4 : 3)) {
      case 0 -> new Action.Freeze(random.nextInt(3) == 0 ? 10_000 : 1 + random.nextInt(60));
      case 1 -> new Action.Jump((random.nextBoolean() ? 1 : -1) * 3_600_000_000_000L);
      case 2 -> new Action.Fork(1 + random.nextInt(20));
      default -> new Action.Space(random.nextInt(3));
    };
  }

  private static boolean isWrite(SimCall call) {
    return call.name().equals("write") || call.name().equals("append");
  }
}
