package dev.holdfast.internal.exec;

import java.util.List;

/**
 * One batch and what is done for it. The line calls it from worker threads, one call at a time.
 *
 * @param <M> what takes part
 */
public interface BatchWork<M> {

  /**
   * Prepares one member, so that little is left to be done for it later. Must not throw.
   *
   * @param member the member
   */
  void stage(M member);

  /**
   * How many members wait to be completed.
   *
   * @return fewer than were staged if some have ended already
   */
  int size();

  /**
   * Carries all members through, once. Must not throw.
   *
   * @return what is left over, each to be run on a worker thread
   */
  List<Runnable> complete();
}
