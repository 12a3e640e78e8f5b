package dev.holdfast.tests.sim;

import java.util.StringJoiner;

/** A call that a simulated process is about to make. */
public final class SimCall {
  private final String name;
  private final Object[] arguments;
  private int mostBytes = Integer.MAX_VALUE;

  SimCall(String name, Object... arguments) {
    this.name = name;
    this.arguments = arguments;
  }

  /** The method of the port, or {@code close}. */
  public String name() {
    return name;
  }

  /** What it is about, descriptors first. */
  public Object argument(int index) {
    return arguments[index];
  }

  /** Lets a write take some bytes only. */
  public void shorten(int bytes) {
    mostBytes = bytes;
  }

  /** Whether it goes to a server that does not know one of its objects any more. */
  boolean isStale() {
    for (Object argument : arguments) {
      if (argument instanceof SimFd fd && fd.description.isStale()) {
        return !name.equals("close");
      }
    }
    return false;
  }

  int mostBytes() {
    return mostBytes;
  }

  /** What the call does. */
  @FunctionalInterface
  public interface Effect<T> {
    /** Does it. */
    T run() throws dev.holdfast.internal.sys.SysException;
  }

  @Override
  public String toString() {
    StringJoiner out = new StringJoiner(", ", name + "(", ")");
    for (Object argument : arguments) {
      out.add(String.valueOf(argument));
    }
    return out.toString();
  }
}
