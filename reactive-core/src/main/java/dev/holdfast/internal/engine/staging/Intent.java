package dev.holdfast.internal.engine.staging;

import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.path.ManagedPath;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.Sys.Access;
import dev.holdfast.internal.sys.SysException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * A note in staging beside an object that takes part in an exchange: at which path, and what we put
 * there. With it a recovery can put back what a dead process had exchanged and not looked at yet.
 * Not synced: after a power cut it may be missing, and the object is rescued instead.
 *
 * @param path the path of the exchange
 * @param ours our object, as {@link #describe} tells it
 */
public record Intent(NamePath path, String ours) {
  private static final int MAX_BYTES = 8192;

  /**
   * Tells one object from every other one that had or will have its number.
   *
   * @param object its attributes
   * @return the facts, in one word
   */
  public static String describe(Stat object) {
    return Long.toUnsignedString(object.ino())
        + "."
        + object.size()
        + "."
        + object.mtimeNs()
        + "."
        + object.birthNs();
  }

  /**
   * Writes the note.
   *
   * @param sys the port
   * @param dir the staging directory
   * @param name its name there
   * @throws SysException if it cannot be written
   */
  public void write(Sys sys, Fd dir, Name name) throws SysException {
    byte[] bytes = (ours + " " + path).getBytes(StandardCharsets.UTF_8);
    try (StagedFile file = StagedFile.named(sys, dir, name)) {
      file.write(ByteSource.of(bytes));
    }
  }

  /**
   * Reads a note.
   *
   * @param sys the port
   * @param dir the staging directory
   * @param name its name there
   * @return the note; empty if there is none, or only a part
   */
  static Optional<Intent> read(Sys sys, Fd dir, Name name) {
    try (Fd file = sys.openFile(dir, name, Access.READ)) {
      byte[] bytes = new byte[MAX_BYTES];
      int length = sys.read(file, 0, bytes, 0, bytes.length);
      if (length == 0 || length != sys.stat(file).size()) {
        return Optional.empty();
      }
      String text = new String(Arrays.copyOf(bytes, length), StandardCharsets.UTF_8);
      int space = text.indexOf(' ');
      return space < 0
          ? Optional.empty()
          : Optional.of(
              new Intent(ManagedPath.parse(text.substring(space + 1)), text.substring(0, space)));
    } catch (SysException | Problem e) {
      return Optional.empty();
    }
  }
}
