package dev.holdfast.internal.engine.append;

import dev.holdfast.ErrorCode;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.kept.KeptFile;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.InterruptRetrySys;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import org.jspecify.annotations.Nullable;

/**
 * The write itself. A call that failed is not believed: the size of the file decides. What is there
 * of records that could not be written as a whole is taken back, or, where it could be somebody
 * else's, is left and named.
 */
final class Writing {
  private final ManagedRoot root;
  private final Mutation mutation;
  private final Request request;
  private final KeptFile file;
  private final long before;

  Writing(ManagedRoot root, Mutation mutation, Request request, KeptFile file, long before) {
    this.root = root;
    this.mutation = mutation;
    this.request = request;
    this.file = file;
    this.before = before;
  }

  /** Writes all of a part of an array at the end of the file, or ends the change. */
  void write(byte[] bytes, int offset, int length) throws Problem {
    mutation.enter(Phase.COMMIT);
    int done = 0;
    int interruptions = 0;
    while (done < length) {
      Problem problem;
      boolean interrupted = false;
      try {
        int written = root.sys().append(file.file(), bytes, offset + done, length - done);
        done += written;
        if (done == length || !request.foreign()) {
          continue; // nobody else writes: the rest follows
        }
        problem = new Problem(ErrorCode.IO_ERROR, "the kernel took a part of it only");
      } catch (SysException e) {
        problem = Problem.of(e);
        interrupted = e.errno() == Errno.EINTR;
      }
      @Nullable Long size = size();
      if (interrupted
          && root.local()
          && size != null
          && size == before + done
          && interruptions++ < InterruptRetrySys.ATTEMPTS) {
        continue;
      }
      end(problem, size, length);
    }
    file.wrote(before);
  }

  private @Nullable Long size() {
    try {
      return root.sys().stat(file.file()).size();
    } catch (SysException e) {
      return null;
    }
  }

  /** Ends a change of which not all could be written. */
  private void end(Problem problem, @Nullable Long size, int length) throws Problem {
    if (size != null && size == before) {
      throw problem;
    }
    boolean onlyOurs = size != null && before < size && size <= before + length;
    if (onlyOurs && !request.foreign() && isTakenBack()) {
      throw problem;
    }
    if (request.foreign() && request.lines()) {
      endLine();
    }
    mutation.leaves(request.path() + "@" + before + "-" + (size == null ? "" : size));
    throw mutation.unknown(problem);
  }

  private boolean isTakenBack() {
    Sys sys = root.sys();
    Fd fd = file.file();
    try {
      sys.truncate(fd, before);
    } catch (SysException e) {
      // the size tells
    }
    @Nullable Long size = size();
    if (size == null || size != before) {
      return false;
    }
    if (request.durable()) {
      try {
        sys.dataSync(fd);
      } catch (SysException e) {
        return true; // a power cut may bring some of it back, as a torn record
      }
    }
    return true;
  }

  /** So that the next record of anybody starts on a line of its own. */
  private void endLine() {
    try {
      root.sys().append(file.file(), request.records().bytes(), 0, 1);
    } catch (SysException e) {
      // the next append does it
    }
  }
}
