package dev.holdfast.internal.sys.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.Environment;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.OpenDirContract;
import dev.holdfast.internal.sys.Skip;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import dev.holdfast.internal.sys.SysTestCase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The walk that stands in for {@code openat2(2)} gives the same answers. */
class OpenDirFallbackTest extends SysTestCase implements OpenDirContract, DescriptorContract {
  @TempDir Path temp;

  @Override
  protected Environment environment() {
    return LinuxEnvironment.in(temp, LinuxEnvironment.WITHOUT_OPENAT2);
  }

  @AfterEach
  void theWalkRan() {
    assertThat(LinuxEnvironment.usesOpenat2(sys())).isFalse();
  }

  private static String answer(Sys sys, Fd base, NamePath way) {
    try (Fd opened = sys.openDir(base, way)) {
      Stat stat = sys.stat(opened);
      return stat.dev() + ":" + stat.ino();
    } catch (SysException e) {
      return e.errno().name();
    }
  }

  private void assertSameAnswer(AbsolutePath from, NamePath way) throws SysException {
    String walked;
    try (Fd base = sys().openRoot(from, true)) {
      walked = answer(sys(), base, way);
    }
    Sys other = LinuxEnvironment.SYS;
    try (Fd base = other.openRoot(from, true)) {
      assertThat(walked)
          .as("from " + from + " by " + way.names().size() + " names to " + way.leaf())
          .isEqualTo(answer(other, base, way));
    }
    if (!LinuxEnvironment.usesOpenat2(other)) {
      Skip.because("no openat2 here, or it is forbidden: nothing to compare with");
    }
  }

  private static NamePath way(String text) {
    return new NamePath(Stream.of(text.split("/")).map(Name::of).toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"proc", "proc/self", "proc/missing", "dev/shm", "sys/kernel", "etc", "missing"})
  void bothFormsAgreeBelowTheTop(String text) throws SysException {
    assertSameAnswer(new AbsolutePath(NamePath.EMPTY), way(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"self", "self/fd", "self/root", "self/cwd", "1", "sys/kernel", "stat"})
  void bothFormsAgreeInProc(String text) throws SysException {
    assertSameAnswer(new AbsolutePath(way("proc")), way(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"root", "cwd", "exe", "fd", "task"})
  void bothFormsAgreeOnMagicLinks(String text) throws SysException {
    assertSameAnswer(new AbsolutePath(way("proc/self")), way(text));
  }

  @Test
  void bothFormsAgreeOnEveryWayOfThreeNames() throws SysException, IOException {
    Fd a = directory(A);
    sys().mkdir(a, A);
    file(B);
    sys().renameNoReplace(dir(), B, a, B);
    outside().symlink(C, "a");
    sys().renameNoReplace(dir(), C, a, C);
    file(B);
    outside().symlink(C, "a");
    List<NamePath> ways = new ArrayList<>();
    List<Name> names = List.of(A, B, C, Name.of("missing"));
    for (Name first : names) {
      ways.add(NamePath.of(first));
      for (Name second : names) {
        ways.add(NamePath.of(first).resolve(second));
        for (Name third : names) {
          ways.add(NamePath.of(first).resolve(second).resolve(third));
        }
      }
    }
    for (NamePath way : ways) {
      assertSameAnswer(path(), way);
    }
  }
}
