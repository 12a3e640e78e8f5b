package dev.holdfast.internal.engine.crash;

import dev.holdfast.internal.sys.DirStream;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Sys;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/**
 * A port on which the process dies at a chosen call, before it or right after it: from then on no
 * call has an effect, clean-up included, and {@link #bury} closes the descriptors as the kernel
 * would. What is left on disk is what kill -9 leaves.
 */
public final class MortalSys {
  /** The process is gone; nothing catches this but the test. */
  public static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  private final List<AutoCloseable> open = new ArrayList<>();
  private final Sys sys;
  private int callsToLive = Integer.MAX_VALUE;
  private boolean diesAfterTheCall;
  private boolean dead;
  private int calls;

  public MortalSys(Sys kernel) {
    sys =
        (Sys)
            Proxy.newProxyInstance(
                Sys.class.getClassLoader(),
                new Class<?>[] {Sys.class},
                (proxy, method, arguments) -> {
                  if (dead) {
                    throw new Killed();
                  }
                  boolean last = ++calls == callsToLive;
                  if (last && !diesAfterTheCall) {
                    dead = true;
                    throw new Killed();
                  }
                  Object result;
                  try {
                    result = method.invoke(kernel, arguments);
                  } catch (InvocationTargetException e) {
                    if (last) {
                      dead = true;
                      throw new Killed();
                    }
                    throw e.getCause();
                  }
                  if (result instanceof Fd || result instanceof DirStream) {
                    open.add((AutoCloseable) result);
                  }
                  if (last) {
                    dead = true;
                    throw new Killed();
                  }
                  return result;
                });
  }

  public Sys sys() {
    return sys;
  }

  /** Lets the process live for some more calls, counted from now. */
  public void liveFor(int moreCalls, boolean dieAfterTheLast) {
    calls = 0;
    callsToLive = moreCalls;
    diesAfterTheCall = dieAfterTheLast;
  }

  public boolean isDead() {
    return dead;
  }

  public void bury() {
    for (AutoCloseable resource : open) {
      try {
        resource.close();
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }
  }
}
