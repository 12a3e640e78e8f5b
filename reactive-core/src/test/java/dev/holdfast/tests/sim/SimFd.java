package dev.holdfast.tests.sim;

import dev.holdfast.internal.sys.Fd;

/** A descriptor of a simulated process. */
final class SimFd extends Fd {
  final SimProcess process;
  final SimDescription description;

  /** The way it was opened, for transcripts: the directory and what was asked for there. */
  private final SimFd base;

  private final Object path;
  boolean closed;

  SimFd(SimProcess process, SimDescription description, SimFd base, Object path) {
    this.process = process;
    this.description = description;
    this.base = base;
    this.path = path;
  }

  @Override
  public void close() {
    process.close(this);
  }

  @Override
  public String toString() {
    return base == null ? path.toString() : base + "/" + path;
  }
}
