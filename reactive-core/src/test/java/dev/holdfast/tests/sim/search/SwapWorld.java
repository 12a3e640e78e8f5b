package dev.holdfast.tests.sim.search;

import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.Sys.Acl;
import dev.holdfast.internal.sys.SysException;
import dev.holdfast.tests.sim.SimEntry;
import dev.holdfast.tests.sim.SimKernel;
import dev.holdfast.tests.sim.SimOutside;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * A machine with a store, and outside of it everything that a store has, under the same names and
 * open to others: whoever follows a link or enters a mount changes it, or gives it out.
 */
final class SwapWorld {
  /** What nobody may touch. */
  static final String OUTSIDE = "/data/outside";

  /** Where somebody else keeps what is to be swapped in, and what was swapped out. */
  static final String STASH = "/data/stash";

  /** In the store: {@code a} and {@code dir/b}. */
  static final int A = 901;

  static final int B = 902;

  /** What operations write. */
  static final int NEW = 100;

  /** What is swapped in, as a file or in a directory. */
  static final int FOREIGN = 700;

  /** What is outside. */
  static final int CANARY = 500;

  private static final SimKernel TEMPLATE = template();

  private SwapWorld() {}

  /** A machine of its own. */
  static SimKernel start() {
    return TEMPLATE.copy();
  }

  private static SimKernel template() {
    SimKernel kernel = World.with(Map.of("a", A, "dir/b", B)).start();
    Sys sys = kernel.spawn(World.USER).sys();
    try {
      for (String directory : List.of("", "/dir", "/dir/x", "/.holdfast", "/.holdfast/staging")) {
        kernel.makeDirectory(World.path(OUTSIDE + directory), World.USER, 0755);
      }
      for (String file : List.of("/a", "/dir/b", "/dir/bird", "/.holdfast/commit.lock")) {
        file(sys, OUTSIDE + file, CANARY, 0644);
      }
      AbsolutePath dir = World.path(OUTSIDE + "/dir");
      new SimOutside(kernel, dir, World.USER, null).grantOther(Name.of("bird"), Acl.ACCESS);
      kernel.makeDirectory(World.path(STASH), World.USER, 0700);
      for (Swap.Place place : Swap.Place.values()) {
        String other = STASH + "/DIRECTORY-" + place;
        kernel.makeDirectory(World.path(other), World.USER, 0700);
        file(sys, other + "/b", FOREIGN + 1 + place.ordinal(), 0640);
      }
      file(sys, STASH + "/FILE", FOREIGN, 0640);
    } catch (SysException e) {
      throw new IllegalStateException(e);
    }
    SimOutside stash = new SimOutside(kernel, World.path(STASH), World.USER, null);
    stash.fifo(Name.of("FIFO"));
    stash.device(Name.of("DEVICE"));
    kernel.settle();
    return kernel.copy();
  }

  private static void file(Sys sys, String path, int content, int mode) throws SysException {
    AbsolutePath at = World.path(path);
    byte[] bytes = Contents.of(content, 100);
    try (Fd dir = sys.openRoot(at.parent(), false);
        Fd file = sys.createFile(dir, at.names().leaf())) {
      sys.write(file, 0, bytes, 0, bytes.length);
      sys.chmod(file, mode);
    }
  }

  /** Gives others access to something in the store. */
  static void widen(SimKernel kernel, String path) throws SysException {
    AbsolutePath at = World.inRoot(path);
    Sys sys = kernel.spawn(World.USER).sys();
    try (Fd dir = sys.openRoot(at.parent(), false);
        Fd file = sys.openFile(dir, at.names().leaf(), Sys.Access.READ)) {
      sys.chmod(file, 0644);
    }
  }

  /** Calls with everything below a directory, links not followed. */
  static void each(SimKernel kernel, String directory, BiConsumer<String, SimEntry> visitor) {
    for (Name name : kernel.names(World.path(directory))) {
      String path = directory + "/" + name;
      SimEntry entry = kernel.entry(World.path(path));
      visitor.accept(path, entry);
      if (entry.type() == FileType.DIRECTORY) {
        each(kernel, path, visitor);
      }
    }
  }

  /** Where a content is, outside left out. */
  static List<String> placesOf(SimKernel kernel, byte[] content) {
    List<String> places = new ArrayList<>();
    each(
        kernel,
        "/data",
        (path, entry) -> {
          if (!path.startsWith(OUTSIDE + "/") && Arrays.equals(entry.content(), content)) {
            places.add(path);
          }
        });
    return places;
  }
}
