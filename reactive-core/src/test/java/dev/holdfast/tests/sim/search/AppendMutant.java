package dev.holdfast.tests.sim.search;

import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.ForwardingSys;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import dev.holdfast.tests.mutant.WithoutDirectorySync;
import java.util.function.UnaryOperator;

/** Appending with a well-known mistake; the first one makes none. */
enum AppendMutant {
  /** No mistake. */
  NONE {
    @Override
    Sys over(Sys sys) {
      return sys;
    }
  },

  /** What is open is appended to, whatever the name means by now. */
  WITHOUT_NAME_CHECK {
    @Override
    Sys over(Sys sys) {
      return new Blind(sys, true);
    }
  },

  /** The name is not looked at again after the sync. */
  WITHOUT_SECOND_NAME_CHECK {
    @Override
    Sys over(Sys sys) {
      return new Blind(sys, false);
    }
  },

  /** A torn record stays, and the next one is glued to it. */
  TORN_TAIL_NOT_REPAIRED {
    @Override
    Sys over(Sys sys) {
      return new ForwardingSys(sys) {
        @Override
        public int read(Fd file, long position, byte[] target, int offset, int length)
            throws SysException {
          int count = sys.read(file, position, target, offset, length);
          if (count > 0 && position + count == sys.stat(file).size() && isAppended(file)) {
            target[offset + count - 1] = '\n';
          }
          return count;
        }

        private boolean isAppended(Fd file) {
          return file.toString().contains(AppendHistory.FILE);
        }
      };
    }
  },

  /** What was written is acknowledged before it is on the disk. */
  WITHOUT_FILE_SYNC {
    @Override
    Sys over(Sys sys) {
      return new ForwardingSys(sys) {
        @Override
        public void dataSync(Fd file) {}
      };
    }
  },

  /** The name that is relied on may not be on the disk. */
  WITHOUT_DIRECTORY_SYNC {
    @Override
    Sys over(Sys sys) {
      return new WithoutDirectorySync(sys);
    }
  },

  /** A sync that failed is tried again, and believed. */
  RETRIED_SYNC {
    @Override
    Sys over(Sys sys) {
      return new ForwardingSys(sys) {
        @Override
        public void dataSync(Fd file) throws SysException {
          try {
            sys.dataSync(file);
          } catch (SysException e) {
            sys.dataSync(file);
          }
        }
      };
    }
  },

  /** What a failed sync left in doubt is not written once more. */
  DOUBT_NOT_SETTLED {
    @Override
    Sys over(Sys sys) {
      return new ForwardingSys(sys) {
        @Override
        public int write(Fd file, long position, byte[] source, int offset, int length)
            throws SysException {
          return file.toString().contains(AppendHistory.FILE)
              ? length
              : sys.write(file, position, source, offset, length);
        }
      };
    }
  },

  /** What is left of a write that failed in the middle is not taken back. */
  NOT_TAKEN_BACK {
    @Override
    Sys over(Sys sys) {
      return new ForwardingSys(sys) {
        private long cutTo = -1;

        @Override
        public void truncate(Fd file, long size) {
          cutTo = size;
        }

        @Override
        public Stat stat(Fd fd) throws SysException {
          Stat stat = sys.stat(fd);
          if (cutTo < 0) {
            return stat;
          }
          long size = cutTo;
          cutTo = -1;
          return new Stat(
              stat.dev(),
              stat.ino(),
              stat.mountId(),
              stat.type(),
              stat.mode(),
              stat.nlink(),
              stat.uid(),
              size,
              stat.mtimeNs(),
              stat.ctimeNs(),
              stat.birthNs());
        }
      };
    }
  },

  /** A torn record is cut off although it could be somebody else's. */
  CUTS_OFF_BESIDE_FOREIGN_APPENDERS {
    @Override
    Sys over(Sys sys) {
      return sys;
    }

    @Override
    boolean respectsForeigners() {
      return false;
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

  UnaryOperator<Sys> port() {
    return this::over;
  }

  boolean respectsForeigners() {
    return true;
  }

  /** Believes that the name means what is open. */
  private static final class Blind extends ForwardingSys {
    private final Sys sys;
    private final boolean always;
    private Fd open;
    private boolean synced;

    Blind(Sys sys, boolean always) {
      super(sys);
      this.sys = sys;
      this.always = always;
    }

    @Override
    public Fd openFile(Fd dir, Name name, Access access) throws SysException {
      Fd file = sys.openFile(dir, name, access);
      if (access == Access.APPEND) {
        open = file;
      }
      return file;
    }

    @Override
    public void dataSync(Fd file) throws SysException {
      sys.dataSync(file);
      synced = true;
    }

    @Override
    public Stat stat(Fd dir, Name name) throws SysException {
      if (!name.toString().equals(AppendHistory.FILE) || open == null || !(always || synced)) {
        return sys.stat(dir, name);
      }
      synced = false;
      Stat stat;
      try {
        stat = sys.stat(open);
      } catch (IllegalStateException closed) {
        open = null;
        return sys.stat(dir, name);
      }
      if (stat.nlink() > 1) {
        throw new SysException(Errno.EIO, 5, "statx");
      }
      return new Stat(
          stat.dev(),
          stat.ino(),
          stat.mountId(),
          stat.type(),
          stat.mode(),
          1,
          stat.uid(),
          stat.size(),
          stat.mtimeNs(),
          stat.ctimeNs(),
          stat.birthNs());
    }
  }
}
