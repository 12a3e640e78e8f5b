package dev.holdfast.internal.engine;

import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.ForwardingSys;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;

/** A file system that cannot exchange two names. */
final class CannotExchange extends ForwardingSys {
  CannotExchange(Sys delegate) {
    super(delegate);
  }

  @Override
  public void renameExchange(Fd dir, Name name, Fd otherDir, Name otherName) throws SysException {
    throw FaultySys.failure(Errno.EINVAL, "renameExchange");
  }
}
