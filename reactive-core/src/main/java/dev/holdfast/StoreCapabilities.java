package dev.holdfast;

/**
 * What the root's file system can do, as tried when the store was opened. A read-only handle tries
 * nothing and reports false where trying would mean writing.
 *
 * @param fileSystem the type's usual name such as {@code ext4}, or its magic number
 * @param local whether it is one of the local types whose guarantees are known
 * @param unnamedFiles whether files can be written first and named afterwards
 * @param hardLinks whether a file that has a name can get another one
 * @param renameNoReplace whether a rename can refuse to replace: needed to move, detach and attach
 * @param renameExchange whether two names can be swapped: needed to keep older versions
 * @param acls whether objects can carry ACLs; if not, there is none to look for
 * @param openFileLocks whether byte-range locks of open file descriptions work
 * @param syncFs whether one sync of the whole file system proves durability, so that batches may
 *     use it: a file system that tells failures, on Linux 5.8 or later
 */
public record StoreCapabilities(
    String fileSystem,
    boolean local,
    boolean unnamedFiles,
    boolean hardLinks,
    boolean renameNoReplace,
    boolean renameExchange,
    boolean acls,
    boolean openFileLocks,
    boolean syncFs) {

  /**
   * How a file is compared that is replaced only if it is the expected one.
   *
   * @return {@link Comparison#EXACT} if two names can be swapped, else {@link
   *     Comparison#COOPERATIVE}
   */
  public Comparison comparison() {
    return renameExchange ? Comparison.EXACT : Comparison.COOPERATIVE;
  }

  /**
   * How files are published.
   *
   * @return the way with the fewest leftovers that the file system knows
   */
  public Publication publication() {
    if (unnamedFiles) {
      return Publication.UNNAMED_FILE;
    }
    return renameNoReplace ? Publication.RENAME : Publication.LINK;
  }
}
