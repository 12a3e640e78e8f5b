package dev.holdfast.internal.store;

import dev.holdfast.internal.sys.Sys;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Notes on which threads each call of a port was made. */
final class ThreadRecordingSys {
  private final Map<String, Set<String>> threadsByCall = new ConcurrentHashMap<>();
  private final Sys sys;

  ThreadRecordingSys(Sys delegate) {
    sys =
        (Sys)
            Proxy.newProxyInstance(
                Sys.class.getClassLoader(),
                new Class<?>[] {Sys.class},
                (proxy, method, arguments) -> {
                  threadsByCall
                      .computeIfAbsent(method.getName(), call -> ConcurrentHashMap.newKeySet())
                      .add(Thread.currentThread().getName());
                  try {
                    return method.invoke(delegate, arguments);
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
  }

  Sys sys() {
    return sys;
  }

  Map<String, Set<String>> threadsByCall() {
    return threadsByCall;
  }
}
