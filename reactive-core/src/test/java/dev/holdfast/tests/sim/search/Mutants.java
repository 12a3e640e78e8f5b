package dev.holdfast.tests.sim.search;

import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.ErrnoNumbers;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.ForwardingSys;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import dev.holdfast.tests.mutant.WithoutDirectorySync;
import dev.holdfast.tests.mutant.WithoutFileSync;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Ports that turn the engine into one with a well-known mistake. */
enum Mutants {
  /** A file is published before its content is on the disk. */
  WITHOUT_FILE_SYNC {
    @Override
    Sys over(Sys sys) {
      return new WithoutFileSync(sys);
    }
  },

  /** A name is acknowledged before it is on the disk. */
  WITHOUT_DIRECTORY_SYNC {
    @Override
    Sys over(Sys sys) {
      return new WithoutDirectorySync(sys);
    }
  },

  /** The content is synced, but after the file got its name. */
  NAME_BEFORE_SYNC {
    @Override
    Sys over(Sys sys) {
      return new Postponing(sys);
    }
  },

  /** A name is looked at, and taken if it was free. */
  CHECK_THEN_CREATE {
    @Override
    Sys over(Sys sys) {
      return new Checking(sys);
    }
  },

  /** A sync that failed is tried again, and believed. */
  RETRIED_SYNC {
    @Override
    Sys over(Sys sys) {
      return new ForwardingSys(sys) {
        @Override
        public void sync(Fd fd) throws SysException {
          try {
            sys.sync(fd);
          } catch (SysException e) {
            sys.sync(fd);
          }
        }
      };
    }
  },

  /** Recovery deletes whatever it finds in staging. */
  BLIND_SWEEP {
    @Override
    Sys over(Sys sys) {
      return new ForwardingSys(sys) {
        @Override
        public void renameNoReplace(Fd fromDir, Name from, Fd toDir, Name to) throws SysException {
          if (to.toString().startsWith("r-")) {
            sys.unlink(fromDir, from);
          } else {
            sys.renameNoReplace(fromDir, from, toDir, to);
          }
        }
      };
    }
  },

  /** An exchange is taken back without a look at the name and at what comes out. */
  EXCHANGE_BACK_UNSEEN {
    @Override
    Sys over(Sys sys) {
      return new Blind(sys);
    }
  },

  /** What an exchange brought out is not looked at. */
  EXCHANGE_UNSEEN {
    @Override
    Sys over(Sys sys) {
      return new ForwardingSys(sys) {
        private Stat before;

        @Override
        public void renameExchange(Fd fromDir, Name from, Fd toDir, Name to) throws SysException {
          sys.renameExchange(fromDir, from, toDir, to);
          before = from.toString().startsWith("x-") ? compared : null;
        }

        private Stat compared;

        @Override
        public Stat stat(Fd dir, Name name) throws SysException {
          if (before != null && name.toString().startsWith("x-")) {
            return before;
          }
          Stat found = sys.stat(dir, name);
          compared = name.toString().equals("a") ? found : compared;
          return found;
        }
      };
    }
  },

  /** A note for recovery is not on the disk before what it is about. */
  NOTE_UNSYNCED {
    @Override
    Sys over(Sys sys) {
      return new ForwardingSys(sys) {
        private final Map<Fd, Boolean> notes = new IdentityHashMap<>();

        @Override
        public Fd createFile(Fd dir, Name name) throws SysException {
          Fd file = sys.createFile(dir, name);
          notes.put(file, isNote(name));
          return file;
        }

        @Override
        public void sync(Fd fd) throws SysException {
          if (!notes.getOrDefault(fd, false)) {
            sys.sync(fd);
          }
        }
      };
    }
  },

  /** A note for recovery is removed when what it is about was begun. */
  NOTE_FORGOTTEN {
    @Override
    Sys over(Sys sys) {
      return new ForwardingSys(sys) {
        private Fd staging;
        private Name note;

        @Override
        public Fd createFile(Fd dir, Name name) throws SysException {
          if (isNote(name)) {
            staging = dir;
            note = name;
          }
          return sys.createFile(dir, name);
        }

        @Override
        public void renameNoReplace(Fd fromDir, Name from, Fd toDir, Name to) throws SysException {
          sys.renameNoReplace(fromDir, from, toDir, to);
          if (note != null && to.toString().startsWith("y-")) {
            sys.unlink(staging, note);
            note = null;
          }
        }
      };
    }
  },

  /** What a repair has set is not on the disk when it says so. */
  REPAIR_UNSYNCED {
    @Override
    Sys over(Sys sys) {
      return new ForwardingSys(sys) {
        private final Map<Fd, Boolean> set = new IdentityHashMap<>();

        @Override
        public Fd openFile(Fd dir, Name name, Access access) throws SysException {
          Fd file = sys.openFile(dir, name, access);
          set.put(file, false);
          return file;
        }

        @Override
        public void chmod(Fd fd, int mode) throws SysException {
          sys.chmod(fd, mode);
          set.computeIfPresent(fd, (file, before) -> true);
        }

        @Override
        public void sync(Fd fd) throws SysException {
          if (!set.getOrDefault(fd, false)) {
            sys.sync(fd);
          }
        }
      };
    }
  },

  /** Nobody keeps anybody out. */
  WITHOUT_LOCKS {
    @Override
    Sys over(Sys sys) {
      return new ForwardingSys(sys) {
        @Override
        public boolean ofdTryLock(Fd file, LockMode mode, long offset) {
          return true;
        }
      };
    }
  };

  abstract Sys over(Sys sys);

  private static boolean isNote(Name name) {
    return name.toString().startsWith("h-") || name.toString().endsWith(".path");
  }

  UnaryOperator<Sys> port() {
    return this::over;
  }

  /** Syncs a file when the next directory is synced. */
  private static final class Postponing extends ForwardingSys {
    private final Sys sys;
    private final Map<Fd, Boolean> postponed = new IdentityHashMap<>();

    Postponing(Sys sys) {
      super(sys);
      this.sys = sys;
    }

    @Override
    public void sync(Fd fd) throws SysException {
      if (sys.stat(fd).type() != FileType.DIRECTORY) {
        postponed.put(fd, true);
        return;
      }
      for (Fd file : postponed.keySet()) {
        try {
          sys.sync(file);
        } catch (IllegalStateException closed) {
          continue;
        }
      }
      postponed.clear();
      sys.sync(fd);
    }
  }

  /** Links by looking first, then replacing. */
  private static final class Checking extends ForwardingSys {
    /** The mistake is made with the users' files only. */
    private static final Set<String> OWN = Set.of("owner", "store.json", "commit.lock");

    private final Sys sys;

    Checking(Sys sys) {
      super(sys);
      this.sys = sys;
    }

    @Override
    public void link(Fd file, Fd dir, Name name) throws SysException {
      if (OWN.contains(name.toString())) {
        sys.link(file, dir, name);
        return;
      }
      try {
        sys.stat(dir, name);
        throw ErrnoNumbers.failure(Errno.EEXIST, "linkat");
      } catch (SysException e) {
        if (e.errno() != Errno.ENOENT) {
          throw e;
        }
      }
      Name aside = Name.of("n-" + name);
      sys.link(file, dir, aside);
      sys.renameReplace(dir, aside, dir, name);
    }
  }

  /** After an exchange, says that our file is wherever it is looked for. */
  private static final class Blind extends ForwardingSys {
    private final Sys sys;
    private Stat ours;
    private int exchanges;

    Blind(Sys sys) {
      super(sys);
      this.sys = sys;
    }

    @Override
    public void renameExchange(Fd fromDir, Name from, Fd toDir, Name to) throws SysException {
      if (from.toString().startsWith("x-") && exchanges == 0) {
        ours = sys.stat(fromDir, from);
      }
      sys.renameExchange(fromDir, from, toDir, to);
      exchanges += from.toString().startsWith("x-") ? 1 : 0;
    }

    @Override
    public Stat stat(Fd dir, Name name) throws SysException {
      boolean looksBack = exchanges == 1 ? name.toString().equals("a") : exchanges == 2;
      return looksBack ? ours : sys.stat(dir, name);
    }
  }
}
