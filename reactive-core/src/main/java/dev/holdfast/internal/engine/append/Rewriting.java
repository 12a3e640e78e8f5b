package dev.holdfast.internal.engine.append;

import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.directory.OpenDirectory;
import dev.holdfast.internal.engine.kept.Doubt;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.Sys.Access;
import dev.holdfast.internal.sys.SysException;
import java.util.Optional;

/**
 * Writes once more what a failed sync put in doubt, so that the next sync covers it. Otherwise a
 * record could be acknowledged behind a gap that swallows the newline in front of it.
 */
final class Rewriting {
  private static final int CHUNK = 64 * 1024;

  private final ManagedRoot root;

  Rewriting(ManagedRoot root) {
    this.root = root;
  }

  /** Settles what is in doubt about a file; costs nothing if nothing is. */
  void settle(Request request, OpenDirectory dir, Stat now) throws Problem, SysException {
    Optional<Doubt> doubt = root.kept().doubt(request.names());
    if (doubt.isEmpty()) {
      return;
    }
    if (!doubt.get().file().sameObject(now)) {
      root.kept().trust(request.names()); // it is about a file that is gone
      return;
    }
    Sys sys = root.sys();
    try (Fd file = sys.openFile(dir.fd(), request.names().leaf(), Access.READ_WRITE)) {
      if (sys.stat(file).sameObject(now)) {
        rewrite(sys, file, doubt.get().from(), now.size());
      }
    }
  }

  private static void rewrite(Sys sys, Fd file, long from, long to) throws SysException {
    byte[] chunk = new byte[CHUNK];
    for (long position = from; position < to; ) {
      int wanted = (int) Math.min(CHUNK, to - position);
      int count = sys.read(file, position, chunk, 0, wanted);
      if (count == 0) {
        return;
      }
      for (int done = 0; done < count; ) {
        done += sys.write(file, position + done, chunk, done, count - done);
      }
      position += count;
    }
  }
}
