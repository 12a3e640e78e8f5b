package dev.holdfast.tests.sim.search;

/**
 * Something in the way of an operation that somebody takes away, and what comes in its place.
 *
 * @param place what is taken away
 * @param kind what is put there
 */
record Swap(Place place, Kind kind) {
  /** What is taken away. */
  enum Place {
    /** The root. */
    ROOT,
    /** The store's own directory. */
    STORE,
    /** The directory that an operation's file is in. */
    PARENT,
    /** The operation's file or directory itself, or its name if that is free. */
    LEAF
  }

  /** What is put there. */
  enum Kind {
    /** A symbolic link to the place of the same name outside. */
    LINK,
    /** Another directory of the same user, with a file of its own in it. */
    DIRECTORY,
    /** A file of the same user that is not fit for the store. */
    FILE,
    /** A named pipe. */
    FIFO,
    /** A device node. */
    DEVICE,
    /** A mount of the place of the same name outside. */
    MOUNT,
    /** Nothing. */
    NOTHING
  }
}
