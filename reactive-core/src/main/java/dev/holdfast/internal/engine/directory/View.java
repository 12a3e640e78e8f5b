package dev.holdfast.internal.engine.directory;

import dev.holdfast.ErrorCode;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.path.ManagedPath;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.NamePath;
import java.util.Optional;

/**
 * What a handle sees of a root: all of it, or what is below one of its directories. Paths of users,
 * and those that they are told, start there. Within the engine all paths start at the root, so that
 * all handles on it mean the same by the same path.
 *
 * @param way the way from the root to where the view starts; empty for all of it
 * @param dir the directory there, held open as long as the handle is
 */
public record View(NamePath way, Fd dir) implements AutoCloseable {
  /** No system takes more; and what recovery reads later starts at the root. */
  private static final int MOST_BYTES = 4095;

  /**
   * Whether this is all of the root.
   *
   * @return false if it starts at a directory below
   */
  public boolean isWhole() {
    return way.isEmpty();
  }

  /** Gives the directory back, unless it is the root's own. */
  @Override
  public void close() {
    if (!isWhole()) {
      dir.close();
    }
  }

  /**
   * Reads a user's path of a file or of a directory below the view's own.
   *
   * @param text the path
   * @return the way from the root
   * @throws Problem {@link ErrorCode#INVALID_PATH} saying which rule it breaks
   */
  public NamePath parse(String text) throws Problem {
    return fromRoot(ManagedPath.parse(text));
  }

  /**
   * Reads a user's path of a directory, the view's own included.
   *
   * @param text the path, {@code ""} for the view's own directory
   * @return the way from the root
   * @throws Problem {@link ErrorCode#INVALID_PATH} saying which rule it breaks
   */
  public NamePath parseDirectory(String text) throws Problem {
    return fromRoot(ManagedPath.parseDirectory(text));
  }

  private NamePath fromRoot(NamePath path) throws Problem {
    if (isWhole()) {
      return path;
    }
    NamePath whole = way.resolve(path);
    int length = whole.terminated().length - 1;
    if (length > MOST_BYTES) {
      throw new Problem(
          ErrorCode.INVALID_PATH,
          "expected a path of at most "
              + MOST_BYTES
              + " bytes from the outermost root, found "
              + length);
    }
    return whole;
  }

  /**
   * A place for a change.
   *
   * @param path the user's path
   * @param options durability, parents and fence
   * @return the place
   * @throws Problem {@link ErrorCode#INVALID_PATH} if the path breaks a rule
   */
  public Target target(String path, WriteOptions options) throws Problem {
    return new Target(path, parse(path), options);
  }

  /**
   * Whether an object is below the view's own directory, or is that.
   *
   * @param path the way to it from the root
   * @return true if a user of this view can name it
   */
  public boolean covers(NamePath path) {
    return path.startsWith(way);
  }

  /**
   * An object as users of this view know it: by the path from its start; if it lies elsewhere, as
   * the store's own objects do, by the path from the root.
   *
   * @param path the way to it from the root
   * @return its path
   */
  public String text(NamePath path) {
    return (covers(path) ? path.after(way.names().size()) : path).toString();
  }

  /**
   * A path from the root that was written down, as users of this view know it.
   *
   * @param path the path; {@code ""} if it is not known
   * @return its path in this view, or empty if it is not below the view's own directory
   */
  public Optional<String> textOf(String path) {
    String start = isWhole() ? "" : way + "/";
    return path.startsWith(start) ? Optional.of(path.substring(start.length())) : Optional.empty();
  }

  /**
   * A directory in a sentence.
   *
   * @param path the way to it from the root
   * @return its path in quotes, and where it starts if that is not the start of the view
   */
  String quoted(NamePath path) {
    boolean outside = !covers(path) || path.equals(way);
    return outside && !isWhole() ? "'" + path + "' of the outermost root" : "'" + text(path) + "'";
  }

  /**
   * The view's own directory in a sentence.
   *
   * @return what it is
   */
  String start() {
    return isWhole() ? "the root" : "the subtree's directory";
  }
}
