package dev.holdfast.tests.sim;

import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.ErrnoNumbers;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.ProcessIdentity;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A process of a simulated machine. */
public final class SimProcess {
  /** Whether it can go on. */
  public enum State {
    /** It can. */
    ALIVE,
    /** Not before it is continued. */
    STOPPED,
    /** Never; the kernel has closed everything, and nobody has asked how it ended. */
    ZOMBIE
  }

  /** The process is gone, in the middle of a call. Nothing but the end of its thread catches it. */
  public static final class Killed extends Error {
    private static final long serialVersionUID = 1L;

    /** It ends here. */
    public Killed() {
      super(null, null, false, false);
    }
  }

  private static final int DESCRIPTORS = 1024;

  private final SimKernel kernel;
  private final ProcessIdentity identity;
  private final int uid;
  private final int client;
  private final SimSys sys = new SimSys(this);
  private final Set<SimFd> descriptors = new LinkedHashSet<>();
  private int umask = 022;
  private int descriptorLimit = DESCRIPTORS;
  private State state = State.ALIVE;
  private SimGate gate;
  private int opened;

  SimProcess(SimKernel kernel, ProcessIdentity identity, int uid, int client) {
    this.kernel = kernel;
    this.identity = identity;
    this.uid = uid;
    this.client = client;
  }

  // ---- how it is ----

  /** What its new objects must not grant; 022 unless it is set. */
  public SimProcess umask(int bits) {
    umask = bits;
    return this;
  }

  /** How many descriptors it can have. */
  public SimProcess descriptorLimit(int most) {
    descriptorLimit = most;
    return this;
  }

  /** Leads its calls through a gate from now on; null for none. */
  public void gate(SimGate through) {
    gate = through;
  }

  /** Its port. */
  public Sys sys() {
    return sys;
  }

  /** Its machine. */
  public SimKernel kernel() {
    return kernel;
  }

  /** What tells it apart. */
  public ProcessIdentity identity() {
    return identity;
  }

  /** Its user. */
  public int uid() {
    return uid;
  }

  /** The machine that it runs on, among those that share a network file system. */
  int client() {
    return client;
  }

  int umask() {
    return umask;
  }

  /** Whether it can go on. */
  public State state() {
    return state;
  }

  /** Its open descriptors, by the way they were opened. */
  public List<String> openDescriptors() {
    synchronized (kernel) {
      return descriptors.stream().map(SimFd::toString).toList();
    }
  }

  // ---- what happens to it ----

  /** SIGKILL: it makes no further call, and the kernel closes what it had open. */
  public void kill() {
    synchronized (kernel) {
      state = State.ZOMBIE;
      descriptors.forEach(fd -> fd.description.release());
      descriptors.clear();
    }
  }

  /** SIGSTOP. */
  public void stop() {
    state = state == State.ALIVE ? State.STOPPED : state;
  }

  /** SIGCONT. */
  public void proceed() {
    state = state == State.STOPPED ? State.ALIVE : state;
  }

  /** A child between fork and exec, which shares every open file description. */
  public SimChild fork() {
    synchronized (kernel) {
      List<SimDescription> shared = new ArrayList<>();
      for (SimFd fd : descriptors) {
        fd.description.references++;
        shared.add(fd.description);
      }
      return new SimChild(kernel, shared);
    }
  }

  // ---- its calls ----

  <T> T call(SimCall call, SimCall.Effect<T> effect) throws SysException {
    SimGate through = gate;
    return through == null
        ? make(call, effect)
        : through.pass(this, call, () -> make(call, effect));
  }

  private <T> T make(SimCall call, SimCall.Effect<T> effect) throws SysException {
    synchronized (kernel) {
      checkAlive();
      kernel.tick();
      if (call.isStale()) {
        throw ErrnoNumbers.failure(Errno.ESTALE, call.name());
      }
      return effect.run();
    }
  }

  private void checkAlive() {
    if (state == State.ZOMBIE) {
      throw new Killed();
    }
  }

  SimFd open(SimDescription description, SimFd base, Object path) {
    SimFd fd = new SimFd(this, description, base, path);
    description.client = client;
    description.fingerprint = 31 * (int) identity.pid() + ++opened;
    descriptors.add(fd);
    return fd;
  }

  /** Closes a descriptor that the process never gets to know. */
  public void drop(Fd descriptor) {
    synchronized (kernel) {
      SimFd fd = (SimFd) descriptor;
      fd.closed = true;
      if (descriptors.remove(fd)) {
        fd.description.release();
      }
    }
  }

  void checkDescriptors(String call) throws SysException {
    if (descriptors.size() >= descriptorLimit) {
      throw ErrnoNumbers.failure(Errno.EMFILE, call);
    }
  }

  /** A close has no result; a dead process's were made by the kernel. */
  void close(SimFd fd) {
    if (fd.closed) {
      return;
    }
    try {
      call(
          new SimCall("close", fd),
          () -> {
            drop(fd);
            return true;
          });
    } catch (SysException e) {
      throw new IllegalStateException("nothing makes a close fail", e);
    }
  }
}
