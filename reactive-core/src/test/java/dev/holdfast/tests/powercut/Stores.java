package dev.holdfast.tests.powercut;

import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.root.RootOptions;
import dev.holdfast.internal.engine.scope.ProcessScope;
import dev.holdfast.internal.engine.scope.RandomNames;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.UnsupportedPlatformException;
import dev.holdfast.internal.sys.linux.LinuxPlatform;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.locks.LockSupport;

/** Opens stores as separate processes would: no two handles share anything. */
final class Stores {
  private Stores() {}

  static StoreHandle open(Port port, Path root) {
    Sys sys = port.over(kernel());
    ProcessScope<ManagedRoot> scope =
        new ProcessScope<>(sys, LockSupport::parkNanos, new RandomNames(new SecureRandom()));
    return StoreHandle.open(scope, root.toString(), "/", new RootOptions(1 << 20), false);
  }

  static Sys kernel() {
    try {
      return LinuxPlatform.load(call -> {});
    } catch (UnsupportedPlatformException e) {
      throw new LinkageError("these tests need Linux", e);
    }
  }
}
