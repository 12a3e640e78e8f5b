package dev.holdfast.internal.exec;

import io.vertx.core.Closeable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.VertxInternal;
import java.util.function.Supplier;

/**
 * Ties something to what opened it: to a verticle, whose hooks run after its {@code stop()}, or to
 * Vert.x itself, whose hooks run first of all when it closes. One of the two, never both, so that a
 * verticle can still write while it stops.
 */
public final class CloseHook {
  private final Runnable remove;

  private CloseHook(Runnable remove) {
    this.remove = remove;
  }

  /**
   * Ties to the current context.
   *
   * @param vertx the Vert.x instance
   * @param close what to do when the opener goes; its future is waited for
   * @return the tie
   */
  public static CloseHook onCurrentContext(Vertx vertx, Supplier<Future<Void>> close) {
    VertxInternal internal = (VertxInternal) vertx;
    Closeable hook = completion -> close.get().onComplete(completion);
    ContextInternal context = internal.getContext();
    if (context != null && context.isDeployment()) {
      ContextInternal deployment = context.unwrap();
      deployment.addCloseHook(hook);
      return new CloseHook(() -> deployment.removeCloseHook(hook));
    }
    internal.addCloseHook(hook);
    return new CloseHook(() -> internal.removeCloseHook(hook));
  }

  /**
   * Ties to the verticle of the current context; outside of verticles to nothing.
   *
   * @param vertx the Vert.x instance
   * @param close what to do when the verticle goes; its future is waited for
   * @return the tie
   */
  public static CloseHook onCurrentVerticle(Vertx vertx, Supplier<Future<Void>> close) {
    ContextInternal context = ((VertxInternal) vertx).getContext();
    return context != null && context.isDeployment()
        ? onCurrentContext(vertx, close)
        : new CloseHook(() -> {});
  }

  /** Unties. */
  public void remove() {
    remove.run();
  }
}
