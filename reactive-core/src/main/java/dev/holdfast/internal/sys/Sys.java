package dev.holdfast.internal.sys;

import java.util.Optional;

/**
 * The system calls that the engine is built on. One method is one call, or the shortest sequence
 * that gives the same meaning on every supported kernel.
 *
 * <p>Every method blocks and may be called from any thread that may block; an implementation
 * refuses event-loop threads ({@link ThreadGuard}). A call that fails throws {@link SysException}
 * with the error number of exactly that call and has changed nothing, except where its text says
 * more. {@code EINTR} is reported, never hidden: {@link InterruptRetrySys} repeats the calls for
 * which repeating is harmless, and the engine decides about the others.
 *
 * <p>Descriptors are always close-on-exec. New files are 0600 and new directories 0700, less what
 * the umask takes away; a default ACL of the parent may add entries that grant nobody anything,
 * since the creation mode leaves the mask empty.
 */
public interface Sys {

  /** How a file's content is going to be used. */
  enum Access {
    /** Reading only. */
    READ,
    /** Reading and writing; byte-range locks of both kinds need it. */
    READ_WRITE,
    /** As {@link #READ_WRITE}, and {@link Sys#append} works; {@link Sys#write} does not. */
    APPEND
  }

  /** The two ACLs an object can carry. */
  enum Acl {
    /** Who may use the object; files and directories. */
    ACCESS,
    /** What new children inherit; directories only. */
    DEFAULT
  }

  /** What {@link #aclQuery} found. */
  enum AclPresence {
    /** No ACL. */
    ABSENT,
    /** This file system keeps no ACLs, so there is none. */
    UNSUPPORTED,
    /** An ACL is there. */
    PRESENT,
    /** An empty attribute where an ACL should be. */
    MALFORMED
  }

  /** What {@link #aclClear} did. */
  enum AclClearing {
    /** The kernel accepted the removal; some file systems say so for an absent ACL too. */
    CLEARED,
    /** There was none. */
    ALREADY_ABSENT,
    /** This file system keeps no ACLs. */
    UNSUPPORTED
  }

  /** Kinds of byte-range lock. */
  enum LockMode {
    /** Compatible with other shared locks; needs a readable descriptor. */
    SHARED,
    /** Excludes every other lock; needs a writable descriptor. */
    EXCLUSIVE
  }

  // ---- opening ----

  /**
   * Opens a directory by its absolute path, following symbolic links and mounts above the last
   * component.
   *
   * @param path the absolute path
   * @param followLast whether the last component may be a symbolic link too
   * @return the open directory
   * @throws SysException {@code ELOOP} if the last component is a symbolic link that must not be
   *     followed, {@code ENOTDIR} if it is not a directory
   */
  Fd openRoot(AbsolutePath path, boolean followLast) throws SysException;

  /**
   * Opens the directory that contains this one, as a location only: it can be looked at and walked
   * from, not listed or synced, and needs no read permission.
   *
   * @param dir an open directory
   * @return its parent; the directory itself at the top of the tree
   * @throws SysException if it cannot be opened
   */
  Fd openParent(Fd dir) throws SysException;

  /**
   * Opens a directory below another one. No symbolic link is followed and no mount is entered, at
   * any component.
   *
   * @param base where to start
   * @param path one or more names below it
   * @return the open directory
   * @throws SysException {@code ENOENT} if a component is missing, {@code ENOTDIR} if one is not a
   *     directory, {@code ELOOP} if one is a symbolic link, {@code EXDEV} if one is a mount point
   */
  Fd openDir(Fd base, NamePath path) throws SysException;

  /**
   * Opens what is at a name, without following a symbolic link and without waiting for a FIFO's
   * other end. The caller looks at the type afterwards.
   *
   * @param dir the directory
   * @param name the entry
   * @param access what it is opened for
   * @return the open file
   * @throws SysException {@code ENOENT} if nothing is there, {@code ELOOP} for a symbolic link,
   *     {@code ENXIO} for a socket
   */
  Fd openFile(Fd dir, Name name, Access access) throws SysException;

  /**
   * Creates an empty file at a name that must be free, opened for reading and writing.
   *
   * @param dir the directory
   * @param name the new entry
   * @return the open file
   * @throws SysException {@code EEXIST} if anything is at the name
   */
  Fd createFile(Fd dir, Name name) throws SysException;

  /**
   * Creates a file without a name, opened for reading and writing. It is gone when its last
   * descriptor is closed, unless {@link #link} gave it a name before.
   *
   * @param dir a directory on the file system where the file is wanted
   * @return the open file
   * @throws SysException {@code EOPNOTSUPP} or {@code EISDIR} where the file system or the kernel
   *     cannot
   */
  Fd openTmp(Fd dir) throws SysException;

  // ---- names ----

  /**
   * Makes a directory.
   *
   * @param dir the parent
   * @param name a free name
   * @throws SysException {@code EEXIST} if anything is at the name
   */
  void mkdir(Fd dir, Name name) throws SysException;

  /**
   * Gives an open file a name, if the name is free.
   *
   * @param file the file, one without a name included
   * @param dir the directory
   * @param name a free name
   * @throws SysException {@code EEXIST} if anything is at the name; {@code ENOENT} if the directory
   *     was removed, or the file had a name once and lost its last one
   */
  void link(Fd file, Fd dir, Name name) throws SysException;

  /**
   * Gives something that has a name, and is not a directory, another one, if that is free. A
   * symbolic link is not followed.
   *
   * @param fromDir the directory it is in
   * @param from its name
   * @param toDir the directory of the other name
   * @param to a free name
   * @throws SysException {@code EEXIST} if anything is at the new name; {@code EPERM} where the
   *     file system gives objects one name only
   */
  void linkName(Fd fromDir, Name from, Fd toDir, Name to) throws SysException;

  /**
   * Moves an entry to a name that must be free.
   *
   * @param fromDir the directory it is in
   * @param from its name
   * @param toDir the directory it goes to
   * @param to a free name
   * @throws SysException {@code EEXIST} if anything is at the new name; {@code EINVAL} or {@code
   *     ENOSYS} where the file system or the kernel cannot do it in one step
   */
  void renameNoReplace(Fd fromDir, Name from, Fd toDir, Name to) throws SysException;

  /**
   * Moves an entry to a name and drops what was there.
   *
   * @param fromDir the directory it is in
   * @param from its name
   * @param toDir the directory it goes to
   * @param to the new name, free or taken
   * @throws SysException if it cannot be moved
   */
  void renameReplace(Fd fromDir, Name from, Fd toDir, Name to) throws SysException;

  /**
   * Swaps two entries, both of which must exist.
   *
   * @param fromDir the directory of the first
   * @param from the first name
   * @param toDir the directory of the second
   * @param to the second name
   * @throws SysException {@code ENOENT} if one is missing; {@code EINVAL} or {@code ENOSYS} where
   *     the file system or the kernel cannot
   */
  void renameExchange(Fd fromDir, Name from, Fd toDir, Name to) throws SysException;

  /**
   * Removes the name of something that is not a directory.
   *
   * @param dir the directory
   * @param name the entry
   * @throws SysException {@code ENOENT} if nothing is there, {@code EISDIR} for a directory
   */
  void unlink(Fd dir, Name name) throws SysException;

  /**
   * Removes an empty directory.
   *
   * @param dir the parent
   * @param name the entry
   * @throws SysException {@code ENOTEMPTY} if something is in it
   */
  void rmdir(Fd dir, Name name) throws SysException;

  // ---- facts ----

  /**
   * Describes an open object.
   *
   * @param fd the object
   * @return what it is now
   * @throws SysException if the kernel cannot tell
   */
  Stat stat(Fd fd) throws SysException;

  /**
   * Describes what is at a name, without following a symbolic link.
   *
   * @param dir the directory
   * @param name the entry
   * @return what is there now
   * @throws SysException {@code ENOENT} if nothing is there
   */
  Stat stat(Fd dir, Name name) throws SysException;

  /**
   * Describes what is at an absolute path; symbolic links above the last component are followed.
   *
   * @param path the path
   * @return what is there now
   * @throws SysException {@code ENOENT} if nothing is there
   */
  Stat stat(AbsolutePath path) throws SysException;

  /**
   * Describes the file system that an open object is on.
   *
   * @param fd the object
   * @return its file system
   * @throws SysException if the kernel cannot tell
   */
  StatFs statfs(Fd fd) throws SysException;

  /**
   * Where the mount is that an object was reached through, for messages.
   *
   * @param fd the object
   * @return its path, as this process sees it; empty if that cannot be told
   */
  Optional<String> mountPoint(Fd fd);

  // ---- content ----

  /**
   * Reads bytes at a position.
   *
   * @param file a file open for reading
   * @param position where to start, in bytes
   * @param target where the bytes go
   * @param offset where they start there
   * @param length how many are wanted, at least 1
   * @return how many were read, possibly fewer than wanted; 0 at the end of the file
   * @throws SysException if nothing could be read
   */
  int read(Fd file, long position, byte[] target, int offset, int length) throws SysException;

  /**
   * Writes bytes at a position.
   *
   * @param file a file open for writing
   * @param position where to start, in bytes
   * @param source where the bytes come from
   * @param offset where they start there
   * @param length how many there are, at least 1
   * @return how many were written, possibly fewer than given, at least 1
   * @throws SysException if nothing could be written
   */
  int write(Fd file, long position, byte[] source, int offset, int length) throws SysException;

  /**
   * Makes a file's content and attributes, or a directory's entries, durable. After a failure the
   * kernel may have dropped what was not written, and the next call may succeed all the same: a
   * failed sync is never repeated on the same descriptor.
   *
   * @param fd an open file or directory
   * @throws SysException if durability is not proven
   */
  void sync(Fd fd) throws SysException;

  /**
   * Makes a file's content durable, and its attributes only as far as they are needed to read it
   * back: the size, not the times. What {@link #sync} says about failures holds here too.
   *
   * @param file an open file
   * @throws SysException if durability is not proven
   */
  void dataSync(Fd file) throws SysException;

  /**
   * Makes everything on the file system durable that was written before, whoever wrote it. Failures
   * to write anything back are told once to each open file description, and only if they happened
   * after it was opened: who wants to rely on the answer opens a description before the first write
   * and uses it once.
   *
   * @param fd any open file or directory on the file system
   * @throws SysException if durability is not proven
   */
  void syncFs(Fd fd) throws SysException;

  /**
   * Whether {@link #syncFs} tells failures to write back at all, as the kernel does since Linux
   * 5.8; an older one answers that all went well.
   *
   * @return true if it does
   */
  boolean syncFsTellsFailures();

  /**
   * Writes bytes at the end of the file, wherever that is at this moment. Bytes of two calls are
   * never mixed; a call that is killed in the middle leaves a part.
   *
   * @param file a file open for {@link Access#APPEND}
   * @param source where the bytes come from
   * @param offset where they start there
   * @param length how many there are, at least 1
   * @return how many were written, possibly fewer than given, at least 1
   * @throws SysException if nothing could be written
   */
  int append(Fd file, byte[] source, int offset, int length) throws SysException;

  /**
   * Cuts a file off, or extends it with zeros.
   *
   * @param file a file open for writing
   * @param size its new size, in bytes
   * @throws SysException if it has its old size
   */
  void truncate(Fd file, long size) throws SysException;

  // ---- security ----

  /**
   * Sets an object's permission bits.
   *
   * @param fd the object
   * @param mode the bits of 07777
   * @throws SysException if they cannot be set
   */
  void chmod(Fd fd, int mode) throws SysException;

  /**
   * Looks for an ACL.
   *
   * @param fd the object
   * @param acl which one
   * @return what was found
   * @throws SysException if the kernel cannot tell
   */
  AclPresence aclQuery(Fd fd, Acl acl) throws SysException;

  /**
   * Removes an ACL. The permission bits keep the group bits that its mask showed, so the caller
   * sets the mode afterwards.
   *
   * @param fd the object
   * @param acl which one
   * @return what was done
   * @throws SysException if the ACL may still be there
   */
  AclClearing aclClear(Fd fd, Acl acl) throws SysException;

  /**
   * The user whose files we create and accept.
   *
   * @return the effective uid
   */
  int effectiveUid();

  /**
   * Whether an owner's uid, as the attributes tell it, is the one that stands for every user that
   * this process has no number for. Then it identifies nobody.
   *
   * @param uid the owner's uid
   * @return true if it is; false also if that cannot be found out
   */
  boolean standsForUnmapped(int uid);

  // ---- listing ----

  /**
   * Starts to list a directory, {@code .} and {@code ..} left out, in no particular order.
   *
   * @param dir an open directory
   * @return the entries, in batches
   * @throws SysException if it cannot be listed
   */
  DirStream list(Fd dir) throws SysException;

  // ---- byte-range locks that belong to an open file description ----

  /**
   * Takes a lock on one byte, if nobody else holds a conflicting one. The lock belongs to the open
   * file description: two opens of one file conflict, also within one process; the same description
   * never conflicts with itself. It ends with {@link #ofdUnlock} or when the last descriptor of the
   * description is closed, by the kernel if need be.
   *
   * @param file an open file
   * @param mode the kind of lock
   * @param offset which byte; it need not exist
   * @return whether the lock is held now
   * @throws SysException {@code EBADF} if the descriptor lacks the access that the mode needs,
   *     {@code EINVAL} where such locks do not exist
   */
  boolean ofdTryLock(Fd file, LockMode mode, long offset) throws SysException;

  /**
   * Gives one byte's lock back.
   *
   * @param file the open file that holds it
   * @param offset which byte
   * @throws SysException if the kernel refuses
   */
  void ofdUnlock(Fd file, long offset) throws SysException;

  /**
   * Tells whether somebody else's lock would prevent ours, without taking one.
   *
   * @param file an open file
   * @param mode the kind of lock asked about
   * @param offset which byte
   * @return whether a conflicting lock is held
   * @throws SysException {@code EINVAL} where such locks do not exist
   */
  boolean ofdQuery(Fd file, LockMode mode, long offset) throws SysException;

  // ---- process and time ----

  /**
   * What tells this process apart from every other one.
   *
   * @return this process
   */
  ProcessIdentity process();

  /**
   * A clock that never jumps and stands still during suspend.
   *
   * @return nanoseconds since an arbitrary instant
   */
  long monotonicNanos();

  /**
   * A clock that never jumps and goes on during suspend.
   *
   * @return nanoseconds since boot
   */
  long bootTimeNanos();

  /**
   * The time of day, which can jump either way.
   *
   * @return milliseconds since 1970-01-01T00:00Z
   */
  long wallMillis();
}
