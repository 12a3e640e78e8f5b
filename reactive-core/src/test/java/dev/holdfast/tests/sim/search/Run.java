package dev.holdfast.tests.sim.search;

import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.ErrnoNumbers;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.PlausibleErrnos;
import dev.holdfast.internal.sys.SysException;
import dev.holdfast.tests.sim.SimCall;
import dev.holdfast.tests.sim.SimGate;
import dev.holdfast.tests.sim.SimKernel;
import dev.holdfast.tests.sim.SimProcess;
import dev.holdfast.tests.sim.SimSys;
import dev.holdfast.tests.sim.search.Decider.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/**
 * One execution of several processes, each on a thread of its own, of which one runs at a time.
 * Whoever arrives at a call asks the decider who goes on, and hands the baton over itself, so that
 * a process that stays in turn costs no switch of threads.
 */
final class Run {
  /** No program of ours needs that many; one that does goes in circles. */
  private static final int MOST_STEPS = 20_000;

  /** Looks at a run from outside, while everybody stands still. */
  interface Observer {
    /** After a call that took effect or failed. */
    void after(Actor actor, SimCall call);

    /** The power could go off here. */
    void cut(long seed);
  }

  private final SimKernel kernel;
  private final List<Actor> actors;
  private final Decider decider;
  private final Observer observer;
  private final List<String> transcript;
  private final CountDownLatch ended;
  private int steps;
  private volatile Throwable failure;
  private volatile boolean over;

  /**
   * A run that has not begun.
   *
   * @param transcript receives every call in readable form, or null
   */
  Run(
      SimKernel kernel,
      List<Actor> actors,
      Decider decider,
      Observer observer,
      List<String> transcript) {
    this.kernel = kernel;
    this.actors = actors;
    this.decider = decider;
    this.observer = observer;
    this.transcript = transcript;
    this.ended = new CountDownLatch(actors.size());
  }

  int steps() {
    return steps;
  }

  /** Runs everything to its end, or to the first violation, which is thrown. */
  void execute(Executor threads) throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(actors.size());
    for (Actor actor : actors) {
      actor.process.gate(
          new SimGate() {
            @Override
            public <T> T pass(SimProcess process, SimCall call, SimCall.Effect<T> effect)
                throws SysException {
              return Run.this.pass(actor, call, effect);
            }
          });
      threads.execute(() -> live(actor, begun));
    }
    begun.await();
    actors.get(decider.next(new Point(0, 0), actors, -1)).grant();
    ended.await();
    for (Actor actor : actors) {
      actor.process.gate(null);
      endChild(actor, calls -> true);
    }
    if (failure instanceof Violation violation) {
      throw violation;
    }
    if (failure != null) {
      throw new Violation("a process failed by itself", failure);
    }
  }

  private void live(Actor actor, CountDownLatch begun) {
    actor.begin();
    begun.countDown();
    try {
      actor.awaitTurn();
      if (!over) {
        actor.body.run();
      }
    } catch (SimProcess.Killed e) {
      // as it was told
    } catch (Throwable e) {
      if (actor.process.state() != SimProcess.State.ZOMBIE) {
        fail(e);
      }
    } finally {
      finish(actor);
    }
  }

  private void finish(Actor actor) {
    actor.finished = true;
    if (actor.process.state() != SimProcess.State.ZOMBIE) {
      endChild(actor, calls -> true); // that of a dead process outlives it
    }
    if (!over && actors.stream().anyMatch(other -> !other.finished)) {
      List<Actor> candidates = candidates();
      candidates.get(decider.next(new Point(actor.index, Point.END), candidates, -1)).grant();
    }
    ended.countDown();
  }

  private void fail(Throwable e) {
    if (failure == null) {
      failure = e;
    }
    over = true;
    actors.forEach(each -> each.process.kill());
    actors.forEach(Actor::grant);
  }

  // ---- at a call ----

  private <T> T pass(Actor actor, SimCall call, SimCall.Effect<T> effect) throws SysException {
    if (over || actor.process.state() == SimProcess.State.ZOMBIE) {
      return effect.run(); // which the dead do not survive
    }
    Point point = new Point(actor.index, ++actor.calls);
    letOthers(actor, point);
    if (++steps > MOST_STEPS) {
      throw new Violation("every operation ends", steps + " calls and no end");
    }
    endChild(actor, ends -> actor.calls >= ends);
    T result = perform(actor, point, call, effect);
    observer.after(actor, call);
    return result;
  }

  private void letOthers(Actor actor, Point point) {
    List<Actor> candidates = candidates();
    int current = candidates.indexOf(actor);
    Actor next = candidates.get(decider.next(point, candidates, current));
    handOver(actor, next);
  }

  private void handOver(Actor from, Actor to) {
    if (to != from) {
      to.grant();
      from.awaitTurn();
      if (over) {
        throw new SimProcess.Killed();
      }
    }
  }

  private <T> T perform(Actor actor, Point point, SimCall call, SimCall.Effect<T> effect)
      throws SysException {
    Action action = actor.spared ? Action.GO : decider.what(point, call);
    if (action instanceof Action.Fail fail && isPossible(fail, call)) {
      return failing(actor, call, fail, effect);
    }
    if (action instanceof Action.Kill kill) {
      return killing(actor, call, kill, effect);
    }
    happen(actor, point, call, action);
    return make(actor, call, "", effect);
  }

  /** What does not keep the call from being made. */
  private void happen(Actor actor, Point point, SimCall call, Action action) {
    if (action instanceof Action.Shorten shorten) {
      call.shorten(shorten.bytes());
    } else if (action instanceof Action.Freeze freeze) {
      write(() -> actor + " is stopped for " + freeze.steps() + " calls of others");
      actor.process.stop();
      actor.frozenUntil = steps + freeze.steps();
      letOthers(actor, point);
      actor.frozenUntil = 0;
      actor.process.proceed();
    } else if (action instanceof Action.Jump jump) {
      write(() -> "the clock jumps by " + jump.nanos() + " ns");
      kernel.jumpWall(jump.nanos());
      kernel.suspend(Math.abs(jump.nanos()));
    } else if (action instanceof Action.Space space) {
      write(() -> "the disk has space for " + space.sectors() + " sectors");
      long sectors = space.sectors() < 0 ? Long.MAX_VALUE : space.sectors();
      kernel.fileSystem().space(sectors, sectors);
    } else if (action instanceof Action.Fork fork && actor.child == null) {
      write(() -> actor + " forks");
      actor.child = actor.process.fork();
      actor.childEnds = actor.calls + fork.calls();
    } else if (action instanceof Action.Cut cut) {
      write(() -> "the power is cut here, with seed " + cut.seed());
      observer.cut(cut.seed());
    }
  }

  private void endChild(Actor actor, IntPredicate due) {
    if (actor.child != null && due.test(actor.childEnds)) {
      actor.child.exec();
      actor.child = null;
    }
  }

  /** A failure after the effect needs an effect. */
  private static boolean isPossible(Action.Fail fail, SimCall call) {
    return !call.name().equals("close")
        && (!fail.effect() || PlausibleErrnos.hasEffect(call.name()));
  }

  private <T> T failing(Actor actor, SimCall call, Action.Fail fail, SimCall.Effect<T> effect)
      throws SysException {
    if (losesData(call) && fail.errno() != Errno.EINTR) {
      failDevice((Fd) call.argument(0));
      return make(actor, call, " (the device fails)", effect);
    }
    if (call.name().equals("syncFs") && fail.errno() != Errno.EINTR) {
      kernel.fileSystem().failWriteBackOfFiles();
      return make(actor, call, " (the device fails)", effect);
    }
    if (fail.effect()) {
      T lost = make(actor, call, " (but reported as failed)", effect);
      if (lost instanceof Fd fd) {
        actor.process.drop(fd);
      }
    } else {
      write(() -> actor + " " + call + " is made to fail: " + fail.errno());
    }
    remember(actor, call, fail.errno());
    throw ErrnoNumbers.failure(fail.errno(), call.name());
  }

  /**
   * What a failed sync of a file dropped is known to be in doubt to the process that was told, and
   * to no other one that opens the file later. So files that several processes write to keep what
   * they have; with a process alone it is lost.
   */
  private boolean losesData(SimCall call) {
    return call.name().equals("sync") || (call.name().equals("dataSync") && actors.size() == 1);
  }

  /**
   * The names that a failed sync of a directory dropped are known to be in doubt to the process
   * that was told, and to no other one. File systems stop when that happens; only with a process
   * alone it is assumed that they go on as if nothing had been.
   */
  private void failDevice(Fd fd) {
    if (actors.size() > 1 && SimSys.isDirectory(fd)) {
      kernel.fileSystem().abort();
    } else {
      SimSys.failWriteBack(fd);
    }
  }

  private <T> T killing(Actor actor, SimCall call, Action.Kill kill, SimCall.Effect<T> effect)
      throws SysException {
    if (kill.madeBytes() >= 0) {
      call.shorten(kill.madeBytes());
      make(actor, call, " (its last call)", effect);
    }
    write(() -> actor + " is killed" + (kill.madeBytes() < 0 ? " before " + call : ""));
    actor.process.kill();
    throw new SimProcess.Killed();
  }

  private <T> T make(Actor actor, SimCall call, String how, SimCall.Effect<T> effect)
      throws SysException {
    try {
      T result = effect.run();
      remember(actor, call, result);
      write(() -> actor + " " + call + " -> " + Results.describe(result) + how);
      return result;
    } catch (SysException e) {
      remember(actor, call, e.errno());
      write(() -> actor + " " + call + " -> " + e.errno() + how);
      throw e;
    }
  }

  private static void remember(Actor actor, SimCall call, Object result) {
    actor.memory = 31 * (31 * actor.memory + call.name().hashCode()) + Results.fingerprint(result);
  }

  /** The line is put together only if somebody reads it. */
  private void write(Supplier<String> line) {
    if (transcript != null) {
      transcript.add(line.get());
    }
  }

  /** Something that is not a call, for the transcript. */
  void note(String line) {
    write(() -> line);
  }

  // ---- time ----

  /** A process rests; whoever else can goes on, or time does. */
  void park(Actor actor, long nanos) {
    if (over || actor.process.state() == SimProcess.State.ZOMBIE) {
      throw new SimProcess.Killed();
    }
    if (++steps > MOST_STEPS) {
      throw new Violation("every operation ends", "it waits and waits");
    }
    actor.wakeNanos = kernel.monotonicNanos() + nanos;
    actor.memory = 31 * actor.memory + 1;
    letOthers(actor, new Point(actor.index, ++actor.calls));
    actor.wakeNanos = 0;
  }

  /** Who can go on; if nobody can, time passes until somebody does. */
  private List<Actor> candidates() {
    List<Actor> can = new ArrayList<>(actors.size());
    while (true) {
      long now = kernel.monotonicNanos();
      for (Actor actor : actors) {
        if (!actor.finished && actor.wakeNanos <= now && actor.frozenUntil <= steps) {
          can.add(actor);
        }
      }
      if (!can.isEmpty()) {
        return can;
      }
      long wake = Long.MAX_VALUE;
      for (Actor actor : actors) {
        if (!actor.finished && actor.frozenUntil <= steps) {
          wake = Math.min(wake, actor.wakeNanos);
        }
      }
      if (wake < Long.MAX_VALUE) {
        kernel.advance(wake - now);
      } else {
        actors.forEach(actor -> actor.frozenUntil = 0); // nobody else is left
      }
    }
  }
}
