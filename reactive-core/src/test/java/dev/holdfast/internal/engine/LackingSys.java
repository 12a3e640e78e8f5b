package dev.holdfast.internal.engine;

import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.Set;

/** A machine that lacks some primitives. */
final class LackingSys extends InterceptingSys {
  private final Set<Primitive> lacking;
  private final Errno answer;

  LackingSys(Sys delegate, Errno answer, Set<Primitive> lacking) {
    super(delegate);
    this.answer = answer;
    this.lacking = lacking;
  }

  @Override
  <T> T around(Call call, Real<T> real) throws SysException {
    for (Primitive primitive : lacking) {
      if (primitive.isNeededBy(call.name())) {
        throw FaultySys.failure(answer, call.name());
      }
    }
    return real.run();
  }
}
