package dev.holdfast.tests.sim.search;

import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.ForwardingSys;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.HashMap;
import java.util.Map;

/** Ports that turn the engine into one that trusts names, or does not look again. */
enum SwapMutants {
  /** Directories are opened by their path, wherever that leads. */
  OPENS_BY_PATH(SwapOperation.PUBLISH) {
    @Override
    Sys over(Sys sys) {
      return new ForwardingSys(sys) {
        @Override
        public Fd openDir(Fd base, NamePath path) throws SysException {
          boolean above = base.toString().endsWith("..");
          return above
              ? sys.openDir(base, path)
              : sys.openRoot(World.path(base + "/" + path), true);
        }
      };
    }
  },

  /** A mode is set by name: what a repair looked at is not what it changes. */
  CHMODS_BY_NAME(SwapOperation.REPAIR) {
    @Override
    Sys over(Sys sys) {
      return new ForwardingSys(sys) {
        @Override
        public void chmod(Fd fd, int mode) throws SysException {
          AbsolutePath path = World.path(fd.toString());
          if (sys.stat(fd).type() != FileType.REGULAR || fd.toString().contains("/.holdfast/")) {
            sys.chmod(fd, mode);
            return;
          }
          try (Fd dir = sys.openRoot(path.parent(), true);
              Fd file = sys.openFile(dir, path.names().leaf(), Access.READ)) {
            sys.chmod(file, mode);
          }
        }
      };
    }
  },

  /** A link to a directory counts as the directory, so that an audit goes through it. */
  FOLLOWS_LINKS(SwapOperation.VERIFY_TREE) {
    @Override
    Sys over(Sys sys) {
      return new ForwardingSys(sys) {
        @Override
        public Stat stat(Fd dir, Name name) throws SysException {
          Stat found = sys.stat(dir, name);
          if (found.type() != FileType.SYMLINK) {
            return found;
          }
          try (Fd target = sys.openRoot(World.path(dir + "/" + name), true)) {
            return sys.stat(target);
          } catch (SysException e) {
            return found;
          }
        }

        @Override
        public Fd openDir(Fd base, NamePath path) throws SysException {
          try {
            return sys.openDir(base, path);
          } catch (SysException e) {
            if (e.errno() != Errno.ELOOP) {
              throw e;
            }
            return sys.openRoot(World.path(base + "/" + path), true);
          }
        }
      };
    }
  },

  /** What the root's path means is looked at once, when the store is opened. */
  LOOKS_AT_THE_ROOT_ONCE(SwapOperation.PUBLISH) {
    @Override
    Sys over(Sys sys) {
      return new ForwardingSys(sys) {
        private final Map<AbsolutePath, Stat> known = new HashMap<>();

        @Override
        public Stat stat(AbsolutePath path) throws SysException {
          if (!known.containsKey(path)) {
            known.put(path, sys.stat(path));
          }
          return known.get(path);
        }
      };
    }
  },

  /** What a remove has moved away is taken for what it looked at before. */
  REMOVES_UNSEEN(SwapOperation.REMOVE) {
    @Override
    Sys over(Sys sys) {
      return new ForwardingSys(sys) {
        private Stat last;

        @Override
        public Stat stat(Fd dir, Name name) throws SysException {
          if (name.toString().startsWith("x-") && last != null) {
            return last;
          }
          last = sys.stat(dir, name);
          return last;
        }
      };
    }
  };

  /** What goes wrong by it. */
  final SwapOperation operation;

  SwapMutants(SwapOperation operation) {
    this.operation = operation;
  }

  abstract Sys over(Sys sys);
}
