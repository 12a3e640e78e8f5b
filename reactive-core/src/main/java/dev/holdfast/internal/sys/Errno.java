package dev.holdfast.internal.sys;

/**
 * The error numbers that mean something to us, by name. The texts are ours, since the C library's
 * may need a second call that overwrites the error number.
 */
public enum Errno {
  /** Operation not permitted. */
  EPERM("operation not permitted"),
  /** No such entry. */
  ENOENT("no such file or directory"),
  /** No such process. */
  ESRCH("no such process"),
  /** Interrupted. */
  EINTR("interrupted"),
  /** Input/output error. */
  EIO("input/output error"),
  /** No such device or address. */
  ENXIO("no such device or address"),
  /** Bad descriptor. */
  EBADF("bad file descriptor"),
  /** Try again. */
  EAGAIN("try again"),
  /** Out of memory. */
  ENOMEM("out of memory"),
  /** Permission denied. */
  EACCES("permission denied"),
  /** Busy. */
  EBUSY("device or resource busy"),
  /** Exists already. */
  EEXIST("exists already"),
  /** Crosses a file system. */
  EXDEV("crosses file systems or mounts"),
  /** No such device. */
  ENODEV("no such device"),
  /** Not a directory. */
  ENOTDIR("not a directory"),
  /** Is a directory. */
  EISDIR("is a directory"),
  /** Invalid argument. */
  EINVAL("invalid argument"),
  /** Descriptors of the system used up. */
  ENFILE("too many open files in the system"),
  /** Descriptors of the process used up. */
  EMFILE("too many open files in this process"),
  /** File too large. */
  EFBIG("file too large"),
  /** No space left. */
  ENOSPC("no space left on the device"),
  /** Read-only file system. */
  EROFS("read-only file system"),
  /** Too many links. */
  EMLINK("too many links"),
  /** Name too long. */
  ENAMETOOLONG("file name too long"),
  /** No locks. */
  ENOLCK("no locks available"),
  /** Not implemented. */
  ENOSYS("not implemented by this kernel"),
  /** Directory not empty. */
  ENOTEMPTY("directory not empty"),
  /** Symbolic link where none may be. */
  ELOOP("symbolic link, or too many of them"),
  /** No such attribute. */
  ENODATA("no such attribute"),
  /** Value too large. */
  EOVERFLOW("value too large"),
  /** Not supported. */
  EOPNOTSUPP("operation not supported"),
  /** Timed out. */
  ETIMEDOUT("timed out"),
  /** Stale handle of a network file system. */
  ESTALE("stale file handle"),
  /** Quota used up. */
  EDQUOT("disk quota exceeded"),
  /** Any number without a name here. */
  OTHER("unnamed error");

  private final String meaning;

  Errno(String meaning) {
    this.meaning = meaning;
  }

  /**
   * What it means, in words.
   *
   * @return a short lower-case text
   */
  public String meaning() {
    return meaning;
  }
}
