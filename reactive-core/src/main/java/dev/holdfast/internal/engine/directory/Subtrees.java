package dev.holdfast.internal.engine.directory;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.SysException;

/** Opens directories of a root, for handles that see only what is below them. */
public final class Subtrees {
  private final ManagedRoot root;
  private final Binding binding;

  /**
   * The subtrees of one root.
   *
   * @param root the root
   * @param binding what the root's path has to mean
   */
  public Subtrees(ManagedRoot root, Binding binding) {
    this.root = root;
    this.binding = binding;
  }

  /**
   * A directory, and what the way to it meant when it was opened.
   *
   * @param view what is seen from it; to be closed
   * @param binding what its path has to mean
   */
  public record Opened(View view, Binding binding) {}

  /**
   * Opens a directory that exists, and verifies it as the root was.
   *
   * @param path its path
   * @return the directory
   * @throws Problem {@link ErrorCode#NOT_FOUND} and others if there is none; if it, or one on the
   *     way to it, is not owner-only or the root of another store
   * @throws SysException if the kernel cannot tell
   */
  public Opened open(String path) throws Problem, SysException {
    NamePath way = root.view().parse(path);
    OpenDirectory dir = root.directories().open(way, binding.check(root.sys()));
    try {
      root.ways().verify(way, dir);
      Stat stat = verify(way, dir);
      Binding below = binding.below(root.root().dir(), way, stat);
      below.check(root.sys());
      return new Opened(new View(way, dir.fd()), below);
    } catch (Problem | SysException | RuntimeException | Error e) {
      dir.close();
      throw e;
    }
  }

  private Stat verify(NamePath way, OpenDirectory dir) throws Problem, SysException {
    try {
      return root.ownerOnly().verify(dir.fd(), FileType.DIRECTORY).stat();
    } catch (Problem e) {
      throw e.with("the directory " + root.view().quoted(way));
    }
  }
}
