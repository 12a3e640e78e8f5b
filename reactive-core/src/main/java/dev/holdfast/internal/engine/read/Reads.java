package dev.holdfast.internal.engine.read;

import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.FileIdentity;
import dev.holdfast.internal.engine.commit.CommitKey;
import dev.holdfast.internal.engine.commit.CommitLocks;
import dev.holdfast.internal.engine.directory.Identities;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.directory.OpenDirectory;
import dev.holdfast.internal.engine.directory.Parents;
import dev.holdfast.internal.engine.directory.PresentFile;
import dev.holdfast.internal.engine.expect.Expected;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.engine.staging.Sha256;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
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

  private static final String ABSENT = "nothing is there";

  private final ManagedRoot root;
  private final Parents parents;

  /**
   * The operations on one root.
   *
   * @param root the root
   * @param binding what the root's path has to mean
   */
  public Reads(ManagedRoot root, Binding binding) {
    this.root = root;
    this.parents = new Parents(root, binding);
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
    return content(root.view().parse(path), Optional.empty());
  }

  /**
   * Reads a whole file if it is the expected one.
   *
   * @param path the file
   * @param expectation what it has to be
   * @return its content
   * @throws Problem {@link ErrorCode#IDENTITY_MISMATCH} if it is another one; as {@link #whole}
   * @throws SysException if a call fails in a way that has no special meaning
   */
  public Content expected(String path, Expectation expectation) throws Problem, SysException {
    Content content = whole(path);
    Expected.check(expectation, content.identity());
    return content;
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
    return content(root.view().parse(path), Optional.of(length));
  }

  private Content content(NamePath path, Optional<Integer> prefix) throws Problem, SysException {
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try (OpenDirectory parent = parents.openPresent(path.parent())) {
        boolean alone = attempt == ATTEMPTS;
        Look look = () -> lookAt(parent, path, prefix, alone);
        Optional<Content> content = alone ? whileNobodyCommits(parent, path, look) : look.run();
        if (content.isPresent()) {
          return content.get();
        }
      }
    }
    throw new Problem(
        ErrorCode.CHANGED_CONCURRENTLY, "the file changed during each of " + ATTEMPTS + " reads");
  }

  /**
   * Opens a file to be read piece by piece: what is opened is what will be read, whatever becomes
   * of the name.
   *
   * @param path the file
   * @param offset where to begin; beyond the end there is nothing to read
   * @param length how many bytes at most
   * @return the open file, to be closed
   * @throws Problem if there is no such file, or it cannot be read
   * @throws SysException if a call fails in a way that has no special meaning
   */
  public FileReading open(String path, long offset, long length) throws Problem, SysException {
    NamePath names = root.view().parse(path);
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try (OpenDirectory parent = parents.openPresent(names.parent())) {
        Fd file = openRegular(parent, names);
        try {
          Optional<Stat> stat = PresentFile.opened(root, file);
          if (stat.isPresent()) {
            return new FileReading(
                root.sys(),
                file,
                stat.get(),
                new FileReading.Range(offset, length),
                look -> whileNobodyCommits(parent, names, look));
          }
          file.close(); // removed or replaced between our open and our look
        } catch (Problem | SysException | RuntimeException | Error e) {
          file.close();
          throw e;
        }
      }
    }
    throw new Problem(
        ErrorCode.CHANGED_CONCURRENTLY, "the file was replaced each of " + ATTEMPTS + " times");
  }

  /** A look at a file; empty if what was seen is worthless. */
  @FunctionalInterface
  private interface Look extends Looking<Optional<Content>> {}

  /**
   * Something that only looks.
   *
   * @param <T> what it sees
   */
  @FunctionalInterface
  interface Looking<T> {
    /** Looks. */
    T run() throws Problem, SysException;
  }

  private Optional<Content> lookAt(
      OpenDirectory parent, NamePath path, Optional<Integer> prefix, boolean alone)
      throws Problem, SysException {
    try (Fd file = openRegular(parent, path)) {
      return once(parent, path, file, prefix, alone);
    }
  }

  /** Keeps writers that take the commit lock away; where there is none, nothing can. */
  private <T> T whileNobodyCommits(OpenDirectory parent, NamePath path, Looking<T> look)
      throws Problem, SysException {
    Optional<CommitLocks> locks = root.root().locks();
    if (locks.isEmpty()) {
      return look.run();
    }
    CommitLocks.Section section = locks.get().enterToLook(CommitKey.of(parent.stat(), path.leaf()));
    try {
      return look.run();
    } finally {
      section.close();
    }
  }

  private Fd openRegular(OpenDirectory parent, NamePath path) throws Problem, SysException {
    try {
      return root.sys().openFile(parent.fd(), path.leaf(), Access.READ);
    } catch (SysException e) {
      throw switch (e.errno()) {
        case ENOENT -> new Problem(ErrorCode.NOT_FOUND, ABSENT, e);
        case ELOOP -> new Problem(ErrorCode.REPARSE_POINT, "found a symbolic link", e);
        case ENXIO -> new Problem(ErrorCode.NOT_REGULAR_FILE, "found a socket or a device", e);
        default -> Problem.of(e);
      };
    }
  }

  /**
   * One look at an open file, at the size that it had when it was opened. What was opened is a
   * complete version, also if it was replaced or removed since, or appended to by somebody who
   * takes no locks; any other change of the content makes the look worthless.
   *
   * @param alone whether nobody commits meanwhile
   */
  private Optional<Content> once(
      OpenDirectory parent, NamePath path, Fd file, Optional<Integer> prefix, boolean alone)
      throws Problem, SysException {
    Sys sys = root.sys();
    Optional<Stat> opened = PresentFile.opened(root, file);
    if (opened.isEmpty()) {
      return Optional.empty(); // removed or replaced between our open and our look
    }
    Stat before = opened.get();
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
    FileIdentity identity = Identities.of(before);
    Content content =
        new Content(length == before.size() ? identity.withSha256(digest.hex()) : identity, bytes);
    Stat after = sys.stat(file);
    if (after.size() == before.size() && after.mtimeNs() == before.mtimeNs()) {
      return Optional.of(content);
    }
    if (after.size() <= before.size()) {
      return Optional.empty();
    }
    // Grown. What was at the end may have been a torn record that was cut off, and what is there
    // now
    // the beginning of another one: that was never the whole file.
    return alone
        ? Optional.of(content)
        : whileNobodyCommits(parent, path, () -> once(parent, path, file, prefix, true));
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
    NamePath names = root.view().parse(path);
    try (OpenDirectory parent = parents.openPresent(names.parent())) {
      return PresentFile.at(root, parent, names.leaf())
          .map(Identities::of)
          .orElseThrow(Reads::absent);
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
    NamePath names = root.view().parse(path);
    try (OpenDirectory parent = parents.openPresent(names.parent())) {
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

  private static Problem absent() {
    return new Problem(ErrorCode.NOT_FOUND, ABSENT);
  }
}
