package dev.holdfast.internal.engine;

import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.ErrnoNumbers;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.ArrayList;
import java.util.List;

/** Counts the calls and makes chosen ones fail, before or after they took effect. */
final class FaultySys extends InterceptingSys {
  /** How a call fails. */
  enum How {
    /** It fails instead of being made. */
    WITHOUT_EFFECT,
    /** It is made, and failure is reported all the same. */
    AFTER_EFFECT,
    /** It and every later call of its name fail instead of being made. */
    FOR_GOOD,
    /** It and every later call of its name are made and report failure. */
    FOR_GOOD_AFTER_EFFECT
  }

  /**
   * A fault.
   *
   * @param index which call since arming, from 0; or which call of {@code name} if that is given
   * @param name the calls that count, or empty for all
   * @param errno the error
   * @param how how it fails
   */
  record Fault(int index, String name, Errno errno, How how) {
    static Fault at(int index, Errno errno, How how) {
      return new Fault(index, "", errno, how);
    }

    static Fault of(String name, int index, Errno errno, How how) {
      return new Fault(index, name, errno, how);
    }
  }

  private final List<Call> calls = new ArrayList<>();
  private final List<Fault> faults = new ArrayList<>();
  private final List<String> failing = new ArrayList<>();
  private final List<Call> failed = new ArrayList<>();

  FaultySys(Sys delegate) {
    super(delegate);
  }

  static SysException failure(Errno errno, String call) {
    return ErrnoNumbers.failure(errno, call);
  }

  /** Forgets the past and makes these faults happen. */
  void arm(Fault... planned) {
    calls.clear();
    failing.clear();
    failed.clear();
    faults.clear();
    faults.addAll(List.of(planned));
  }

  /** The calls since arming. */
  List<Call> calls() {
    return List.copyOf(calls);
  }

  /** Those that were made to fail. */
  List<Call> failed() {
    return List.copyOf(failed);
  }

  @Override
  <T> T around(Call call, Real<T> real) throws SysException {
    int index = calls.size();
    long ofName = calls.stream().filter(earlier -> earlier.name().equals(call.name())).count();
    calls.add(call);
    for (Fault fault : faults) {
      boolean hit =
          fault.name().isEmpty()
              ? fault.index() == index
              : fault.name().equals(call.name()) && fault.index() == ofName;
      boolean lasting = fault.how() == How.FOR_GOOD || fault.how() == How.FOR_GOOD_AFTER_EFFECT;
      if (hit && lasting) {
        failing.add(call.name());
      }
      if (hit || (lasting && failing.contains(call.name()))) {
        if (fault.how() == How.AFTER_EFFECT || fault.how() == How.FOR_GOOD_AFTER_EFFECT) {
          close(real.run());
        }
        failed.add(call);
        throw failure(fault.errno(), call.name());
      }
    }
    return real.run();
  }

  /** A descriptor that the caller never gets. */
  private static void close(Object result) {
    if (result instanceof Fd fd) {
      fd.close();
    }
  }
}
