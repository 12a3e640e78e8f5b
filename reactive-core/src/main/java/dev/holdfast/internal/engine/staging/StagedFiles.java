package dev.holdfast.internal.engine.staging;

import dev.holdfast.Publication;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;

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
    return way == Publication.UNNAMED_FILE
        ? StagedFile.unnamed(sys, dir)
        : StagedFile.named(
            sys, new PrivateName(staging.dir(), staging.newName(), way == Publication.RENAME));
  }
}
