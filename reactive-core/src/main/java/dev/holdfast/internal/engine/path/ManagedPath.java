package dev.holdfast.internal.engine.path;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import java.util.ArrayList;
import java.util.List;

/** Paths within a store. Refused before any call, never normalised: two paths are two objects. */
public final class ManagedPath {
  /** Names that start like this are the store's own, at every level. */
  public static final String RESERVED_PREFIX = ".holdfast";

  private ManagedPath() {}

  /**
   * Reads the path of a file or of a directory below the root.
   *
   * @param text the path
   * @return its names, at least one
   * @throws Problem {@link ErrorCode#INVALID_PATH} saying which rule it breaks
   */
  public static NamePath parse(String text) throws Problem {
    if (text.isEmpty()) {
      throw invalid("is empty; expected at least one name");
    }
    if (text.startsWith("/")) {
      throw invalid("starts with a slash; expected a path relative to the root");
    }
    List<Name> names = new ArrayList<>();
    for (String component : text.split("/", -1)) {
      names.add(name(component));
    }
    return new NamePath(names);
  }

  /**
   * Reads the path of a directory, the root included.
   *
   * @param text the path, {@code ""} for the root
   * @return its names
   * @throws Problem {@link ErrorCode#INVALID_PATH} saying which rule it breaks
   */
  public static NamePath parseDirectory(String text) throws Problem {
    return text.isEmpty() ? NamePath.EMPTY : parse(text);
  }

  /**
   * Whether a name on disk is one of the store's own.
   *
   * @param name the name
   * @return true if no path can name it
   */
  public static boolean isReserved(String name) {
    return name.startsWith(RESERVED_PREFIX);
  }

  private static Name name(String component) throws Problem {
    if (isReserved(component)) {
      throw invalid("has a component that starts with " + RESERVED_PREFIX + ", which is reserved");
    }
    try {
      return Name.of(component);
    } catch (IllegalArgumentException e) {
      throw invalid("has a component that " + e.getMessage());
    }
  }

  private static Problem invalid(String rule) {
    return new Problem(ErrorCode.INVALID_PATH, "the path " + rule);
  }
}
