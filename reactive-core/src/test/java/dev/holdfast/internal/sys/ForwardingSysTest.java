package dev.holdfast.internal.sys;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ForwardingSysTest {

  static Stream<Method> calls() {
    return SysMethods.all().stream();
  }

  @ParameterizedTest
  @MethodSource("calls")
  void everyCallIsPassedOnOnceWithItsArguments(Method call) throws ReflectiveOperationException {
    List<Object> seen = new ArrayList<>();
    Sys delegate =
        (Sys)
            Proxy.newProxyInstance(
                Sys.class.getClassLoader(),
                new Class<?>[] {Sys.class},
                (proxy, method, arguments) -> {
                  seen.add(method);
                  seen.addAll(arguments == null ? List.of() : Arrays.asList(arguments));
                  return SysMethods.nothing(method.getReturnType());
                });
    Object[] arguments = SysMethods.arguments(call);
    call.invoke(new ForwardingSys(delegate) {}, arguments);
    assertThat(seen.get(0)).isEqualTo(call);
    assertThat(seen.subList(1, seen.size())).containsExactly(arguments);
  }
}
