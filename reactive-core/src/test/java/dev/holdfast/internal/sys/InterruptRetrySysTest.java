package dev.holdfast.internal.sys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class InterruptRetrySysTest {
  private static final Set<String> REPEATED =
      Set.of(
          "openRoot",
          "openParent",
          "openDir",
          "openFile",
          "openTmp",
          "stat",
          "statfs",
          "read",
          "write",
          "truncate",
          "chmod",
          "aclQuery",
          "aclClear",
          "list",
          "ofdTryLock",
          "ofdUnlock",
          "ofdQuery");

  private static final Set<String> PASSED_THROUGH =
      Set.of(
          "createFile",
          "mkdir",
          "link",
          "linkName",
          "renameNoReplace",
          "renameReplace",
          "renameExchange",
          "unlink",
          "rmdir",
          "sync",
          "dataSync",
          "syncFs",
          "append");

  /** What is repeated on a local file system only. */
  private static final Set<String> LOCAL = Set.of("sync", "dataSync", "syncFs");

  private final AtomicInteger calls = new AtomicInteger();
  private boolean local;

  static Stream<Method> repeated() {
    return SysMethods.all().stream().filter(method -> REPEATED.contains(method.getName()));
  }

  static Stream<Method> passedThrough() {
    return SysMethods.all().stream().filter(method -> PASSED_THROUGH.contains(method.getName()));
  }

  /** A port whose every call fails so many times before it succeeds. */
  private Sys failing(int times, Errno errno) {
    return (Sys)
        Proxy.newProxyInstance(
            Sys.class.getClassLoader(),
            new Class<?>[] {Sys.class},
            (proxy, method, arguments) -> {
              if (calls.incrementAndGet() <= times) {
                throw new SysException(errno, 4, method.getName());
              }
              return SysMethods.nothing(method.getReturnType());
            });
  }

  private Throwable failureOf(Method method, int times, Errno errno) {
    Sys sys = new InterruptRetrySys(failing(times, errno), local);
    Throwable thrown = catchThrowable(() -> method.invoke(sys, SysMethods.arguments(method)));
    return thrown instanceof InvocationTargetException ? thrown.getCause() : thrown;
  }

  private static void assertErrno(Throwable failure, Errno errno) {
    assertThat(failure).isInstanceOf(SysException.class);
    assertThat(((SysException) failure).errno()).isEqualTo(errno);
  }

  @Test
  void everyCallThatCanFailIsEitherRepeatedOrPassedThrough() {
    Set<String> canFail = new TreeSet<>();
    for (Method method : SysMethods.all()) {
      if (Arrays.asList(method.getExceptionTypes()).contains(SysException.class)) {
        canFail.add(method.getName());
      }
    }
    Set<String> known = new TreeSet<>(REPEATED);
    known.addAll(PASSED_THROUGH);
    assertThat(canFail).isEqualTo(known);
  }

  @ParameterizedTest
  @MethodSource("repeated")
  void aLookIsRepeatedUpToEightTimes(Method method) {
    assertThat(failureOf(method, InterruptRetrySys.ATTEMPTS, Errno.EINTR)).isNull();
    assertThat(calls).hasValue(9);
  }

  @ParameterizedTest
  @MethodSource("repeated")
  void theNinthInterruptionIsReported(Method method) {
    assertErrno(failureOf(method, InterruptRetrySys.ATTEMPTS + 1, Errno.EINTR), Errno.EINTR);
    assertThat(calls).hasValue(9);
  }

  @ParameterizedTest
  @MethodSource("passedThrough")
  void aChangeIsNeverRepeated(Method method) {
    assertErrno(failureOf(method, 1, Errno.EINTR), Errno.EINTR);
    assertThat(calls).hasValue(1);
  }

  static Stream<Method> repeatedIfLocal() {
    return SysMethods.all().stream().filter(method -> LOCAL.contains(method.getName()));
  }

  @ParameterizedTest
  @MethodSource("repeatedIfLocal")
  void someChangesAreRepeatedOnALocalFileSystem(Method method) {
    local = true;
    assertThat(failureOf(method, InterruptRetrySys.ATTEMPTS, Errno.EINTR)).isNull();
    assertThat(calls).hasValue(9);
    calls.set(0);
    assertErrno(failureOf(method, InterruptRetrySys.ATTEMPTS + 1, Errno.EINTR), Errno.EINTR);
    assertThat(calls).hasValue(9);
  }

  @ParameterizedTest
  @MethodSource("passedThrough")
  void otherChangesPassThroughEvenThen(Method method) {
    local = true;
    int expected = LOCAL.contains(method.getName()) ? 2 : 1;
    assertThat(failureOf(method, 1, Errno.EINTR) == null).isEqualTo(expected == 2);
    assertThat(calls).hasValue(expected);
  }

  @ParameterizedTest
  @MethodSource({"repeated", "passedThrough"})
  void otherFailuresAreReportedAtOnce(Method method) {
    assertErrno(failureOf(method, 1, Errno.EIO), Errno.EIO);
    assertThat(calls).hasValue(1);
  }
}
