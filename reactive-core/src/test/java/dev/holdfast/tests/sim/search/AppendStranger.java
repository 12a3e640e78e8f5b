package dev.holdfast.tests.sim.search;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.Sys.Access;
import dev.holdfast.internal.sys.SysException;
import dev.holdfast.tests.sim.search.Operation.Said;

/** A process of the same user that knows the file, and takes no locks. */
enum AppendStranger {
  /** Puts a file of its own over the name. */
  REPLACES {
    @Override
    void run(Sys sys, AppendHistory history) throws SysException {
      Name mine = Name.of("mine");
      Writing writing = history.plan(Writing.Kind.REPLACE, "stranger", 801, 40, false);
      try (Fd elsewhere = sys.openRoot(World.path(World.ELSEWHERE), false);
          Fd root = sys.openRoot(World.path(World.ROOT), false)) {
        try (Fd file = sys.createFile(elsewhere, mine)) {
          sys.chmod(file, 0600);
          byte[] bytes = writing.line.getBytes(US_ASCII);
          sys.write(file, 0, bytes, 0, bytes.length);
          sys.sync(file);
        }
        sys.sync(elsewhere);
        history.begin(writing);
        sys.renameReplace(elsewhere, mine, root, Name.of(AppendHistory.FILE));
        history.end(writing, Said.DONE, "done");
      }
    }

    @Override
    boolean appends() {
      return false;
    }
  },

  /** Appends records of its own, each in one write. */
  APPENDS {
    @Override
    void run(Sys sys, AppendHistory history) throws SysException {
      for (int id = 801; id <= 803; id++) {
        Writing writing = history.plan(Writing.Kind.APPEND, "stranger", id, 60, false);
        history.begin(writing);
        byte[] bytes = writing.line.getBytes(US_ASCII);
        write(sys, history, writing, bytes, bytes.length);
      }
    }
  },

  /** Appends records of its own, each in two writes, as buffering programs do. */
  APPENDS_IN_PIECES {
    @Override
    void run(Sys sys, AppendHistory history) throws SysException {
      for (int id = 801; id <= 802; id++) {
        Writing writing = history.plan(Writing.Kind.APPEND, "stranger", id, 60, false);
        writing.inPieces = true;
        history.begin(writing);
        write(sys, history, writing, writing.line.getBytes(US_ASCII), 25);
      }
    }
  };

  abstract void run(Sys sys, AppendHistory history) throws SysException;

  boolean appends() {
    return true;
  }

  private static void write(
      Sys sys, AppendHistory history, Writing writing, byte[] bytes, int piece)
      throws SysException {
    try (Fd root = sys.openRoot(World.path(World.ROOT), false)) {
      Fd file;
      try {
        file = sys.openFile(root, Name.of(AppendHistory.FILE), Access.APPEND);
      } catch (SysException e) {
        if (e.errno() != Errno.ENOENT) {
          throw e;
        }
        history.end(writing, Said.REFUSED, "nothing is there");
        return;
      }
      try (file) {
        for (int done = 0; done < bytes.length; done += piece) {
          sys.append(file, bytes, done, Math.min(piece, bytes.length - done));
        }
        history.end(writing, Said.DONE, "done");
      }
    }
  }
}
