package dev.holdfast.tests.sim.search;

import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import dev.holdfast.tests.sim.SimKernel;
import dev.holdfast.tests.sim.SimOutside;
import dev.holdfast.tests.sim.search.Swap.Kind;
import dev.holdfast.tests.sim.search.Swap.Place;

/** A process of the same user that swaps things on the way of an operation, and puts them back. */
final class Stranger {
  private final SimKernel kernel;
  private final Sys sys;
  private final String leaf;
  private Swap swapped;
  private AbsolutePath place;
  private AbsolutePath stashed;

  /** Whether something was taken away, so that there is something to put back. */
  private boolean took;

  private int made;

  Stranger(SimKernel kernel, String leaf) {
    this.kernel = kernel;
    this.sys = kernel.spawn(World.USER).sys();
    this.leaf = leaf;
  }

  boolean hasSwapped() {
    return swapped != null;
  }

  // ---- there ----

  /** Does it, unless what it takes is used up. */
  void swap(Swap swap) {
    if (!can(swap)) {
      return;
    }
    try {
      place = World.path(at(swap.place()));
      stashed = World.path(SwapWorld.STASH + "/" + nameOf(swap));
      took = kernel.entry(place) != null;
      switch (swap.kind()) {
        case MOUNT -> mount(swap);
        case NOTHING -> {
          if (took) {
            rename(place, stashed);
          }
        }
        default -> put(swap);
      }
      swapped = swap;
    } catch (SysException e) {
      throw new IllegalStateException(swap + " failed", e);
    }
  }

  private String at(Place which) {
    return switch (which) {
      case ROOT -> World.ROOT;
      case STORE -> World.ROOT + "/.holdfast";
      case PARENT -> World.ROOT + "/" + leaf.substring(0, leaf.lastIndexOf('/'));
      case LEAF -> World.ROOT + "/" + leaf;
    };
  }

  private boolean can(Swap swap) {
    return switch (swap.kind()) {
      case LINK, NOTHING -> true;
      case MOUNT -> isStashed("FILE");
      default -> isStashed(nameOf(swap));
    };
  }

  private boolean isStashed(String name) {
    return kernel.entry(World.path(SwapWorld.STASH + "/" + name)) != null;
  }

  private String nameOf(Swap swap) {
    return switch (swap.kind()) {
      case DIRECTORY -> "DIRECTORY-" + swap.place();
      case LINK, NOTHING -> swap.kind() + "-" + ++made;
      default -> swap.kind().name();
    };
  }

  private String outside(Place which) {
    String there = SwapWorld.OUTSIDE + at(which).substring(World.ROOT.length());
    return kernel.entry(World.path(there)) == null ? SwapWorld.OUTSIDE + "/dir/b" : there;
  }

  private void put(Swap swap) throws SysException {
    if (swap.kind() == Kind.LINK) {
      new SimOutside(kernel, World.path(SwapWorld.STASH), World.USER, null)
          .symlink(stashed.names().leaf(), outside(swap.place()));
    }
    if (took) {
      exchange();
    } else {
      rename(stashed, place);
    }
  }

  /** What is to be covered has to be there, and of the same kind. */
  private void mount(Swap swap) throws SysException {
    if (!took) {
      rename(World.path(SwapWorld.STASH + "/FILE"), place);
    }
    String shown = took ? outside(swap.place()) : SwapWorld.OUTSIDE + "/dir/b";
    kernel.bind(World.path(shown), place);
  }

  // ---- and back ----

  /** Puts back what was taken away; what is there instead by now is kept. */
  void swapBack() {
    try {
      if (swapped.kind() == Kind.MOUNT) {
        kernel.unmount(place);
      } else if (took && kernel.entry(stashed) != null) {
        if (kernel.entry(place) != null) {
          exchange();
        } else {
          rename(stashed, place);
        }
      }
      swapped = null;
    } catch (SysException e) {
      throw new IllegalStateException("putting back " + swapped + " failed", e);
    }
  }

  private void exchange() throws SysException {
    try (Fd dir = sys.openRoot(place.parent(), false);
        Fd stash = sys.openRoot(stashed.parent(), false)) {
      sys.renameExchange(stash, stashed.names().leaf(), dir, place.names().leaf());
    }
  }

  private void rename(AbsolutePath from, AbsolutePath to) throws SysException {
    try (Fd source = sys.openRoot(from.parent(), false);
        Fd target = sys.openRoot(to.parent(), false)) {
      sys.renameNoReplace(source, from.names().leaf(), target, to.names().leaf());
    }
  }
}
