package dev.holdfast.internal.engine.move;

import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.engine.staging.StagedFile;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.Sys.Access;
import dev.holdfast.internal.sys.SysException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/** The note {@code <id>.path} beside a detached file: where it was. */
final class DetachNote {
  private static final Pattern ID = Pattern.compile("[0-9a-f]{32}");
  private static final String SUFFIX = ".path";
  private static final int MAX_BYTES = 8192;

  private final Sys sys;
  private final String id;

  DetachNote(Sys sys, String id) {
    this.sys = sys;
    this.id = id;
  }

  static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  static Name nameFor(String id) {
    return Name.of(id + SUFFIX);
  }

  /** The id of the file that a note is for; empty if it is no note. */
  static Optional<String> idOf(Name name) {
    String text = name.toString();
    if (!text.endsWith(SUFFIX)) {
      return Optional.empty();
    }
    return Optional.of(text.substring(0, text.length() - SUFFIX.length())).filter(DetachNote::isId);
  }

  void write(Fd dir, NamePath path, boolean durable) throws SysException {
    byte[] bytes = path.toString().getBytes(StandardCharsets.UTF_8);
    try (StagedFile file = StagedFile.named(sys, dir, nameFor(id))) {
      file.write(ByteSource.of(bytes));
      if (durable) {
        file.sync();
        sys.sync(dir);
      }
    }
  }

  /** What it says; empty if it is not there, or only a part, or something else is. */
  Optional<String> read(Fd dir) throws SysException {
    try (Fd file = sys.openFile(dir, nameFor(id), Access.READ)) {
      byte[] bytes = new byte[MAX_BYTES];
      int length = sys.read(file, 0, bytes, 0, bytes.length);
      return length == sys.stat(file).size()
          ? Optional.of(new String(bytes, 0, length, StandardCharsets.UTF_8))
          : Optional.empty();
    } catch (SysException e) {
      return switch (e.errno()) {
        case ENOENT, ELOOP, ENXIO, EISDIR -> Optional.empty();
        default -> throw e;
      };
    }
  }
}
