package dev.holdfast.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskReportTest {
  @TempDir Path root;

  @BeforeEach
  void prepare() throws Exception {
    directory("");
    directory("notes");
    file("notes/a.txt", "rw-------");
    for (String own : new String[] {"", "/staging", "/rescued"}) {
      directory(".holdfast" + own);
    }
    file(".holdfast/store.json", "rw-------");
    file(".holdfast/commit.lock", "rw-------");
  }

  @Test
  void countsWhatIsPublished() throws Exception {
    assertThat(DiskReport.of(root)).isEqualTo(new DiskReport(1, 3, 2, 0));
  }

  @Test
  void whatADeadRunLeftIsAMismatch() throws Exception {
    directory(".holdfast/staging/dead");
    refused(".holdfast/staging/dead' was left behind");
  }

  @Test
  void whatAKillHasTornIsCounted() throws Exception {
    file(".holdfast/rescued/x", "rw-------");
    assertThat(DiskReport.of(root)).isEqualTo(new DiskReport(1, 3, 2, 1));
  }

  @Test
  void whatOthersMayReadIsAMismatch() throws Exception {
    file("notes/b.txt", "rw-r-----");
    refused("'notes/b.txt' is not owner-only: mode rw-r-----");
  }

  private void refused(String message) {
    assertThatExceptionOfType(MismatchException.class)
        .isThrownBy(() -> DiskReport.of(root))
        .withMessageContaining(message);
  }

  private void directory(String name) throws Exception {
    mode(Files.createDirectories(root.resolve(name)), "rwx------");
  }

  private void file(String name, String mode) throws Exception {
    mode(Files.writeString(root.resolve(name), "one"), mode);
  }

  private static void mode(Path path, String mode) throws Exception {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }
}
