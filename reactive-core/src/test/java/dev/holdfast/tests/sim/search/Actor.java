package dev.holdfast.tests.sim.search;

import dev.holdfast.tests.sim.SimChild;
import dev.holdfast.tests.sim.SimProcess;
import java.util.concurrent.locks.LockSupport;

/** A simulated process at work: its program, and where it is in it. */
final class Actor {
  /** What a process does. */
  @FunctionalInterface
  interface Body {
    void run() throws Exception;
  }

  final int index;
  final String name;
  final SimProcess process;
  final Body body;

  /** Whether its calls are made as they are: what becomes of somebody else is not the question. */
  final boolean spared;

  /** Calls made so far. */
  int calls;

  /** What it has seen: equal histories make equal processes. */
  int memory;

  boolean finished;

  /** Not to go on before that time of the monotonic clock. */
  long wakeNanos;

  /** Not to go on before that step, if anybody else can. */
  int frozenUntil;

  /** A child between fork and exec, and the call at which it ends. */
  SimChild child;

  int childEnds;

  private Thread thread;
  private volatile boolean turn;

  Actor(int index, String name, SimProcess process, boolean spared, Body body) {
    this.index = index;
    this.name = name;
    this.process = process;
    this.spared = spared;
    this.body = body;
  }

  // ---- the baton: one actor has it at a time ----

  void begin() {
    thread = Thread.currentThread();
  }

  void grant() {
    turn = true;
    LockSupport.unpark(thread);
  }

  void awaitTurn() {
    while (!turn) {
      LockSupport.park(this);
    }
    turn = false;
  }

  @Override
  public String toString() {
    return name;
  }
}
