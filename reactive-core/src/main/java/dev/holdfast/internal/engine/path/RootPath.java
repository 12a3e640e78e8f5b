package dev.holdfast.internal.engine.path;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import java.util.ArrayList;
import java.util.List;

/** The path of a root as it was configured. */
public final class RootPath {
  private static final char REPLACEMENT_CHARACTER = '\ufffd';

  private RootPath() {}

  /**
   * Reads the path of a root.
   *
   * @param text the configured path; repeated slashes and {@code .} are dropped, {@code ..} is
   *     refused, since what it means depends on symbolic links
   * @param workingDirectory where a relative path starts
   * @return the absolute path
   * @throws Problem {@link ErrorCode#INVALID_PATH} saying what is wrong
   */
  public static AbsolutePath parse(String text, String workingDirectory) throws Problem {
    if (text.isEmpty()) {
      throw invalid("is empty; expected a directory");
    }
    String absolute = text.startsWith("/") ? text : workingDirectory + "/" + text;
    if (absolute.indexOf(REPLACEMENT_CHARACTER) >= 0) {
      throw invalid(
          "has a character that this process's locale could not read (U+FFFD); start it under a"
              + " UTF-8 locale, for example LC_ALL=C.UTF-8, or use an ASCII path");
    }
    List<Name> names = new ArrayList<>();
    for (String component : absolute.split("/", -1)) {
      if (component.isEmpty() || component.equals(".")) {
        continue;
      }
      try {
        names.add(Name.of(component));
      } catch (IllegalArgumentException e) {
        throw invalid("has a component that " + e.getMessage());
      }
    }
    return new AbsolutePath(new NamePath(names));
  }

  private static Problem invalid(String rule) {
    return new Problem(ErrorCode.INVALID_PATH, "the root's path " + rule);
  }
}
