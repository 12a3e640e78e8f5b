package dev.holdfast.internal.engine.commit;

import dev.holdfast.internal.engine.commit.CommitLocks.Topology;
import dev.holdfast.internal.engine.scope.Parker;
import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.ForwardingSys;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.Sys.Access;
import dev.holdfast.internal.sys.linux.LinuxPlatform;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that counts up a number in a file, each time within a commit section and in three steps
 * that anybody else's step in between would spoil. Arguments: the root, how often, the stripes in
 * the order in which to name them, and {@code topology} for a section that moves directories.
 */
final class CommitLockProcess {
  private CommitLockProcess() {}

  public static void main(String[] arguments) throws Exception {
    Path root = Path.of(arguments[0]);
    int times = Integer.parseInt(arguments[1]);
    List<CommitKey> keys = new ArrayList<>();
    Topology topology = Topology.STABLE;
    for (int i = 2; i < arguments.length; i++) {
      if (arguments[i].equals("topology")) {
        topology = Topology.CHANGING;
      } else {
        keys.add(new CommitKey(Long.parseLong(arguments[i])));
      }
    }
    try (CommitLocks locks = on(root)) {
      for (int i = 0; i < times; i++) {
        CommitLocks.Section section = locks.enter(keys, topology);
        try {
          countUp(root.resolve("counter"));
        } finally {
          section.close();
        }
      }
    }
    System.out.println("done");
  }

  static void countUp(Path counter) throws Exception {
    int value = Integer.parseInt(Files.readString(counter));
    Files.delete(counter); // anybody who looks now finds nothing
    Files.write(counter, Integer.toString(value + 1).getBytes(StandardCharsets.UTF_8));
  }

  static CommitLocks on(Path root) throws Exception {
    return on(root, LinuxPlatform.load(call -> {}), LockSupport::parkNanos);
  }

  /** Locks whose every rest takes half a second by their own clock, and no time at all. */
  static CommitLocks impatient(Path root) throws Exception {
    AtomicLong rested = new AtomicLong();
    Sys sys =
        new ForwardingSys(LinuxPlatform.load(call -> {})) {
          @Override
          public long monotonicNanos() {
            return super.monotonicNanos() + rested.get();
          }
        };
    return on(root, sys, nanos -> rested.addAndGet(TimeUnit.MILLISECONDS.toNanos(500)));
  }

  private static CommitLocks on(Path root, Sys sys, Parker parker) throws Exception {
    List<Name> names = new ArrayList<>();
    root.forEach(part -> names.add(Name.of(part.toString())));
    Fd dir = sys.openRoot(new AbsolutePath(new NamePath(names)), true);
    Name metaName = Name.of(".holdfast");
    Fd meta = sys.openDir(dir, NamePath.of(metaName));
    return new CommitLocks(
        sys,
        parker,
        new CommitLocks.Location(dir, metaName, meta, Name.of("commit.lock")),
        Access.READ_WRITE);
  }
}
