package dev.holdfast.internal.engine.batch;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.directory.CommitSection;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.scope.FileKey;
import dev.holdfast.internal.sys.SysException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Several changes that share their syncs: all are staged, their contents made durable, then each
 * gets its name in a commit section of its own, then each directory is synced once. Every member
 * has its own outcome, and none fails because another one does, but for a directory that cannot be
 * synced, which concerns all whose names are in it.
 *
 * <p>A batch of one makes the calls of that change alone.
 *
 * <p>Not safe for use by several threads at a time; one after the other may use it.
 */
public final class Batch {
  private final ContentBarrier barrier;
  private final List<Member<?>> members = new ArrayList<>();

  Batch(ContentBarrier barrier) {
    this.barrier = barrier;
  }

  /**
   * Adds a change and writes its file where nobody sees it. One for which that fails hears it at
   * once and does not take part.
   *
   * @param write the change
   */
  public void stage(BatchedWrite<?> write) {
    Member<?> member = new Member<>(write);
    member.stage();
    if (member.isUnderWay()) {
      members.add(member);
    }
  }

  /**
   * How many changes take part.
   *
   * @return those that are staged
   */
  public int size() {
    return members.size();
  }

  /**
   * Carries all members through, once. Nobody waits for a name that others keep busy: who would
   * have to is left over.
   *
   * @return what is left over: each is to be run once, on any thread, and waits then
   */
  public List<Runnable> complete() {
    List<Member<?>> durable = members.stream().filter(Member::isDurable).toList();
    if (!durable.isEmpty()) {
      barrier.sync(durable);
    }
    if (members.size() == 1) {
      finish(members.get(0));
      return List.of();
    }
    List<Member<?>> named = new ArrayList<>();
    List<Runnable> late = new ArrayList<>();
    for (Member<?> member : members) {
      if (!member.appearAtOnce()) {
        late.add(() -> finish(member));
      } else if (member.isUnderWay()) {
        named.add(member);
      }
    }
    syncNames(named);
    named.forEach(Member::conclude);
    return late;
  }

  private static void finish(Member<?> member) {
    member.appear();
    if (member.isUnderWay()) {
      syncNames(List.of(member));
      member.conclude();
    }
  }

  private static void syncNames(List<Member<?>> named) {
    Map<FileKey, List<Member<?>>> byDirectory = new LinkedHashMap<>();
    for (Member<?> member : named) {
      if (member.isDurable()) {
        byDirectory
            .computeIfAbsent(member.section().directory(), key -> new ArrayList<>())
            .add(member);
      }
    }
    for (List<Member<?>> together : byDirectory.values()) {
      // Through the descriptor that was opened first, before any of these names was made: a failure
      // is told only to those that were open when it happened.
      Problem failure = sync(together.get(0).section());
      together.forEach(member -> member.nameWasSynced(failure));
    }
  }

  private static @Nullable Problem sync(CommitSection section) {
    try {
      section.syncNames();
      return null;
    } catch (Problem e) {
      return e;
    } catch (SysException e) {
      return Problem.of(e);
    } catch (RuntimeException | Error e) {
      return new Problem(ErrorCode.IO_ERROR, "the program failed: " + e);
    }
  }
}
