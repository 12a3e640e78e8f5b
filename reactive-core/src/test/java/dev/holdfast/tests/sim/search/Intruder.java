package dev.holdfast.tests.sim.search;

import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import dev.holdfast.tests.sim.search.Operation.Kind;
import dev.holdfast.tests.sim.search.Operation.Said;

/**
 * A process of the same user that does not take the store's locks. What it brings is not fit for
 * the store, which therefore must never destroy it.
 */
enum Intruder {
  /** Puts a file of its own over {@code a}. */
  REPLACES {
    @Override
    void run(Sys sys, History history) throws SysException {
      put(sys, history, Kind.REPLACE);
    }
  },

  /** Swaps two files of its own, one after the other, with what is at {@code a}. */
  EXCHANGES_TWICE {
    @Override
    void run(Sys sys, History history) throws SysException {
      exchange(sys, history, CONTENT);
      exchange(sys, history, CONTENT + 1);
    }
  },

  /** Puts a file of its own at {@code a} if nothing is there. */
  PUBLISHES {
    @Override
    void run(Sys sys, History history) throws SysException {
      put(sys, history, Kind.PUBLISH);
    }
  },

  /** Moves the directory {@code dir} away and puts a link to somewhere else in its place. */
  SWAPS_A_DIRECTORY {
    @Override
    void run(Sys sys, History history) throws SysException {
      try (Fd root = sys.openRoot(World.path(World.ROOT), false);
          Fd elsewhere = sys.openRoot(World.path(World.ELSEWHERE), false)) {
        sys.renameNoReplace(root, Name.of("dir"), elsewhere, Name.of("moved"));
        sys.renameNoReplace(elsewhere, LINK, root, Name.of("dir"));
      }
    }
  };

  /** What it brings. */
  static final int CONTENT = 800;

  /** A symbolic link in {@link World#ELSEWHERE} to the directory that it is in. */
  static final Name LINK = Name.of("link");

  private static final Name A = Name.of("a");
  private static final int UNFIT_MODE = 0640;

  abstract void run(Sys sys, History history) throws SysException;

  /** Whether a content is one of those that an intruder brings. */
  static boolean isForeign(int content) {
    return content == CONTENT || content == CONTENT + 1;
  }

  private static void put(Sys sys, History history, Kind kind) throws SysException {
    try (Fd elsewhere = sys.openRoot(World.path(World.ELSEWHERE), false);
        Fd root = sys.openRoot(World.path(World.ROOT), false)) {
      Name mine = prepare(sys, elsewhere, CONTENT);
      attempt(
          history,
          kind,
          CONTENT,
          () -> {
            if (kind == Kind.REPLACE) {
              sys.renameReplace(elsewhere, mine, root, A);
            } else {
              sys.renameNoReplace(elsewhere, mine, root, A);
            }
          });
    }
  }

  private static void exchange(Sys sys, History history, int content) throws SysException {
    try (Fd elsewhere = sys.openRoot(World.path(World.ELSEWHERE), false);
        Fd root = sys.openRoot(World.path(World.ROOT), false)) {
      Name mine = prepare(sys, elsewhere, content);
      attempt(history, Kind.REPLACE, content, () -> sys.renameExchange(elsewhere, mine, root, A));
    }
  }

  /** Writes a file and makes it durable, name included. */
  private static Name prepare(Sys sys, Fd elsewhere, int content) throws SysException {
    Name mine = Name.of("mine" + content);
    byte[] bytes = Contents.of(content, 400);
    try (Fd file = sys.createFile(elsewhere, mine)) {
      sys.chmod(file, UNFIT_MODE);
      sys.write(file, 0, bytes, 0, bytes.length);
      sys.sync(file);
    }
    sys.sync(elsewhere);
    return mine;
  }

  /** What it does to the name. */
  @FunctionalInterface
  private interface Deed {
    void run() throws SysException;
  }

  private static void attempt(History history, Kind kind, int content, Deed deed) {
    Operation operation = history.begin("intruder", kind, "a", content, false);
    try {
      deed.run();
      history.end(operation, Said.DONE, "done");
    } catch (SysException e) {
      history.end(
          operation, e.errno() == Errno.EEXIST ? Said.REFUSED : Said.NOT_DONE, e.describe());
    }
  }
}
