package dev.holdfast;

import dev.holdfast.internal.store.StoreRuntime;
import dev.holdfast.stream.ReadStreamOptions;
import dev.holdfast.stream.StoreReadStream;
import dev.holdfast.stream.StoreWriteStream;
import dev.holdfast.stream.WriteStreamOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Private files below one directory, the <em>root</em>, that only the running user can read.
 *
 * <p><b>Paths</b> are relative to the root: names joined by single slashes, each at most 255 bytes
 * of UTF-8, none of them {@code .} or {@code ..}, none starting with {@code .holdfast}. Anything
 * else fails with {@link ErrorCode#INVALID_PATH} before the disk is touched. Symbolic links are
 * never followed and mounts never entered below the root.
 *
 * <p><b>Threads.</b> Every method may be called on any thread and returns at once; the work happens
 * on worker threads of the library, and the future completes on the caller's Vert.x context. A null
 * or an argument out of its documented range throws at once; every other failure is a failed future
 * with a {@link StoreException}.
 *
 * <p><b>Order.</b> Operations on one path run in the order in which they were called, whatever
 * handle of this process they were called on; those that only look run beside each other.
 * Operations on different paths run in parallel; publishes and replaces that are called while
 * others are under way share their syncs with each other ({@link ManagedStoreOptions#setSyncfs}).
 *
 * <p><b>Every operation</b> can fail with: {@link ErrorCode#CLOSED}, {@link ErrorCode#BUSY} (too
 * many pending), {@link ErrorCode#INVALID_PATH}, {@link ErrorCode#ROOT_BINDING_CHANGED} (the root's
 * path leads elsewhere now), {@link ErrorCode#REPARSE_POINT} and {@link ErrorCode#MOUNT} (on the
 * way or at the path), {@link ErrorCode#OWNER_MISMATCH} and {@link ErrorCode#MODE_MISMATCH} (the
 * file, or the directory that holds it, is not owner-only), {@link ErrorCode#NO_DESCRIPTORS},
 * {@link ErrorCode#PERMISSION_DENIED} and {@link ErrorCode#IO_ERROR}.
 *
 * <p><b>Every change</b> ends with a receipt or a {@link MutationException} that says what happened
 * to the data ({@link MutationOutcome}). Cancelling is not possible; a change that began is carried
 * through.
 */
public interface ManagedStore {

  /**
   * Opens the store at a root, making the directory first if it is missing. Opening the same root
   * again, also from another Vert.x instance, gives another handle on the same store.
   *
   * <p>A store opened on a verticle's context closes itself after that verticle's {@code stop()},
   * which may still write; any other closes itself when Vert.x closes, before the verticles stop.
   *
   * <p>What is durable on success: the directories that opening made, and the store's own record.
   * On failure, directories may have been made, and under another {@link SecurityPolicy} than
   * {@link SecurityPolicy#VERIFY_FIRST} modes narrowed and ACLs removed; nothing else was changed.
   * {@link SecurityPolicy#REPAIR_ON_OPEN} fails with the code of the first thing that may not be
   * repaired, or with {@link ErrorCode#CAPACITY_EXCEEDED} if there is more than an audit looks at.
   * Besides the codes above: {@link ErrorCode#INVALID_OPTIONS}, {@link ErrorCode#NOT_DIRECTORY},
   * {@link ErrorCode#NOT_FOUND} (read-only and not there), {@link ErrorCode#NESTED_ROOT}, {@link
   * ErrorCode#OPTIONS_CONFLICT}, {@link ErrorCode#UNSUPPORTED_FORMAT}, {@link
   * ErrorCode#UNSUPPORTED_PLATFORM}, {@link ErrorCode#UNSUPPORTED_FILESYSTEM}, the ACL codes,
   * {@link ErrorCode#NO_SPACE} and {@link ErrorCode#READ_ONLY_FILESYSTEM}.
   *
   * @param vertx the Vert.x instance that futures complete on
   * @param options where the store is and how it is used; copied
   * @return the open store
   */
  static Future<ManagedStore> open(Vertx vertx, ManagedStoreOptions options) {
    return StoreRuntime.production().open(vertx, options);
  }

  /**
   * Opens a store on a directory of this one: all its paths start there, those in receipts,
   * listings, reports and failures too, and nothing outside can be named through it. It shares
   * everything else with this store, {@code .holdfast} included: operations keep one order and
   * exclude each other whichever of the two they are called on. It has this store's options and is
   * read-only if this one is.
   *
   * <p>Besides {@link #assertBound() the root's own check}, the way from the root to the directory
   * has to lead to the one that was opened whenever something is done through the new store;
   * otherwise that fails with {@link ErrorCode#ROOT_BINDING_CHANGED}, until it leads there again.
   * The message says which of the two was moved.
   *
   * <p>It is closed by whoever opened it, as if by {@link #open}: on a verticle's context after
   * that verticle's {@code stop()}, otherwise when Vert.x closes. Closing this store does not close
   * it, nor the other way round.
   *
   * <p>Nothing is changed. On failure: {@link ErrorCode#NOT_FOUND}, {@link
   * ErrorCode#NOT_DIRECTORY}, {@link ErrorCode#NESTED_ROOT}, the ACL codes.
   *
   * @param path a directory that exists; not {@code ""}
   * @return the open store
   */
  Future<ManagedStore> subtree(String path);

  /**
   * Publishes a new file durably, making missing parents: {@link #publish(String, Buffer,
   * WriteOptions)} with the defaults.
   *
   * @param path the path of a file that must not exist
   * @param content its bytes; not to be changed before the future completes
   * @return the receipt
   */
  default Future<PublishReceipt> publish(String path, Buffer content) {
    return publish(path, content, new WriteOptions());
  }

  /**
   * Publishes a new file. It appears at once, whole and owner-only, or not at all; a crash leaves
   * either nothing or the whole file. An existing object is never replaced: that fails with {@link
   * ErrorCode#DESTINATION_CONFLICT}, also for a symbolic link or a directory.
   *
   * <p>What is durable on success, with {@link Durability#FULL}: the content, the name and every
   * directory on the way. With {@link Durability#OS_BUFFERED}: nothing yet.
   *
   * <p>On failure, the outcome says which of these it was: not committed (nothing is there; {@link
   * ErrorCode#TOO_LARGE}, {@link ErrorCode#NOT_FOUND} for a missing parent that was not to be made,
   * {@link ErrorCode#NOT_DIRECTORY}, {@link ErrorCode#BUSY} if others keep the name busy for two
   * seconds, {@link ErrorCode#DURABILITY_FAILED} if a directory on the way is not known to last,
   * {@link ErrorCode#READ_ONLY_HANDLE}, {@link ErrorCode#NO_SPACE}, {@link
   * ErrorCode#QUOTA_EXCEEDED}, {@link ErrorCode#FILE_SIZE_LIMIT}, {@link
   * ErrorCode#READ_ONLY_FILESYSTEM}, {@link ErrorCode#CHANGED_CONCURRENTLY} if the parent was
   * removed meanwhile, the ACL codes); committed, but not proven durable ({@link
   * ErrorCode#DURABILITY_NOT_PROVABLE}), or at once changed by somebody else ({@link
   * ErrorCode#IDENTITY_MISMATCH}); or unknown ({@link ErrorCode#OUTCOME_UNKNOWN}). Parents that
   * were made stay.
   *
   * @param path the path of a file that must not exist
   * @param content its bytes, at most {@link ManagedStoreOptions#getMaxFileBytes()}; not to be
   *     changed before the future completes
   * @param options durability and parents; copied
   * @return the receipt
   */
  Future<PublishReceipt> publish(String path, Buffer content, WriteOptions options);

  /**
   * Publishes several files durably, making missing parents: {@link #publishAll(Map, WriteOptions)}
   * with the defaults.
   *
   * @param files the contents by path; not to be changed before the future completes
   * @return how each of them ended
   */
  default Future<PublishAllResult> publishAll(Map<String, Buffer> files) {
    return publishAll(files, new WriteOptions());
  }

  /**
   * Publishes several new files, in batches that share their syncs: many times as fast as one after
   * the other, and as fast as calling {@link #publish} for all of them without waiting.
   *
   * <p><b>Not atomic over the files.</b> Each appears whole or not at all, and has a receipt or a
   * failure of its own, as {@link #publish(String, Buffer, WriteOptions)} describes them; a crash
   * in the middle leaves some of them published. No file fails because another one does, with one
   * exception: if a directory cannot be synced, all files that were just published in it are {@link
   * ErrorCode#DURABILITY_NOT_PROVABLE}. The order in which they appear is not defined.
   *
   * <p>What is durable on success, with {@link Durability#FULL}: all files of {@link
   * PublishAllResult#receipts()}, when the future completes. Each file counts as one of {@link
   * ManagedStoreOptions#getMaxPendingOperations()}; those above it fail with {@link
   * ErrorCode#BUSY}.
   *
   * @param files the contents by path; not to be changed before the future completes
   * @param options durability and parents, for all of them; copied
   * @return how each of them ended; the future itself does not fail
   */
  Future<PublishAllResult> publishAll(Map<String, Buffer> files, WriteOptions options);

  /**
   * Replaces a file durably, or publishes it if nothing is there: {@link #replace(String, Buffer,
   * WriteOptions)} with the defaults.
   *
   * @param path the file
   * @param content its new bytes; not to be changed before the future completes
   * @return the receipt
   */
  default Future<ReplaceReceipt> replace(String path, Buffer content) {
    return replace(path, content, new WriteOptions());
  }

  /**
   * Replaces the content of a file, whatever it is, or publishes it if nothing is there. Everybody
   * sees either the old file or the new one, whole; a crash leaves one of the two. Only a regular
   * owner-only file with one name is replaced. Operations of other processes on the same path wait
   * for each other, two seconds at most.
   *
   * <p>What is durable on success, with {@link Durability#FULL}: the new content, the name and
   * every directory on the way. With {@link Durability#OS_BUFFERED}: nothing yet.
   *
   * <p>On failure as {@link #publish(String, Buffer, WriteOptions)}, without the conflict; besides,
   * not committed: {@link ErrorCode#BUSY} (others kept the path busy), {@link
   * ErrorCode#NOT_REGULAR_FILE}, {@link ErrorCode#HARD_LINK}, {@link ErrorCode#OWNER_MISMATCH} and
   * {@link ErrorCode#MODE_MISMATCH} of what is there.
   *
   * @param path the file
   * @param content its new bytes, at most {@link ManagedStoreOptions#getMaxFileBytes()}; not to be
   *     changed before the future completes
   * @param options durability and parents; copied
   * @return the receipt
   */
  Future<ReplaceReceipt> replace(String path, Buffer content, WriteOptions options);

  /**
   * Replaces a file durably if it is the expected one: {@link #compareAndReplace(String,
   * Expectation, Buffer, WriteOptions)} with the defaults.
   *
   * @param path the file
   * @param expectation what it has to be
   * @param content its new bytes; not to be changed before the future completes
   * @return the receipt
   */
  default Future<ReplaceReceipt> compareAndReplace(
      String path, Expectation expectation, Buffer content) {
    return compareAndReplace(path, expectation, content, new WriteOptions());
  }

  /**
   * Replaces a file if it is the expected one, in one step: nobody's change in between is lost, not
   * even that of a program that does not know the store. What such a program puts at the name in
   * the last moment is put back, or kept in {@code .holdfast/rescued} and named by the outcome; in
   * that moment readers may see the new content though the operation fails.
   *
   * <p>What is durable on success, with {@link Durability#FULL}: the new content and the name. With
   * {@link Durability#OS_BUFFERED}: nothing yet.
   *
   * <p>On failure as {@link #replace(String, Buffer, WriteOptions)}; besides, not committed: {@link
   * ErrorCode#IDENTITY_MISMATCH} if something else is there, {@link ErrorCode#NOT_FOUND} if nothing
   * is; unknown: {@link ErrorCode#OUTCOME_UNKNOWN} if a third writer got in between, with the
   * residue saying where the foreign object is.
   *
   * <p>On a file system that cannot exchange two names in one step the comparison is {@link
   * Comparison#COOPERATIVE}, as {@link StoreCapabilities#comparison()} and the receipt say: a
   * program that takes no locks can lose a change that it makes in the last moment.
   *
   * @param path the file
   * @param expectation what it has to be; a content is compared by reading the file
   * @param content its new bytes, at most {@link ManagedStoreOptions#getMaxFileBytes()}; not to be
   *     changed before the future completes
   * @param options durability; copied; parents are never made, since the file is there
   * @return the receipt
   */
  Future<ReplaceReceipt> compareAndReplace(
      String path, Expectation expectation, Buffer content, WriteOptions options);

  /** How often {@link #update} begins anew. */
  int UPDATE_ATTEMPTS = 16;

  /**
   * Changes a file durably by what is in it: {@link #update(String, Function, WriteOptions)} with
   * the defaults.
   *
   * @param path the file
   * @param change gives the new content for what is there, empty if nothing is
   * @return the receipt
   */
  default Future<ReplaceReceipt> update(
      String path, Function<Optional<FileSnapshot>, Future<Buffer>> change) {
    return update(path, change, new WriteOptions());
  }

  /**
   * Changes a file by what is in it: reads it, asks for the new content, and writes that if the
   * file is still the one that was read; otherwise begins anew, {@value #UPDATE_ATTEMPTS} times at
   * most, at once. A missing file is published.
   *
   * <p>On failure as {@link #read}, {@link #publish(String, Buffer)} and {@link
   * #compareAndReplace(String, Expectation, Buffer)}; with the last of those if others were always
   * faster; with whatever the function fails with, and then nothing was changed.
   *
   * @param path the file
   * @param change gives the new content for what is there, empty if nothing is; called on the
   *     caller's context, once for each attempt
   * @param options durability, parents and fence; copied
   * @return the receipt; {@link ReplaceReceipt#created()} if the file was missing
   */
  Future<ReplaceReceipt> update(
      String path, Function<Optional<FileSnapshot>, Future<Buffer>> change, WriteOptions options);

  /**
   * Replaces a file by another one of the store, durably: {@link #replaceFrom(String, Expectation,
   * String, Expectation, WriteOptions)} with the defaults.
   *
   * @param source the new file, which is not at its path afterwards
   * @param expectedSource what it has to be
   * @param destination the file that is replaced
   * @param expectedDestination what it has to be
   * @return the receipt
   */
  default Future<ReplaceReceipt> replaceFrom(
      String source,
      Expectation expectedSource,
      String destination,
      Expectation expectedDestination) {
    return replaceFrom(
        source, expectedSource, destination, expectedDestination, new WriteOptions());
  }

  /**
   * Replaces a file by another one of the store, if both are the expected ones: the destination
   * changes in one step, nothing is copied, and the source's path is free afterwards. Between the
   * two readers may see the replaced file at the source's path; after a crash in between, the next
   * open or {@link #sweep} ends it. What somebody who does not know the store puts at the
   * destination in the last moment is put back.
   *
   * <p>What is durable on success, with {@link Durability#FULL}: the content, the destination's
   * name, and that the source's name is free.
   *
   * <p>On failure, not committed: {@link ErrorCode#NOT_FOUND} and {@link
   * ErrorCode#IDENTITY_MISMATCH} for either of the two, {@link ErrorCode#INVALID_PATH} if they are
   * one, {@link ErrorCode#BUSY}, {@link ErrorCode#CHANGED_CONCURRENTLY}, {@link
   * ErrorCode#READ_ONLY_HANDLE}; committed: {@link ErrorCode#DURABILITY_NOT_PROVABLE}, or the
   * replaced file could not be removed from the source's path, which is named by the residue then;
   * unknown: {@link ErrorCode#OUTCOME_UNKNOWN} if somebody who takes no locks changed one of the
   * names in the last moment: nothing is destroyed, and the residue names both.
   *
   * @param source the new file
   * @param expectedSource what it has to be
   * @param destination the file that is replaced
   * @param expectedDestination what it has to be
   * @param options durability and fence; copied
   * @return the receipt
   */
  Future<ReplaceReceipt> replaceFrom(
      String source,
      Expectation expectedSource,
      String destination,
      Expectation expectedDestination,
      WriteOptions options);

  /**
   * The older versions of a file, which replaces put aside ({@link
   * ManagedStoreOptions#setKeepHistory}). They are those of the path: a file that is moved leaves
   * its versions behind, and they stay when the file is removed.
   *
   * @param path the path of the file, which need not be there
   * @return the versions, newest first; empty if none are kept
   */
  Future<List<FileVersion>> history(String path);

  /**
   * Reads an older version of a file.
   *
   * <p>On failure: {@link ErrorCode#NOT_FOUND} if there is no such version or not any more, {@link
   * ErrorCode#TOO_LARGE}.
   *
   * @param path the path of the file, which need not be there
   * @param version the version's number, from {@link #history}
   * @return its content and identity, with digest
   */
  Future<FileSnapshot> readVersion(String path, long version);

  /**
   * Replaces a file durably by an older version of it: {@link #restore(String, long, WriteOptions)}
   * with the defaults.
   *
   * @param path the file
   * @param version the version's number, from {@link #history}
   * @return the receipt
   */
  default Future<ReplaceReceipt> restore(String path, long version) {
    return restore(path, version, new WriteOptions());
  }

  /**
   * Replaces a file by a copy of an older version of it, of any size, or publishes the copy if
   * nothing is there. What is replaced becomes the newest of the older versions; the one that is
   * restored stays among them as long as the bounds allow. Otherwise as {@link #replace(String,
   * Buffer, WriteOptions)}.
   *
   * <p>On failure as that; besides, not committed: {@link ErrorCode#NOT_FOUND} if there is no such
   * version or not any more.
   *
   * @param path the file
   * @param version the version's number, from {@link #history}
   * @param options durability, parents and fence; copied
   * @return the receipt
   */
  Future<ReplaceReceipt> restore(String path, long version, WriteOptions options);

  /**
   * Removes all older versions of a file, durably; the file itself is not touched. Removing a
   * secret from a store that keeps versions takes this and {@link #remove(String)}.
   *
   * <p>On failure, some may be removed: {@link ErrorCode#READ_ONLY_HANDLE}, {@link
   * ErrorCode#IO_ERROR}.
   *
   * @param path the path of the file, which need not be there
   * @return how many there were
   */
  Future<Integer> clearHistory(String path);

  /**
   * Appends a record durably, making the file if it is missing: {@link #append(String, Buffer,
   * AppendOptions)} with the defaults.
   *
   * @param path the file
   * @param record its bytes; not to be changed before the future completes
   * @return the receipt
   */
  default Future<AppendReceipt> append(String path, Buffer record) {
    return append(path, record, new AppendOptions());
  }

  /**
   * Appends a record to a file. The cost does not depend on the size of the file. Records never
   * mix, whatever process or thread they come from. Appends to one path that are called while
   * another one is being made durable are written together with one sync, without being delayed for
   * it; each has its own receipt, and they share their fate. A missing file is made, whole, with
   * the first record as its content.
   *
   * <p>Readers can see a record before it is durable, and the beginning of one that is being
   * written; under {@link Framing#LINES} what follows the last newline is no record. If a crash
   * left something there, the first append that finds it moves it to {@code .holdfast/rescued} and
   * names it in the receipt. A file without any newline is taken for a record that somebody forgot
   * to end.
   *
   * <p>What is durable on success, with {@link Durability#FULL}: the record, everything in front of
   * it, the name and every directory on the way. With {@link Durability#OS_BUFFERED}: nothing yet.
   *
   * <p>On failure, not committed (no byte of the record is there): {@link
   * ErrorCode#INVALID_REQUEST} (no bytes), {@link ErrorCode#TOO_LARGE}, {@link ErrorCode#NOT_FOUND}
   * (a missing file or parent that was not to be made), {@link ErrorCode#NOT_DIRECTORY}, {@link
   * ErrorCode#NOT_REGULAR_FILE}, {@link ErrorCode#HARD_LINK}, {@link ErrorCode#BUSY} if others keep
   * the file busy for two seconds, {@link ErrorCode#CAPACITY_EXCEEDED} (no room in {@code
   * rescued}), {@link ErrorCode#CHANGED_CONCURRENTLY}, {@link ErrorCode#DURABILITY_FAILED}, {@link
   * ErrorCode#READ_ONLY_HANDLE}, {@link ErrorCode#NO_SPACE}, {@link ErrorCode#QUOTA_EXCEEDED},
   * {@link ErrorCode#FILE_SIZE_LIMIT}, {@link ErrorCode#READ_ONLY_FILESYSTEM}, the ACL codes;
   * committed, but not proven durable: {@link ErrorCode#DURABILITY_NOT_PROVABLE} (do not append it
   * again); unknown: {@link ErrorCode#OUTCOME_UNKNOWN}, if somebody who takes no locks replaced the
   * file meanwhile, or a part of the record was written and could not be taken back: the residue
   * then holds {@code path@from-to}, the range of bytes.
   *
   * @param path the file
   * @param record its bytes, at least one and at most {@link
   *     ManagedStoreOptions#getMaxFileBytes()}, which limits one record and not the file; not to be
   *     changed before the future completes
   * @param options durability, framing and what to do if nothing is there; copied
   * @return the receipt
   */
  Future<AppendReceipt> append(String path, Buffer record, AppendOptions options);

  /**
   * Appends a record to a file if it is still the expected one, in the expected state: as {@link
   * #append(String, Buffer, AppendOptions)}, but a missing file is never made and fails with {@link
   * ErrorCode#NOT_FOUND}, another one, or one that changed, with {@link
   * ErrorCode#IDENTITY_MISMATCH}; neither changes anything. The receipt's identity is what to
   * expect next.
   *
   * @param path the file
   * @param record its bytes; not to be changed before the future completes
   * @param expected which file it has to be, from a read or an earlier receipt; the digest counts
   *     if the store knows its own
   * @param options durability and framing; copied
   * @return the receipt
   */
  Future<AppendReceipt> appendExpected(
      String path, Buffer record, FileIdentity expected, AppendOptions options);

  /**
   * Opens something to append many records to one file with: {@link #openAppender(String,
   * AppendOptions)} with the defaults.
   *
   * @param path the file
   * @return the appender
   */
  default Future<Appender> openAppender(String path) {
    return openAppender(path, new AppendOptions());
  }

  /**
   * Opens something to append many records to one file with, which says when it has more to do than
   * it should. Nothing is changed yet; a missing file is made by the first record.
   *
   * <p>On failure: {@link ErrorCode#NOT_FOUND} if the file is missing and not to be made, {@link
   * ErrorCode#NOT_REGULAR_FILE}, {@link ErrorCode#HARD_LINK}, {@link ErrorCode#READ_ONLY_HANDLE}.
   *
   * @param path the file
   * @param options durability, framing and what to do if nothing is there; copied
   * @return the appender
   */
  Future<Appender> openAppender(String path, AppendOptions options);

  /**
   * Removes a file durably: {@link #remove(String, WriteOptions)} with the defaults.
   *
   * @param path the file
   * @return the receipt
   */
  default Future<RemoveReceipt> remove(String path) {
    return remove(path, new WriteOptions());
  }

  /**
   * Removes a file. Success means gone, its space included as soon as nobody has it open. Works on
   * a full disk. An object of somebody else that gets to the name in the same moment is put back,
   * or kept in {@code .holdfast/rescued} and named by the outcome; it is never deleted.
   *
   * <p>What is durable on success, with {@link Durability#FULL}: that the name is free.
   *
   * <p>On failure, not committed: {@link ErrorCode#NOT_FOUND}, {@link ErrorCode#NOT_REGULAR_FILE}
   * (also for directories), {@link ErrorCode#HARD_LINK}, {@link ErrorCode#IDENTITY_MISMATCH},
   * {@link ErrorCode#BUSY}, {@link ErrorCode#READ_ONLY_HANDLE}; committed, but not proven durable:
   * {@link ErrorCode#DURABILITY_NOT_PROVABLE}; unknown: {@link ErrorCode#OUTCOME_UNKNOWN}.
   *
   * @param path the file
   * @param options durability; copied
   * @return the receipt
   */
  Future<RemoveReceipt> remove(String path, WriteOptions options);

  /**
   * Removes a file if it is the expected one, as {@link #remove(String, WriteOptions)}; if it is
   * not, nothing is changed and that is {@link ErrorCode#IDENTITY_MISMATCH}.
   *
   * @param path the file
   * @param expectation what it has to be; a content is compared by reading the file
   * @param options durability; copied
   * @return the receipt
   */
  Future<RemoveReceipt> removeExpected(String path, Expectation expectation, WriteOptions options);

  /**
   * Removes a file durably if it is the expected one.
   *
   * @param path the file
   * @param expectation what it has to be
   * @return the receipt
   */
  default Future<RemoveReceipt> removeExpected(String path, Expectation expectation) {
    return removeExpected(path, expectation, new WriteOptions());
  }

  /**
   * Gives a file another path, without replacing: in one step it has the new path and no longer the
   * old one. What somebody who does not know the store puts at the old name in the last moment goes
   * back to it.
   *
   * <p>What is durable on success, with {@link Durability#FULL}: the content, that the file has its
   * new path, every directory on the way to it, and that the old name is free.
   *
   * <p>On failure, not committed: {@link ErrorCode#NOT_FOUND} and {@link
   * ErrorCode#IDENTITY_MISMATCH} for the source, {@link ErrorCode#DESTINATION_CONFLICT} if anything
   * is at the destination, {@link ErrorCode#INVALID_PATH} if the two are one, {@link
   * ErrorCode#BUSY}, {@link ErrorCode#READ_ONLY_HANDLE} and what {@link #publish(String, Buffer,
   * WriteOptions)} says about parents; committed, but not proven durable: {@link
   * ErrorCode#DURABILITY_NOT_PROVABLE}; unknown: {@link ErrorCode#OUTCOME_UNKNOWN}.
   *
   * @param source the file
   * @param destination its new path
   * @param expectation what it has to be
   * @param options durability, and whether missing parents of the destination are made; copied
   * @return the receipt
   */
  Future<MoveReceipt> move(
      String source, String destination, Expectation expectation, WriteOptions options);

  /**
   * Moves a file durably, making missing parents.
   *
   * @param source the file
   * @param destination its new path
   * @param expectation what it has to be
   * @return the receipt
   */
  default Future<MoveReceipt> move(String source, String destination, Expectation expectation) {
    return move(source, destination, expectation, new WriteOptions());
  }

  /**
   * Publishes a copy of a file, as {@link #publish(String, Buffer, WriteOptions)} does: of one
   * whole version of it, which is the expected one. The source is not changed.
   *
   * <p>On failure as {@link #publish(String, Buffer, WriteOptions)}, and as {@link #readExpected}
   * about the source, with nothing committed.
   *
   * @param source the file, at most {@link ManagedStoreOptions#getMaxFileBytes()} long
   * @param destination the path of the copy
   * @param expectation what the file has to be
   * @param options durability and parents; copied
   * @return the receipt of the copy
   */
  Future<PublishReceipt> copy(
      String source, String destination, Expectation expectation, WriteOptions options);

  /**
   * Takes a file out of the store durably: {@link #consume(String, WriteOptions)} with the
   * defaults.
   *
   * @param path the file
   * @return what was in it
   */
  default Future<ConsumeReceipt> consume(String path) {
    return consume(path, new WriteOptions());
  }

  /**
   * Takes a file out of the store: reads it and removes exactly what was read. Of several
   * consumers, also in other processes, at most one gets it.
   *
   * <p>What is durable on success, with {@link Durability#FULL}: that the name is free. On failure
   * as {@link #read} and {@link #removeExpected(String, Expectation)}: if the outcome is committed
   * or unknown, the content is not delivered to anybody.
   *
   * @param path the file
   * @param options durability and fence; copied
   * @return what was in it
   */
  Future<ConsumeReceipt> consume(String path, WriteOptions options);

  /**
   * Takes a file out of its path durably and keeps it: {@link #detach(String, Expectation,
   * WriteOptions)} with the defaults.
   *
   * @param path the file
   * @param expectation what it has to be
   * @return the receipt
   */
  default Future<DetachReceipt> detach(String path, Expectation expectation) {
    return detach(path, expectation, new WriteOptions());
  }

  /**
   * Takes a file out of its path, if it is the expected one, and keeps it where nobody reads it:
   * for a removal that may have to be taken back. It stays there, across restarts, until it is
   * {@linkplain #attach attached} again or {@linkplain #discard discarded}; {@link #detached} finds
   * those whose receipts are lost. What somebody who does not know the store puts at the name in
   * the last moment goes back to it.
   *
   * <p>What is durable on success, with {@link Durability#FULL}: the content, the place where it is
   * kept, and that the name is free.
   *
   * <p>On failure as {@link #removeExpected(String, Expectation)}, and as {@link #publish(String,
   * Buffer)} about the place.
   *
   * @param path the file
   * @param expectation what it has to be
   * @param options durability and fence; copied
   * @return the receipt
   */
  Future<DetachReceipt> detach(String path, Expectation expectation, WriteOptions options);

  /**
   * Gives a detached file the path back that it had, durably: {@link #attach(DetachedFile, String,
   * WriteOptions)} with the defaults.
   *
   * @param file the file
   * @return the receipt
   */
  default Future<MoveReceipt> attach(DetachedFile file) {
    return attach(file, file.path(), new WriteOptions());
  }

  /**
   * Gives a detached file a path again, without replacing, if it is still exactly the one that was
   * detached.
   *
   * <p>On failure as {@link #move(String, String, Expectation, WriteOptions)}: {@link
   * ErrorCode#NOT_FOUND} if it was attached or discarded already, or is known by another path here
   * since it was detached from a store on another directory, {@link ErrorCode#DESTINATION_CONFLICT}
   * if anything is at the path; besides {@link ErrorCode#INVALID_REQUEST} for an id that is none.
   * The file stays detached then.
   *
   * @param file the file, from a receipt or from {@link #detached}
   * @param path its path
   * @param options durability, parents and fence; copied
   * @return the receipt
   */
  Future<MoveReceipt> attach(DetachedFile file, String path, WriteOptions options);

  /**
   * Removes a detached file durably.
   *
   * @param file the file
   * @return the receipt
   */
  default Future<RemoveReceipt> discard(DetachedFile file) {
    return discard(file, new WriteOptions());
  }

  /**
   * Removes a detached file, if it is still exactly the one that was detached; as {@link
   * #removeExpected(String, Expectation, WriteOptions)}.
   *
   * @param file the file, from a receipt or from {@link #detached}
   * @param options durability and fence; copied
   * @return the receipt
   */
  Future<RemoveReceipt> discard(DetachedFile file, WriteOptions options);

  /**
   * The files that are detached; of a {@link #subtree} those that were below its directory.
   *
   * @return the files, in no particular order, as they are now
   */
  Future<List<DetachedFile>> detached();

  /**
   * Publishes a record that something is gone or has moved, durably and without replacing. It is an
   * ordinary file with one line of JSON; {@link #readTombstone} reads it back.
   *
   * @param path the path of the record, which must be free
   * @param tombstone the record
   * @return the receipt; failures as {@link #publish(String, Buffer)}
   */
  default Future<PublishReceipt> publishTombstone(String path, Tombstone tombstone) {
    return publish(path, tombstone.toBuffer());
  }

  /**
   * Reads a record that {@link #publishTombstone} published.
   *
   * <p>On failure as {@link #read}; and {@link ErrorCode#INVALID_REQUEST} if the file is no such
   * record.
   *
   * @param path the path of the record
   * @return the record
   */
  default Future<Tombstone> readTombstone(String path) {
    return read(path).map(snapshot -> Tombstone.of(path, snapshot.content()));
  }

  /**
   * Removes a file if there is one: as {@link #remove(String)}, but a missing one is no failure.
   *
   * @param path the file
   * @return whether there was one
   */
  default Future<Boolean> removeIfExists(String path) {
    return remove(path)
        .map(true)
        .recover(
            e ->
                e instanceof StoreException failure && failure.code() == ErrorCode.NOT_FOUND
                    ? Future.succeededFuture(false)
                    : Future.failedFuture(e));
  }

  /**
   * Reads a whole file as it was at one instant. What is returned may be so new that its durability
   * is not proven yet.
   *
   * <p>On failure: {@link ErrorCode#NOT_FOUND}, {@link ErrorCode#NOT_REGULAR_FILE}, {@link
   * ErrorCode#HARD_LINK}, {@link ErrorCode#TOO_LARGE} (never a part), {@link
   * ErrorCode#CHANGED_CONCURRENTLY} (it kept changing; worth repeating).
   *
   * @param path the file
   * @return its content and identity, with digest
   */
  Future<FileSnapshot> read(String path);

  /**
   * Reads a whole file if it is the expected one.
   *
   * <p>On failure as {@link #read}; and {@link ErrorCode#IDENTITY_MISMATCH} if it is another one,
   * or in another state.
   *
   * @param path the file
   * @param expectation what it has to be
   * @return its content and identity, with digest
   */
  Future<FileSnapshot> readExpected(String path, Expectation expectation);

  /**
   * Reads the beginning of a file of any size, as it was at one instant; fails as {@link #read}
   * does, {@link ErrorCode#TOO_LARGE} excepted.
   *
   * @param path the file
   * @param length how many bytes are wanted, 0 to {@link ManagedStoreOptions#getMaxFileBytes()};
   *     fewer are returned if the file is shorter
   * @return its beginning
   * @throws IllegalArgumentException if the length is out of range
   */
  Future<FilePrefix> readPrefix(String path, int length);

  /**
   * Tells whether anything is at a path: a file, a directory or something else. False only if it is
   * proven that nothing is there; an error on the way is a failure.
   *
   * @param path the path
   * @return whether something is there
   */
  Future<Boolean> exists(String path);

  /**
   * Tells which file is at a path, without reading it.
   *
   * <p>On failure: {@link ErrorCode#NOT_FOUND}, {@link ErrorCode#NOT_REGULAR_FILE}, {@link
   * ErrorCode#HARD_LINK}.
   *
   * @param path the file
   * @return its identity, without digest
   */
  Future<FileIdentity> identify(String path);

  /**
   * Lists the first page of a directory: {@link #list(String, ListOptions)} with the defaults.
   *
   * @param directory the directory, {@code ""} for the root
   * @return its first entries
   */
  default Future<ListPage> list(String directory) {
    return list(directory, new ListOptions());
  }

  /**
   * Lists a directory by pages, ordered by the bytes of the names. Entries that are there during
   * the whole listing appear exactly once; others may or may not. Each page reads all names of the
   * directory, and one set of attributes for each entry that it returns. The store's own directory
   * is left out.
   *
   * <p>On failure: {@link ErrorCode#NOT_FOUND}, {@link ErrorCode#NOT_DIRECTORY}, {@link
   * ErrorCode#NOT_UTF8}.
   *
   * @param directory the directory, {@code ""} for the root
   * @param options which part; copied
   * @return the page
   */
  Future<ListPage> list(String directory, ListOptions options);

  /**
   * Makes a directory and its missing parents, owner-only. One that exists is verified and left as
   * it is.
   *
   * <p>What is durable on success: every directory on the way.
   *
   * <p>On failure: {@link ErrorCode#NOT_DIRECTORY}, {@link ErrorCode#NESTED_ROOT}, {@link
   * ErrorCode#READ_ONLY_HANDLE}, the ACL codes, {@link ErrorCode#NO_SPACE}, {@link
   * ErrorCode#DURABILITY_NOT_PROVABLE}. Parents that were made stay.
   *
   * @param path the directory
   * @return the receipt
   */
  Future<DirectoryReceipt> ensureDirectory(String path);

  /**
   * Publishes a new file durably whose content comes in pieces: {@link #writeStream(String,
   * WriteStreamOptions)} with the defaults.
   *
   * @param path the path of a file that must not exist
   * @return the stream
   */
  default StoreWriteStream writeStream(String path) {
    return writeStream(path, new WriteStreamOptions());
  }

  /**
   * Publishes or replaces a file whose content comes in pieces, of any size, in constant memory.
   * Returns at once; what prevents the stream, an invalid path included, is its failure. Nobody
   * sees anything of it before {@link StoreWriteStream#end()}, and only then it takes its turn
   * among the operations on its path.
   *
   * @param path the path of the file
   * @param options whether it replaces, durability, what the content has to be; copied
   * @return the stream, to be ended or abandoned
   */
  StoreWriteStream writeStream(String path, WriteStreamOptions options);

  /**
   * Reads a whole file in pieces: {@link #readStream(String, ReadStreamOptions)} with the defaults.
   *
   * @param path the file
   * @return the stream
   */
  default StoreReadStream readStream(String path) {
    return readStream(path, new ReadStreamOptions());
  }

  /**
   * Reads a file of any size, or a part of it, in pieces and in constant memory. Returns at once;
   * the file is opened after the operations that were called before on its path, and what prevents
   * that is the stream's failure. What is read is the version that was opened.
   *
   * @param path the file
   * @param options which part, and how; copied
   * @return the stream, to be read to its end or closed
   */
  StoreReadStream readStream(String path, ReadStreamOptions options);

  /**
   * Checks that the root's path still means the directory that was opened. Every operation does so
   * by itself; this asks at a moment of the caller's choice.
   *
   * <p>On failure: {@link ErrorCode#ROOT_BINDING_CHANGED}, also if it cannot be told.
   *
   * @return completes if it does
   */
  Future<Void> assertBound();

  /**
   * Looks whether the root, the store's own directory and what is directly in that are owner-only:
   * owner, mode, both ACLs. Changes nothing, and costs the same whatever is in the store.
   *
   * <p>A fault is a finding and no failure. On failure: {@link ErrorCode#ROOT_BINDING_CHANGED},
   * {@link ErrorCode#NO_DESCRIPTORS}, {@link ErrorCode#IO_ERROR} if not even the root can be looked
   * at.
   *
   * <p>Of a {@link #subtree} it looks at its own directory alone.
   *
   * @return what was found; never truncated
   */
  Future<SecurityReport> verifyRootSecurity();

  /**
   * Looks whether everything below the root is owner-only, with the default limits: {@link
   * #verifyTree(AuditOptions)}.
   *
   * @return what was found
   */
  default Future<SecurityReport> verifyTree() {
    return verifyTree(new AuditOptions());
  }

  /**
   * Looks whether the root and everything below it is owner-only, the store's own directory
   * included: owner, mode, both ACLs, one name for each file, only files and directories, no other
   * mount, names that are UTF-8. Follows no link, enters no mount, opens no device, FIFO or socket,
   * and changes nothing; works on read-only handles. Takes one worker thread for as long as it
   * lasts, and a dozen descriptors whatever the depth of the tree.
   *
   * <p>Of a {@link #subtree} it begins at its own directory; the store's own is not below that.
   *
   * <p>The store may be used meanwhile: what is made or removed during the audit may or may not be
   * looked at. What cannot be looked at is a finding; what a limit leaves out is told by {@link
   * SecurityReport#truncated}. On failure as {@link #verifyRootSecurity()}.
   *
   * @param options its limits, and what is told of the progress; copied
   * @return what was found
   */
  Future<SecurityReport> verifyTree(AuditOptions options);

  /**
   * Repairs modes and ACLs that an audit found to be wrong, with the default limits: {@link
   * #repair(SecurityReport, RepairOptions)}.
   *
   * @param report what {@link #verifyTree} or {@link #verifyRootSecurity} found
   * @return what was done about each finding
   */
  default Future<RepairReport> repair(SecurityReport report) {
    return repair(report, new RepairOptions());
  }

  /**
   * Repairs modes and ACLs that an audit found to be wrong. Each object is opened again below the
   * root, without following a link or entering a mount, and has to be the one that was found; it
   * gets mode 0600 or 0700, loses its ACLs, is verified again and synced. Nothing else is changed.
   *
   * <p>Refused, each by the result of its finding: objects of another user, files with several
   * names, links, FIFOs, sockets, devices, mounts, names that are not UTF-8, and what is another
   * object by now. An owner's file that its mode does not let this process read is refused with
   * {@link ErrorCode#PERMISSION_DENIED} unless it runs as root.
   *
   * <p>On failure, before anything was changed: {@link ErrorCode#READ_ONLY_HANDLE}, {@link
   * ErrorCode#ROOT_BINDING_CHANGED}, {@link ErrorCode#IO_ERROR}. If the binding changes later, the
   * remaining findings are refused.
   *
   * @param report what {@link #verifyTree} or {@link #verifyRootSecurity} found
   * @param options how far to go; copied
   * @return what was done about each finding
   */
  Future<RepairReport> repair(SecurityReport report, RepairOptions options);

  /**
   * Looks whether one object is owner-only, and tells what the kernel said about its ACLs. Follows
   * no link and changes nothing; works on read-only handles.
   *
   * <p>What is wrong with the object is a {@link SecurityEnvelope.Failure} and no failure of the
   * future: an object of another type is {@link ErrorCode#NOT_DIRECTORY} whatever was expected. On
   * failure, for reasons that are none of {@link SecurityEnvelope#CODES}: {@link
   * ErrorCode#ROOT_BINDING_CHANGED}, {@link ErrorCode#INVALID_PATH}, {@link ErrorCode#MOUNT},
   * {@link ErrorCode#PERMISSION_DENIED}, {@link ErrorCode#NO_DESCRIPTORS}.
   *
   * @param path its path, {@code ""} for the root
   * @param kind what it has to be
   * @return how that ended
   */
  Future<SecurityEnvelope> verifySecurity(String path, SecurityEnvelope.Kind kind);

  /**
   * Makes one object of ours owner-only, durably, and tells what the kernel said about its ACLs:
   * mode 0600 or 0700, no ACL, all of it verified. An object that is right already has its mode set
   * all the same.
   *
   * <p>Failures are told as by {@link #verifySecurity}; besides, of the future: {@link
   * ErrorCode#READ_ONLY_HANDLE}, {@link ErrorCode#HARD_LINK} for a file with several names, {@link
   * ErrorCode#UNSUPPORTED_FILESYSTEM} if the mode does not stay. The object may have been changed
   * in part then, never to let more people in.
   *
   * @param path its path, {@code ""} for the root
   * @param kind what it has to be
   * @return how that ended
   */
  Future<SecurityEnvelope> applySecurity(String path, SecurityEnvelope.Kind kind);

  /**
   * What opening this handle did about objects that were there and were not owner-only, as far as
   * {@link ManagedStoreOptions#setSecurityPolicy} let it.
   *
   * @return the report
   */
  OpeningSecurity openingSecurity();

  /**
   * What the root's file system can do.
   *
   * @return what was found when the store was opened
   */
  StoreCapabilities capabilities();

  /**
   * Finishes what processes that died since the store was opened have left, as opening does, and
   * removes all older versions that exceed their bounds; called on a {@link #subtree}, in all of
   * the outermost root. Nothing that a living process works on is touched. A server that runs for
   * months may call it now and then.
   *
   * <p>On failure: {@link ErrorCode#READ_ONLY_HANDLE}, {@link ErrorCode#IO_ERROR}; what was done is
   * done.
   *
   * @return what was found
   */
  Future<SweepReport> sweep();

  /**
   * What dead processes had left, and what became of it, when this process opened the store first;
   * of a {@link #subtree}, in all of the outermost root.
   *
   * @return the report; nothing for read-only handles, which do not look
   */
  RecoveryReport recovery();

  /**
   * The options the store was opened with; of a {@link #subtree} those of the outermost one.
   *
   * @return a copy
   */
  ManagedStoreOptions options();

  /**
   * Where this store is.
   *
   * @return the path of its directory below the outermost root, {@code ""} unless it is a {@link
   *     #subtree}
   */
  String path();

  /**
   * What the application calls the whole that this store belongs to; the same for a store and every
   * {@link #subtree} of it, however deep.
   *
   * @return what {@link ManagedStoreOptions#setProfileRoot} set; if nothing was, the outermost
   *     root's path as it was set
   */
  String profileRoot();

  /**
   * Closes this handle: operations that were called before are carried through, streams whose end
   * was called included; other streams fail with {@link ErrorCode#CLOSED}, those that write without
   * a trace; later calls fail with it too, then descriptors are closed. Idempotent; never fails.
   *
   * @return completes when everything is done
   */
  Future<Void> close();
}
