package dev.holdfast;

/**
 * Which call makes a published file visible. All of them refuse a name that is taken, in the kernel
 * and not by looking first; they differ in what a crash can leave.
 */
public enum Publication {
  /**
   * The file is written without a name and then linked to its name ({@code O_TMPFILE}, {@code
   * linkat}). A crash leaves nothing.
   */
  UNNAMED_FILE,
  /**
   * The file is written under a private name and then renamed ({@code renameat2} with {@code
   * RENAME_NOREPLACE}). A crash leaves what the next open removes.
   */
  RENAME,
  /**
   * The file is written under a private name, linked to its name, and the private name is removed
   * ({@code linkat}, {@code unlinkat}). For the moment in between, or after a crash in between, the
   * file has two names: whoever comes across it removes the private one.
   */
  LINK
}
