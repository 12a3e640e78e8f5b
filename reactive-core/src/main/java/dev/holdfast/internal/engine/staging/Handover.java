package dev.holdfast.internal.engine.staging;

import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.path.ManagedPath;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.Sys.Access;
import dev.holdfast.internal.sys.SysException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A note in staging that two named files are about to be exchanged, after which the one that came
 * to the first name has to go. A recovery that finds both files exchanged ends that.
 *
 * @param from the first name, which is to be free afterwards
 * @param to the second name, whose file is replaced
 * @param next the file that was at {@code from}, as {@link Intent#describe} tells it
 * @param last the file that was at {@code to}, likewise
 * @param key under which the replaced file is kept, or null if it is not
 */
public record Handover(NamePath from, NamePath to, String next, String last, @Nullable String key) {
  private static final int MAX_BYTES = 16_384;
  private static final String NO_KEY = "-";

  /** What no path can hold. */
  private static final String SEPARATOR = "\0";

  /**
   * Writes the note.
   *
   * @param sys the port
   * @param dir the staging directory
   * @param name its name there
   * @param durable whether it has to be there after a power cut
   * @throws SysException if it cannot be written
   */
  public void write(Sys sys, Fd dir, Name name, boolean durable) throws SysException {
    String text =
        String.join(SEPARATOR, next, last, key == null ? NO_KEY : key, from + "", to + "", "");
    try (StagedFile file = StagedFile.named(sys, dir, name)) {
      file.write(ByteSource.of(text.getBytes(StandardCharsets.UTF_8)));
      if (durable) {
        file.sync();
        sys.sync(dir);
      }
    }
  }

  /** Reads a note; empty if it is only a part: then nothing was exchanged yet. */
  static Optional<Handover> read(Sys sys, Fd dir, Name name) throws SysException {
    try (Fd file = sys.openFile(dir, name, Access.READ)) {
      byte[] bytes = new byte[MAX_BYTES];
      int length = sys.read(file, 0, bytes, 0, bytes.length);
      String text = new String(Arrays.copyOf(bytes, length), StandardCharsets.UTF_8);
      String[] lines = text.split(SEPARATOR, -1);
      return lines.length != 6 || !lines[5].isEmpty()
          ? Optional.empty()
          : Optional.of(
              new Handover(
                  ManagedPath.parse(lines[3]),
                  ManagedPath.parse(lines[4]),
                  lines[0],
                  lines[1],
                  lines[2].equals(NO_KEY) ? null : lines[2]));
    } catch (Problem e) {
      return Optional.empty();
    }
  }
}
