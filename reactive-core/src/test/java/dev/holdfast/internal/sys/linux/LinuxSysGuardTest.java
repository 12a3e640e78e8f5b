package dev.holdfast.internal.sys.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.holdfast.internal.sys.DirStream;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import dev.holdfast.internal.sys.SysMethods;
import dev.holdfast.internal.sys.ThreadGuard;
import dev.holdfast.internal.sys.ThreadGuard.WrongThreadException;
import dev.holdfast.internal.sys.UnsupportedPlatformException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LinuxSysGuardTest {
  private static final Set<String> NEVER_BLOCK =
      Set.of(
          "effectiveUid", "syncFsTellsFailures", "monotonicNanos", "bootTimeNanos", "wallMillis");

  @TempDir Path temp;
  private final AtomicBoolean forbidden = new AtomicBoolean();
  private Sys sys;

  @BeforeEach
  void load() throws UnsupportedPlatformException {
    sys = LinuxPlatform.load(ThreadGuard.forbidding(forbidden::get));
  }

  static Stream<Method> blocking() {
    return SysMethods.all().stream().filter(method -> !NEVER_BLOCK.contains(method.getName()));
  }

  static Stream<Method> neverBlocking() {
    return SysMethods.all().stream().filter(method -> NEVER_BLOCK.contains(method.getName()));
  }

  /** No argument is a descriptor of this port, so that nothing but the refusal can come first. */
  @ParameterizedTest
  @MethodSource("blocking")
  void aCallIsRefusedBeforeItBegins(Method method) {
    forbidden.set(true);
    assertThatExceptionOfType(InvocationTargetException.class)
        .isThrownBy(() -> method.invoke(sys, SysMethods.arguments(method)))
        .withCauseExactlyInstanceOf(WrongThreadException.class);
  }

  @ParameterizedTest
  @MethodSource("neverBlocking")
  void aCallThatNeverBlocksIsAnswered(Method method) throws ReflectiveOperationException {
    forbidden.set(true);
    assertThat(method.invoke(sys)).isInstanceOfAny(Number.class, Boolean.class);
  }

  @Test
  void aListingInProgressIsRefusedToo() throws SysException {
    try (Fd dir = sys.openRoot(LinuxEnvironment.pathOf(temp), false);
        DirStream stream = sys.list(dir)) {
      forbidden.set(true);
      assertThatExceptionOfType(WrongThreadException.class).isThrownBy(stream::next);
      forbidden.set(false);
      assertThat(stream.next()).isEmpty();
    }
  }

  @Test
  void loadingIsRefusedToo() {
    assertThatExceptionOfType(WrongThreadException.class)
        .isThrownBy(() -> LinuxPlatform.load(ThreadGuard.forbidding(() -> true)));
  }
}
