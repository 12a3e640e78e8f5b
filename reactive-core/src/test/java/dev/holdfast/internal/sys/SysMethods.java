package dev.holdfast.internal.sys;

import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Every call of the port, for tests that must not forget one. */
public final class SysMethods {
  private SysMethods() {}

  public static List<Method> all() {
    return Arrays.stream(Sys.class.getMethods()).toList();
  }

  /** Arguments for a call, no two of one type equal; the descriptors are no port's. */
  public static Object[] arguments(Method call) {
    Class<?>[] types = call.getParameterTypes();
    Object[] arguments = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      arguments[i] = argument(types[i], i);
    }
    return arguments;
  }

  private static Object argument(Class<?> type, int index) {
    Name name = Name.of("argument" + index);
    if (type == Fd.class) {
      return new StrangeFd();
    }
    if (type == Name.class) {
      return name;
    }
    if (type == NamePath.class) {
      return NamePath.of(name);
    }
    if (type == AbsolutePath.class) {
      return new AbsolutePath(NamePath.of(name));
    }
    if (type == byte[].class) {
      return name.toString().getBytes(StandardCharsets.US_ASCII);
    }
    if (type.isEnum()) {
      return type.getEnumConstants()[1];
    }
    return number(type, index);
  }

  /** A result of a call's type that means nothing. */
  static Object nothing(Class<?> type) {
    return type.isPrimitive() && type != void.class ? number(type, 0) : null;
  }

  private static Object number(Class<?> type, int value) {
    if (type == boolean.class) {
      return value != 0;
    }
    return type == int.class ? (Object) value : (Object) (long) value;
  }

  private static final class StrangeFd extends Fd {
    @Override
    public void close() {}
  }
}
