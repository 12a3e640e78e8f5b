package dev.holdfast.internal.sys.linux;

import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.Environment;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Sys;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;

/** The port on this machine, in its two forms. */
final class LinuxEnvironment {
  /** This processor's numbers. */
  static final LinuxAbi ABI = LinuxAbi.forArchitecture(System.getProperty("os.arch")).orElseThrow();

  static final Sys SYS = new LinuxSys(ABI, call -> {});

  /** As on kernels before 5.6. */
  static final Sys WITHOUT_OPENAT2 = new LinuxSys(ABI, call -> {}, false);

  private LinuxEnvironment() {}

  static Environment in(Path directory, Sys sys) {
    return new Environment(sys, pathOf(directory), new LinuxOutside(directory));
  }

  static AbsolutePath pathOf(Path ascii) {
    List<Name> names =
        StreamSupport.stream(ascii.toAbsolutePath().spliterator(), false)
            .map(part -> Name.of(part.toString()))
            .toList();
    return new AbsolutePath(new NamePath(names));
  }

  static boolean usesOpenat2(Sys sys) {
    return ((LinuxSys) sys).usesOpenat2();
  }
}
