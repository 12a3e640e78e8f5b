package dev.holdfast.tests.sim.search;

import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.ForwardingSys;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Ports that turn batches into ones with a mistake that is easily made. */
enum BatchMutants {
  /** All batches sync the file system through one description, which is told a failure once. */
  SHARED_SYNCFS_DESCRIPTOR {
    @Override
    Sys over(Sys sys) {
      return new ForwardingSys(sys) {
        private Fd kept;

        @Override
        public Fd openDir(Fd base, NamePath path) throws SysException {
          Fd opened = super.openDir(base, path);
          if (path.leaf().equals(Name.of("staging"))) {
            kept = opened; // open as long as the store is
          }
          return opened;
        }

        @Override
        public void syncFs(Fd fd) throws SysException {
          super.syncFs(kept);
        }
      };
    }
  },

  /** A sync of the file system that fails is tried again, and believed. */
  RETRIED_SYNCFS {
    @Override
    Sys over(Sys sys) {
      return new ForwardingSys(sys) {
        @Override
        public void syncFs(Fd fd) throws SysException {
          try {
            super.syncFs(fd);
          } catch (SysException e) {
            super.syncFs(fd);
          }
        }
      };
    }
  },

  /** The contents are not made durable at all. */
  WITHOUT_BARRIER {
    @Override
    Sys over(Sys sys) {
      return new ForwardingSys(sys) {
        @Override
        public void syncFs(Fd fd) {}
      };
    }
  },

  /** A directory is synced, and then the names are committed in it. */
  DIRECTORY_BEFORE_NAMES {
    @Override
    Sys over(Sys sys) {
      return new EarlyDirectorySync(sys);
    }
  },

  /** The names are committed, and then the contents made durable. */
  BARRIER_AFTER_NAMES {
    @Override
    Sys over(Sys sys) {
      return new LateBarrier(sys);
    }
  };

  abstract Sys over(Sys sys);

  /** Syncs the directory of a new name just before the name is made in it. */
  private static final class EarlyDirectorySync extends ForwardingSys {
    private final Map<Fd, Boolean> synced = new IdentityHashMap<>();

    EarlyDirectorySync(Sys sys) {
      super(sys);
    }

    @Override
    public void link(Fd file, Fd dir, Name name) throws SysException {
      syncEarly(dir);
      super.link(file, dir, name);
    }

    @Override
    public void renameReplace(Fd fromDir, Name from, Fd toDir, Name to) throws SysException {
      syncEarly(toDir);
      super.renameReplace(fromDir, from, toDir, to);
    }

    private void syncEarly(Fd dir) throws SysException {
      super.sync(dir);
      synced.put(dir, true);
    }

    @Override
    public void sync(Fd fd) throws SysException {
      if (synced.remove(fd) == null) {
        super.sync(fd);
      }
    }
  }

  /** Makes contents durable when the first directory is synced. */
  private static final class LateBarrier extends ForwardingSys {
    private final List<Fd> late = new ArrayList<>();

    LateBarrier(Sys sys) {
      super(sys);
    }

    @Override
    public void syncFs(Fd fd) {
      late.add(fd);
    }

    @Override
    public void sync(Fd fd) throws SysException {
      if (stat(fd).type() == FileType.DIRECTORY) {
        for (Fd file : late) {
          super.syncFs(file);
        }
        late.clear();
      }
      super.sync(fd);
    }
  }
}
