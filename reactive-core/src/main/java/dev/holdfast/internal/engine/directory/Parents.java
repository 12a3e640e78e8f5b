package dev.holdfast.internal.engine.directory;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.commit.CommitLocks;
import dev.holdfast.internal.engine.commit.CommitLocks.Topology;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.SysException;
import java.util.ArrayList;
import java.util.List;

/** The directory that an operation happens in: opened, or made on the way. */
public final class Parents {
  private final ManagedRoot root;
  private final Binding binding;

  /**
   * The directories of changes on one root.
   *
   * @param root the root
   * @param binding what the root's path has to mean
   */
  public Parents(ManagedRoot root, Binding binding) {
    this.root = root;
    this.binding = binding;
  }

  /**
   * Opens a directory for an operation on something that has to be in it: a missing directory on
   * the way, or something else in its place, means that nothing is there.
   *
   * @param path the way to it
   * @return the directory
   * @throws Problem {@link ErrorCode#NOT_FOUND} if it does not exist; others if it is not fit
   * @throws SysException if a call fails
   */
  public OpenDirectory openPresent(NamePath path) throws Problem, SysException {
    Stat start = binding.check(root.sys());
    try {
      return root.directories().open(path, start);
    } catch (Problem e) {
      SysException call = e.failedCall();
      if (call != null && (call.errno() == Errno.ENOENT || call.errno() == Errno.ENOTDIR)) {
        throw new Problem(ErrorCode.NOT_FOUND, "nothing is there: " + e.getMessage(), call);
      }
      throw e;
    }
  }

  /**
   * Opens a directory as {@link #openPresent(NamePath)} does, for a change, and makes sure that it
   * is fit for one.
   *
   * @param path the way to it
   * @param durable whether the way to it has to be durable
   * @return the directory
   * @throws Problem {@link ErrorCode#NOT_FOUND} if it does not exist; others if it is not fit
   * @throws SysException if a call fails
   */
  public OpenDirectory openPresent(NamePath path, boolean durable) throws Problem, SysException {
    return proven(path, openPresent(path), durable);
  }

  /**
   * Opens the directory of a name, making it and its parents if that is asked for, and makes sure
   * that it is there to stay.
   *
   * @param mutation the change, which notes what was made for it
   * @param target the name
   * @return the directory
   * @throws Problem if it does not exist or is not fit
   * @throws SysException if a call fails
   */
  public OpenDirectory open(Mutation mutation, Target target) throws Problem, SysException {
    NamePath path = target.names().parent();
    OpenDirectory parent = openOrMake(mutation, path, target.options().isCreateParents());
    return proven(path, parent, target.durable());
  }

  private OpenDirectory proven(NamePath path, OpenDirectory parent, boolean durable)
      throws Problem, SysException {
    try {
      root.ways().prove(path, parent, durable);
      return parent;
    } catch (Problem | SysException | RuntimeException | Error e) {
      parent.close();
      throw e;
    }
  }

  private OpenDirectory openOrMake(Mutation mutation, NamePath path, boolean create)
      throws Problem, SysException {
    try {
      return root.directories().open(path, binding.check(root.sys()));
    } catch (Problem e) {
      if (e.code() != ErrorCode.NOT_FOUND || !create) {
        throw e;
      }
    }
    List<String> made = new ArrayList<>();
    try {
      return make(path, made);
    } finally {
      made.forEach(mutation::leaves);
    }
  }

  /**
   * Makes a directory and its missing parents, while nobody moves directories.
   *
   * @param path the way to it
   * @param made receives the path of each directory that was made, also if a later step fails
   * @return the directory
   * @throws Problem if something else is in the way, or cannot be made owner-only
   * @throws SysException if one cannot be made
   */
  public OpenDirectory make(NamePath path, List<String> made) throws Problem, SysException {
    CommitLocks.Section section = root.writeSide().locks().enter(List.of(), Topology.STABLE);
    try {
      Stat start = binding.check(root.sys());
      return root.directories().make(path, start, made);
    } finally {
      section.close();
    }
  }
}
