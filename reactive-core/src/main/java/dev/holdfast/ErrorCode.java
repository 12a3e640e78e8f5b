package dev.holdfast;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What went wrong, as a value to match on; messages are for people. {@link #wireName()} never
 * changes once released. {@code docs/errors.md} is generated from this enum.
 */
public enum ErrorCode {
  // ---- security: who may see and touch an object ----

  /** The kernel refused to show or remove an ACL. */
  ACL_DENIED(
      "The kernel refused to show or to remove an ACL.",
      "Check that the process owns the object and that no security module forbids it."),
  /** Reading or removing an ACL failed with an input/output error. */
  ACL_IO_ERROR(
      "Reading or removing an ACL failed with an input/output error.",
      "Check the device and the kernel log."),
  /** An object carries an ACL; owner-only objects carry none. */
  ACL_PRESENT(
      "An object carries an ACL; owner-only objects carry none.",
      "Find out who set it, then remove it: setfacl -b -k."),
  /** An ACL attribute is there but empty. */
  ACL_MALFORMED(
      "An ACL attribute is there but empty.",
      "Check the file system; remove the attribute: setfacl -b -k."),
  /** The kernel answered a question about an ACL with an error that has no meaning here. */
  ACL_UNKNOWN(
      "The kernel answered a question about an ACL with an unexpected error.",
      "See the error number; report it together with the file system's type."),
  /** ACLs cannot be looked at on this system. */
  ACL_UNAVAILABLE("ACLs cannot be looked at on this system.", "Use a supported operating system."),
  /** An access list could not be written. */
  ACL_APPLY_FAILED(
      "An owner-only access list could not be written.", "Check that the process owns the object."),
  /** An access list is not the owner-only one. */
  ACL_VERIFY_FAILED(
      "An access list is not the owner-only one.", "Repair it, after finding out who changed it."),
  /** Nothing is at the path. */
  NOT_FOUND(
      "Nothing is at the path, or a directory on the way to it is missing.",
      "Check the path; create the file or the directory first."),
  /** Something that is not a directory is where a directory is needed. */
  NOT_DIRECTORY(
      "Something that is not a directory is where a directory is needed.",
      "Move it away or choose another path."),
  /** The path leads to a network location that cannot be secured. */
  NETWORK_UNSUPPORTED(
      "The path leads to a network location that cannot be secured.", "Use a local directory."),
  /** A symbolic link is where none may be. */
  REPARSE_POINT(
      "A symbolic link is where none may be; links are never followed below a root.",
      "Replace the link by the object itself, or open the store at the link's target."),
  /** The kernel did not give enough facts to tell objects apart. */
  IDENTITY_UNAVAILABLE(
      "The system did not give enough facts to tell objects apart.",
      "Use a local file system that reports device and inode numbers."),
  /** The object is not the one that was expected. */
  IDENTITY_MISMATCH(
      "The object at the path is not the one that was expected: somebody changed or replaced it.",
      "Read it again, decide with what it is now, and repeat the operation."),
  /** The object belongs to another user. */
  OWNER_MISMATCH(
      "The object belongs to another user than the one this process runs as.",
      "Run as the owner, or change the owner after checking where the object came from."),
  /** The permission bits are not the owner-only ones. */
  MODE_MISMATCH(
      "The permission bits are not exactly 0600 for a file or 0700 for a directory.",
      "Find out who changed them, then give the object its mode with chmod."),
  /** Input or output failed. */
  IO_ERROR(
      "Input or output failed below the file system.",
      "See the error number and the kernel log; check the device."),

  // ---- publish and other mutations ----

  /** The name is taken. */
  DESTINATION_CONFLICT(
      "The name is taken; publishing never replaces.",
      "Choose another name, or replace the file on purpose."),
  /** The file system lacks the step that would make the change atomic. */
  ATOMIC_UNAVAILABLE(
      "The file system lacks the step that would make the change atomic.",
      "Use one of the supported file systems: ext4, xfs, btrfs, tmpfs, overlay, f2fs."),
  /** The request makes no sense as it stands. */
  INVALID_REQUEST("The request makes no sense as it stands.", "See the message."),
  /** The change is visible, but that it survives a power cut is not proven. */
  DURABILITY_NOT_PROVABLE(
      "The change was made and is visible, but a sync after it failed, so that it survives a power"
          + " cut is not proven.",
      "Do not repeat it. Check the device, then write the content again under another name or"
          + " replace it."),
  /** The change could not be made durable. */
  DURABILITY_FAILED(
      "The change could not be made durable.", "Check the device; the message says what is there."),
  /** A stream's content is not the one that was announced. */
  CONTENT_MISMATCH(
      "The content is not the one that was announced: its size or its digest is another.",
      "Find out where it was changed or cut short, then send it again."),
  /** A stream was given up. */
  STREAM_ABANDONED(
      "The stream was given up before its end, by its user or because its source failed.",
      "Start a new stream if the content is still wanted."),

  // ---- lease locks ----

  /** Somebody else holds the lock. */
  LOCK_BUSY(
      true,
      "migration_busy",
      "Somebody else holds the lock, or it cannot be proven that nobody does.",
      "Wait longer, or look who holds it; the message names the holder as far as it is known."),
  /** The lock is not ours any more. */
  LOCK_LOST(
      false,
      "migration_busy",
      "The lock is not ours any more.",
      "Stop the work that it protected, acquire it again and check what others did meanwhile."),
  /** The fencing counter is gone or damaged while locks exist. */
  FENCE_LOST(
      "The fencing counter is gone or damaged while locks exist.",
      "Stop all users of the store and set the counter anew above every number in use."),
  /** A lock file has content that is no lock record. */
  LOCK_DAMAGED(
      "A lock file has content that is no lock record.",
      "Look at it; remove it when no process uses the lock."),

  // ---- paths and objects ----

  /** The path breaks a rule. */
  INVALID_PATH(
      "The path breaks a rule: relative, UTF-8, names of at most 255 bytes joined by single"
          + " slashes, none of them \".\" or \"..\" or reserved.",
      "Correct the path; the message names the rule."),
  /** The object is not a regular file. */
  NOT_REGULAR_FILE(
      "The object is a directory, FIFO, socket or device where a regular file is needed.",
      "Check the path, or move the object away."),
  /** The file has more than one name. */
  HARD_LINK(
      "The file has more than one name, so it could change behind the store's back.",
      "Remove the other links, or copy the file."),
  /** The content is larger than the limit. */
  TOO_LARGE(
      "The content is larger than the limit for one operation.",
      "Raise maxFileBytes, or use a stream."),
  /** The file kept changing while it was read. */
  CHANGED_CONCURRENTLY(
      true,
      "source_changed",
      "The object changed while the operation looked at it.",
      "Repeat the operation."),
  /** A tree holds objects that no store may hold. */
  UNSAFE_TREE(
      false,
      "unsafe_artifacts",
      "A tree holds links, devices, mounts or objects of another user.",
      "Remove what the message names."),
  /** A limit on number, depth or size was reached. */
  CAPACITY_EXCEEDED(
      false,
      "artifact_capacity_exceeded",
      "A limit on number, depth or size was reached.",
      "Remove what is not needed, or raise the limit on purpose."),
  /** The operation would cross file systems. */
  CROSS_DEVICE("The operation would cross file systems.", "Keep both ends on one file system."),
  /** A mount point is below the root. */
  MOUNT(
      "Another file system, subvolume or bind mount is below the root.",
      "Unmount it, or open a store of its own there."),

  // ---- the store ----

  /** The root's path does not lead to the opened root any more. */
  ROOT_BINDING_CHANGED(
      "The root's path, or a subtree's below it, does not lead to the directory that was opened: it"
          + " was moved, removed or covered by a mount.",
      "Find out who did it; close the store and open it again where it is now."),
  /** The root lies inside another store's root. */
  NESTED_ROOT(
      "The root lies inside another store's root, or holds one.",
      "Choose a directory outside, or use the outer store."),
  /** Options contradict each other, or those that the root is open with already. */
  OPTIONS_CONFLICT(
      "Options contradict each other, or those that the root or the Vert.x instance's pool is in use"
          + " with already.",
      "Use values that go together, the same everywhere; the message names the option."),
  /** The store was written in a format that this version does not know. */
  UNSUPPORTED_FORMAT(
      "The store was written in a format that this version does not know.",
      "Use the version that wrote it, or a newer one."),
  /** This operating system, processor or Java set-up is not supported. */
  UNSUPPORTED_PLATFORM(
      false,
      "managed_storage_unsupported",
      "This operating system, processor or Java set-up is not supported.",
      "See the message; supported is Linux on x86-64 and aarch64."),
  /** The file system lacks something that the store cannot do without. */
  UNSUPPORTED_FILESYSTEM(
      "The file system lacks something that the store cannot do without.",
      "Use one of the supported file systems; the message names what is missing."),
  /** The store is closed. */
  CLOSED("The store is closed.", "Open it again; look who closed it."),
  /** Too much is under way already. */
  BUSY(
      true,
      null,
      "Too many operations are waiting already, or somebody holds what this one needs.",
      "Wait for some to finish and repeat it; keep fewer in flight."),
  /** A blocking call was made on a thread that must not block. */
  WRONG_THREAD(
      "A blocking call was made on a thread that must never block.",
      "Use the asynchronous form there, or call it on a worker."),
  /** The store was opened for reading only. */
  READ_ONLY_HANDLE(
      "The store was opened for reading only.", "Open it without readOnly to change it."),
  /** The options make no sense. */
  INVALID_OPTIONS("The options make no sense.", "Correct the key that the message names."),
  /** A name on disk is not UTF-8. */
  NOT_UTF8(
      "A name on disk is not UTF-8, so no path can name it.",
      "Rename it; the message shows its bytes."),
  /** Nobody knows whether the change was made. */
  OUTCOME_UNKNOWN(
      "It could not be found out whether the change was made.",
      "Look at what is there now before deciding; do not repeat it blindly."),

  // ---- the event bus ----

  /** The caller may not do this. */
  NOT_AUTHORIZED("The caller may not do this.", "Ask for the right, or use another scope."),
  /** The two ends speak different protocol versions. */
  UNSUPPORTED_PROTOCOL(
      "The two ends speak different protocol versions.", "Use the same version on both."),
  /** The address leads to another store. */
  STORE_MISMATCH(
      "The address leads to another store than before.", "Connect again and check the store's id."),
  /** The store's name is taken on the bus. */
  DUPLICATE_STORE(
      "The store's name is taken on the bus.", "Use another name, or stop the other service."),

  // ---- resources ----

  /** The device is full. */
  NO_SPACE("The device is full.", "Free space; removing works on a full disk."),
  /** The user's quota is used up. */
  QUOTA_EXCEEDED("The user's quota is used up.", "Free space or raise the quota."),
  /** The file system is mounted read-only. */
  READ_ONLY_FILESYSTEM(
      "The file system is mounted read-only.",
      "Look in the kernel log why; mount it writable, or open the store with readOnly."),
  /** The process may not write files this large. */
  FILE_SIZE_LIMIT(
      "The process, or the file system, allows no files this large.",
      "Raise the limit (ulimit -f)."),
  /** There are no descriptors left. */
  NO_DESCRIPTORS(
      true,
      null,
      "The process or the system has no file descriptors left.",
      "Close what is not needed, or raise the limit (ulimit -n)."),
  /** The kernel refuses the operation to this process. */
  PERMISSION_DENIED(
      "The kernel refuses the operation to this process.",
      "Check owner and mode of the directory, file attributes (lsattr) and security modules.");

  private final boolean retryable;
  private final @Nullable String referenceCode;
  private final String meaning;
  private final String remedy;

  ErrorCode(String meaning, String remedy) {
    this(false, null, meaning, remedy);
  }

  ErrorCode(boolean retryable, @Nullable String referenceCode, String meaning, String remedy) {
    this.retryable = retryable;
    this.referenceCode = referenceCode;
    this.meaning = meaning;
    this.remedy = remedy;
  }

  /**
   * The name for logs, JSON and other processes; never changes once released.
   *
   * @return the enum name in lower case
   */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Whether the same call can succeed without anybody doing anything but waiting.
   *
   * @return true if it is worth repeating
   */
  public boolean retryable() {
    return retryable;
  }

  /**
   * The string that earlier systems of this kind used for the same thing, for logs and tools that
   * still look for it.
   *
   * @return that string, the wire name where they agree
   */
  public String referenceCode() {
    return referenceCode == null ? wireName() : referenceCode;
  }

  /**
   * What it means, in a sentence.
   *
   * @return the cause
   */
  public String meaning() {
    return meaning;
  }

  /**
   * What to do about it.
   *
   * @return the remedy
   */
  public String remedy() {
    return remedy;
  }

  /**
   * The code with a wire name.
   *
   * @param wireName for example {@code "not_found"}
   * @return the code, or empty if there is none of that name
   */
  public static Optional<ErrorCode> ofWireName(String wireName) {
    for (ErrorCode code : values()) {
      if (code.wireName().equals(wireName)) {
        return Optional.of(code);
      }
    }
    return Optional.empty();
  }
}
