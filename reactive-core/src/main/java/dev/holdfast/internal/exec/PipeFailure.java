package dev.holdfast.internal.exec;

import java.util.Optional;

/**
 * Tells apart the two reasons for which a pipe ends its destination. {@code source.pipeTo(sink)}
 * calls {@code end()} when the source has ended, and calls the very same {@code end()} when the
 * source has failed; only the method that calls differs. For a sink that commits at its end the
 * difference is that between an upload and half of one. {@code FailedPipeTest} breaks with a
 * version of Vert.x in which the method has another name.
 */
public final class PipeFailure {
  private static final String PIPE = "io.vertx.core.streams.impl.PipeImpl";
  private static final String METHOD = "handleFailure";

  private PipeFailure() {}

  /**
   * Whether a method was called by a pipe whose source, or whose writing, has failed.
   *
   * @param sink the class whose method asks
   * @return true if it was
   */
  public static boolean calls(Class<?> sink) {
    Optional<StackWalker.StackFrame> caller =
        StackWalker.getInstance()
            .walk(
                frames ->
                    frames
                        .dropWhile(frame -> !frame.getClassName().equals(sink.getName()))
                        .dropWhile(frame -> frame.getClassName().equals(sink.getName()))
                        .findFirst());
    return caller
        .filter(frame -> frame.getClassName().equals(PIPE) && frame.getMethodName().equals(METHOD))
        .isPresent();
  }
}
