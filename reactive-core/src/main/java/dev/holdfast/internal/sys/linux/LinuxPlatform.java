package dev.holdfast.internal.sys.linux;

import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.ThreadGuard;
import dev.holdfast.internal.sys.UnsupportedPlatformException;
import java.util.Locale;

/**
 * Makes the Linux port, after a test that the numbers we know mean on this kernel what we think: on
 * another processor a wrong flag would not fail, it would follow links.
 */
public final class LinuxPlatform {
  private LinuxPlatform() {}

  /**
   * Loads the native binding and makes the port. Does file input and output: never to be called on
   * an event loop.
   *
   * @param guard asked before every call
   * @return the port
   * @throws UnsupportedPlatformException if this is not a Linux that we know, or the native library
   *     cannot be loaded; the message says what to do
   */
  public static Sys load(ThreadGuard guard) throws UnsupportedPlatformException {
    guard.check("load");
    String os = System.getProperty("os.name", "");
    String arch = System.getProperty("os.arch", "");
    if (!os.toLowerCase(Locale.ROOT).startsWith("linux")) {
      throw new UnsupportedPlatformException(
          "expected Linux, found " + os + "; other systems are not supported yet");
    }
    LinuxAbi abi =
        LinuxAbi.forArchitecture(arch)
            .orElseThrow(
                () ->
                    new UnsupportedPlatformException(
                        "expected an x86-64 or aarch64 processor, found " + arch));
    try {
      SelfTest.run(abi);
      return new LinuxSys(abi, guard);
    } catch (LinkageError e) {
      throw new UnsupportedPlatformException(
          "the native part of JNA (5.19 or later is expected) could not be loaded or does not fit: "
              + e
              + "; JNA unpacks it into the directory of the system property jna.tmpdir ("
              + System.getProperty("jna.tmpdir", "not set, so ~/.cache/JNA or java.io.tmpdir")
              + "), which must exist, have space and allow execution, or loads it from"
              + " jna.boot.library.path; correct this and restart the Java process, which cannot"
              + " try again",
          e);
    }
  }
}
