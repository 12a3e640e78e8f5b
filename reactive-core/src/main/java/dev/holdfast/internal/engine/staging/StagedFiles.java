package dev.holdfast.internal.engine.staging;

import dev.holdfast.Publication;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import org.jspecify.annotations.Nullable;

/**
 * Makes files that are wanted at names that must be free, in the way that the file system knows.
 *
 * @param sys the port
 * @param staging this engine's private directory
 * @param way how such a file gets its name
 */
public record StagedFiles(Sys sys, StagingDirectory staging, Publication way) {

  /**
   * Creates an empty file.
   *
   * @param dir the directory that it is wanted in
   * @return the file
   * @throws SysException if it cannot be created
   */
  public StagedFile wantedIn(Fd dir) throws SysException {
    return wantedIn(dir, newName());
  }

  /**
   * A name in staging for a file that is to be created.
   *
   * @return the name, or null if the file will not have one
   */
  public @Nullable Name newName() {
    return way == Publication.UNNAMED_FILE ? null : staging.newName();
  }

  /**
   * Creates an empty file.
   *
   * @param dir the directory that it is wanted in
   * @param name as {@link #newName} gave it; if this fails, something may be at the name
   * @return the file
   * @throws SysException if it cannot be created
   */
  public StagedFile wantedIn(Fd dir, @Nullable Name name) throws SysException {
    return name == null
        ? StagedFile.unnamed(sys, dir)
        : StagedFile.named(sys, new PrivateName(staging.dir(), name, way == Publication.RENAME));
  }
}
