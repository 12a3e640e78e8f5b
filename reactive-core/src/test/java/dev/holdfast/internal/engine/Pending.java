package dev.holdfast.internal.engine;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.FaultySys.Fault;
import dev.holdfast.internal.engine.FaultySys.How;
import dev.holdfast.internal.sys.Errno;
import java.util.Set;

/**
 * Cases that the sweeps found and that are reported but not repaired yet. Each method goes away
 * together with its defect; then the sweeps are strict.
 */
final class Pending {
  private static final Set<String> NOT_REPEATED_AT_OPEN =
      Set.of("next", "ofdTryLock", "link", "renameNoReplace", "renameExchange", "unlink", "sync");

  private Pending() {}

  /** An interrupted getdents is not repeated. */
  static boolean interruptedListing(String call) {
    return call.equals("next");
  }

  /** Opening does not repeat everything that an interruption makes fail on a local file system. */
  static boolean interruptedAtOpen(String call) {
    return NOT_REPEATED_AT_OPEN.contains(call);
  }

  /** A root whose path is gone is told as an absent file. */
  static boolean vanishedRoot(String call, Errno errno) {
    return call.equals("statPath") && errno == Errno.ENOENT;
  }

  /** After an interruption a directory that was there counts as made. */
  static boolean interruptedMkdirOfExisting(String call, Fault fault) {
    return call.equals("mkdir")
        && fault.errno() == Errno.EINTR
        && fault.how() == How.WITHOUT_EFFECT;
  }

  /** The look for ACLs that finds out a file system's capabilities has the codes of other calls. */
  static boolean aclCodeOfProbe(String call, ErrorCode code) {
    return call.equals("aclQuery")
        && (code == ErrorCode.IO_ERROR || code == ErrorCode.PERMISSION_DENIED);
  }
}
