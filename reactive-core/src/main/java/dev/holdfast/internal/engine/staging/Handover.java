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

/**
 * A note in staging beside a file that has a name of its own and is about to be exchanged with the
 * file at another name: by it, recovery brings the one home if the other was not replaced.
 *
 * @param from the name of the file
 * @param to the other name
 * @param next the file, as {@link Intent#describe} tells it
 */
public record Handover(NamePath from, NamePath to, String next) {
  private static final int MAX_BYTES = 16_384;

  /** What no path can hold. */
  private static final String SEPARATOR = "\0";

  /**
   * Writes the note, durably.
   *
   * @param sys the port
   * @param dir the staging directory
   * @param name its name there
   * @throws SysException if it cannot be written
   */
  public void write(Sys sys, Fd dir, Name name) throws SysException {
    String text = String.join(SEPARATOR, next, from.toString(), to.toString(), "");
    try (StagedFile file = StagedFile.named(sys, dir, name)) {
      file.write(ByteSource.of(text.getBytes(StandardCharsets.UTF_8)));
      file.sync();
      sys.sync(dir);
    }
  }

  /** Reads a note; empty if there is none, or only a part. */
  static Optional<Handover> read(Sys sys, Fd dir, Name name) {
    try (Fd file = sys.openFile(dir, name, Access.READ)) {
      byte[] bytes = new byte[MAX_BYTES];
      int length = sys.read(file, 0, bytes, 0, bytes.length);
      String text = new String(Arrays.copyOf(bytes, length), StandardCharsets.UTF_8);
      String[] lines = text.split(SEPARATOR, -1);
      return lines.length == 4 && lines[3].isEmpty()
          ? Optional.of(
              new Handover(ManagedPath.parse(lines[1]), ManagedPath.parse(lines[2]), lines[0]))
          : Optional.empty();
    } catch (SysException | Problem e) {
      return Optional.empty();
    }
  }
}
