package dev.holdfast.internal.sys.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.sys.ProcessIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class LinuxProcessTest {
  private static final String BEFORE_START_TIME = "S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18";

  private final ProcessIdentity self = LinuxEnvironment.SYS.process();

  @Test
  void thePidIsOurs() {
    assertThat(self.pid()).isEqualTo(ProcessHandle.current().pid());
  }

  @Test
  void theStartTimeAndTheBootAreThoseOfProc() throws IOException {
    String stat = Files.readString(Path.of("/proc/self/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    assertThat(self.startTicks()).isEqualTo(Long.valueOf(fields[19])).isPositive();
    assertThat(self.bootId())
        .isEqualTo(Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip())
        .hasSize(36);
  }

  @Test
  void theNamespaceIsTheNumberInItsLink() throws IOException {
    assertThat(Files.readSymbolicLink(Path.of("/proc/self/ns/pid")))
        .hasToString("pid:[" + self.pidNamespace() + "]");
  }

  @Test
  void aCommandNameMayHoldSpacesAndBrackets() {
    assertThat(ProcFs.startTicks("7 (a) b) (c 1) " + BEFORE_START_TIME + " 4711 0 0"))
        .isEqualTo(4711);
  }

  @Test
  void aShortAnswerHasNoStartTime() {
    assertThat(ProcFs.startTicks("7 (java) " + BEFORE_START_TIME)).isNull();
  }

  @Test
  void theUserIsTheOwnerOfThisProcess() throws IOException {
    assertThat(LinuxEnvironment.SYS.effectiveUid())
        .isEqualTo(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
  }

  @Test
  void theClocksAreThoseOfTheSystem() {
    long wall = System.currentTimeMillis();
    assertThat(LinuxEnvironment.SYS.wallMillis()).isBetween(wall, System.currentTimeMillis());
    long monotonic = System.nanoTime();
    assertThat(LinuxEnvironment.SYS.monotonicNanos()).isBetween(monotonic, System.nanoTime());
  }

  private static long uptimeNanos() throws IOException {
    String hundredths = Files.readString(Path.of("/proc/uptime")).split(" ")[0].replace(".", "");
    return Long.parseLong(hundredths) * 10_000_000;
  }

  @Test
  void theBootTimeIsTheUptime() throws IOException {
    long uptime = uptimeNanos();
    long bootTime = LinuxEnvironment.SYS.bootTimeNanos();
    assertThat(bootTime).isBetween(uptime, uptimeNanos() + 10_000_000);
  }
}
