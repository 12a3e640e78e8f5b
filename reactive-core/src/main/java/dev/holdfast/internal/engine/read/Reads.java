package dev.holdfast.internal.engine.read;

import dev.holdfast.ErrorCode;
import dev.holdfast.FileIdentity;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.path.ManagedPath;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.engine.root.Identities;
import dev.holdfast.internal.engine.root.ManagedRoot;
import dev.holdfast.internal.engine.root.OpenDirectory;
import dev.holdfast.internal.engine.staging.Sha256;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.Sys.Access;
import dev.holdfast.internal.sys.SysException;
import java.util.Optional;

/** Looks at single files. */
public final class Reads {
  /** How often a file that changes under our eyes is read again. */
  private static final int ATTEMPTS = 4;

  private final ManagedRoot root;
  private final Binding binding;

  /**
   * The operations on one root.
   *
   * @param root the root
   * @param binding what the root's path has to mean
   */
  public Reads(ManagedRoot root, Binding binding) {
    this.root = root;
    this.binding = binding;
  }

  /**
   * Reads a whole file.
   *
   * @param path the file
   * @return its content
   * @throws Problem if there is no such file, or it cannot be read
   * @throws SysException if a call fails in a way that has no special meaning
   */
  public Content whole(String path) throws Problem, SysException {
    return content(ManagedPath.parse(path), Optional.empty());
  }

  /**
   * Reads the beginning of a file.
   *
   * @param path the file
   * @param length how many bytes at most
   * @return its beginning
   * @throws Problem if there is no such file, or it cannot be read
   * @throws SysException if a call fails in a way that has no special meaning
   */
  public Content prefix(String path, int length) throws Problem, SysException {
    return content(ManagedPath.parse(path), Optional.of(length));
  }

  private Content content(NamePath path, Optional<Integer> prefix) throws Problem, SysException {
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try (OpenDirectory parent = openParent(path);
          Fd file = openRegular(parent, path)) {
        Optional<Content> content = once(file, prefix);
        if (content.isPresent()) {
          return content.get();
        }
      }
    }
    throw new Problem(
        ErrorCode.CHANGED_CONCURRENTLY, "the file changed during each of " + ATTEMPTS + " reads");
  }

  /**
   * A missing directory on the way, or something else in its place, means that nothing is there.
   */
  private OpenDirectory openParent(NamePath path) throws Problem, SysException {
    try {
      return root.directories().open(path.parent(), binding.check(root.sys()));
    } catch (Problem e) {
      SysException call = e.failedCall();
      if (call != null && (call.errno() == Errno.ENOENT || call.errno() == Errno.ENOTDIR)) {
        throw new Problem(ErrorCode.NOT_FOUND, "nothing is there: " + e.getMessage(), call);
      }
      throw e;
    }
  }

  private Fd openRegular(OpenDirectory parent, NamePath path) throws Problem, SysException {
    try {
      return root.sys().openFile(parent.fd(), path.leaf(), Access.READ);
    } catch (SysException e) {
      throw switch (e.errno()) {
        case ENOENT -> absent(e);
        case ELOOP -> new Problem(ErrorCode.REPARSE_POINT, "found a symbolic link", e);
        case ENXIO -> new Problem(ErrorCode.NOT_REGULAR_FILE, "found a socket or a device", e);
        default -> Problem.of(e);
      };
    }
  }

  /**
   * One look at an open file. What was opened is a complete version, also if it was replaced or
   * removed since; only a change of the content itself makes the look worthless.
   */
  private Optional<Content> once(Fd file, Optional<Integer> prefix) throws Problem, SysException {
    Sys sys = root.sys();
    Stat before = sys.stat(file);
    if (before.nlink() == 0 && before.type() == FileType.REGULAR) {
      return Optional.empty(); // removed or replaced between our open and our look
    }
    checkFile(before);
    int limit = root.options().maxFileBytes();
    if (prefix.isEmpty() && before.size() > limit) {
      throw new Problem(
          ErrorCode.TOO_LARGE, "expected at most " + limit + " bytes, found " + before.size());
    }
    int length = (int) Math.min(before.size(), prefix.orElse(limit));
    byte[] bytes = new byte[length];
    Sha256 digest = new Sha256();
    for (int done = 0; done < length; ) {
      int count = sys.read(file, done, bytes, done, length - done);
      if (count == 0) {
        return Optional.empty(); // truncated meanwhile
      }
      digest.update(bytes, done, count);
      done += count;
    }
    Stat after = sys.stat(file);
    if (after.size() != before.size() || after.mtimeNs() != before.mtimeNs()) {
      return Optional.empty();
    }
    FileIdentity identity = Identities.of(before);
    return Optional.of(
        new Content(length == before.size() ? identity.withSha256(digest.hex()) : identity, bytes));
  }

  /**
   * Tells which file is at a path.
   *
   * @param path the file
   * @return its identity, without digest
   * @throws Problem if there is no such file
   * @throws SysException if a call fails in a way that has no special meaning
   */
  public FileIdentity identify(String path) throws Problem, SysException {
    NamePath names = ManagedPath.parse(path);
    try (OpenDirectory parent = openParent(names)) {
      Stat stat = root.sys().stat(parent.fd(), names.leaf());
      checkFile(stat);
      return Identities.of(stat);
    } catch (SysException e) {
      if (e.errno() == Errno.ENOENT) {
        throw absent(e);
      }
      throw e;
    }
  }

  /**
   * Tells whether anything is at a path.
   *
   * @param path the path
   * @return false only if it is proven that nothing is there
   * @throws Problem if that cannot be told
   * @throws SysException if a call fails in a way that has no special meaning
   */
  public boolean exists(String path) throws Problem, SysException {
    NamePath names = ManagedPath.parse(path);
    try (OpenDirectory parent = openParent(names)) {
      root.sys().stat(parent.fd(), names.leaf());
      return true;
    } catch (SysException e) {
      if (e.errno() == Errno.ENOENT) {
        return false;
      }
      throw e;
    } catch (Problem e) {
      if (e.code() == ErrorCode.NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  private void checkFile(Stat stat) throws Problem {
    if (stat.type() == FileType.REGULAR && stat.nlink() > 1) {
      throw new Problem(
          ErrorCode.HARD_LINK, "expected a file with one name, found " + stat.nlink() + " names");
    }
    root.ownerOnly().check(stat, FileType.REGULAR);
    if (stat.dev() != root.root().key().dev()) {
      throw new Problem(ErrorCode.MOUNT, "expected the root's device, found another one");
    }
  }

  private static Problem absent(SysException e) {
    return new Problem(ErrorCode.NOT_FOUND, "nothing is there", e);
  }
}
