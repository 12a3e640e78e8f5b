package dev.holdfast;

import io.vertx.core.json.JsonObject;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a store is and how it is used. The store takes a copy when it is opened; later changes have
 * no effect on it.
 *
 * <p>The JSON form has exactly these keys, each optional but {@code root}: {@code root}, {@code
 * profileRoot} (strings), {@code readOnly}, {@code syncfs} (booleans), {@code securityPolicy} (the
 * constant's name in lower case), {@code maxFileBytes}, {@code maxPendingOperations}, {@code
 * dataThreads}, {@code keepHistory}, {@code historyMaxAgeMillis}, {@code historyMaxBytes} (whole
 * numbers). Anything else is refused with {@link ErrorCode#INVALID_OPTIONS}.
 */
public final class ManagedStoreOptions {
  /** The default of {@link #isReadOnly()}: the store can be changed. */
  public static final boolean DEFAULT_READ_ONLY = false;

  /** The default of {@link #getSecurityPolicy()}: what is there already is not changed. */
  public static final SecurityPolicy DEFAULT_SECURITY_POLICY = SecurityPolicy.VERIFY_FIRST;

  /** The default of {@link #getMaxFileBytes()}: 64 MiB. */
  public static final int DEFAULT_MAX_FILE_BYTES = 64 * 1024 * 1024;

  /** The most that {@link #setMaxFileBytes(int)} accepts: 1 GiB; larger content is for streams. */
  public static final int MAX_MAX_FILE_BYTES = 1024 * 1024 * 1024;

  /** The default of {@link #getMaxPendingOperations()}: 16,384 operations. */
  public static final int DEFAULT_MAX_PENDING_OPERATIONS = 16_384;

  /** The most that {@link #setMaxPendingOperations(int)} accepts. */
  public static final int MAX_MAX_PENDING_OPERATIONS = 1_000_000;

  /** The default of {@link #getDataThreads()}: 4 threads; ext4 gains nothing from more. */
  public static final int DEFAULT_DATA_THREADS = 4;

  /** The most that {@link #setDataThreads(int)} accepts. */
  public static final int MAX_DATA_THREADS = 64;

  /** The default of {@link #isSyncfs()}: large batches may sync the whole file system. */
  public static final boolean DEFAULT_SYNCFS = true;

  /** The default of {@link #getKeepHistory()}: what is replaced is dropped. */
  public static final int DEFAULT_KEEP_HISTORY = 0;

  /** The most that {@link #setKeepHistory(int)} accepts. */
  public static final int MAX_KEEP_HISTORY = 10_000;

  /** The default of {@link #getHistoryMaxAgeMillis()}: no limit. */
  public static final long DEFAULT_HISTORY_MAX_AGE_MILLIS = Long.MAX_VALUE;

  /** The default of {@link #getHistoryMaxBytes()}: no limit. */
  public static final long DEFAULT_HISTORY_MAX_BYTES = Long.MAX_VALUE;

  private @Nullable String root;
  private @Nullable String profileRoot;
  private boolean readOnly = DEFAULT_READ_ONLY;
  private SecurityPolicy securityPolicy = DEFAULT_SECURITY_POLICY;
  private int maxFileBytes = DEFAULT_MAX_FILE_BYTES;
  private int maxPendingOperations = DEFAULT_MAX_PENDING_OPERATIONS;
  private int dataThreads = DEFAULT_DATA_THREADS;
  private boolean syncfs = DEFAULT_SYNCFS;
  private int keepHistory = DEFAULT_KEEP_HISTORY;
  private long historyMaxAgeMillis = DEFAULT_HISTORY_MAX_AGE_MILLIS;
  private long historyMaxBytes = DEFAULT_HISTORY_MAX_BYTES;

  /** The defaults; the root has to be set. */
  public ManagedStoreOptions() {}

  /**
   * A copy.
   *
   * @param other what to copy
   */
  public ManagedStoreOptions(ManagedStoreOptions other) {
    root = other.root;
    profileRoot = other.profileRoot;
    readOnly = other.readOnly;
    securityPolicy = other.securityPolicy;
    maxFileBytes = other.maxFileBytes;
    maxPendingOperations = other.maxPendingOperations;
    dataThreads = other.dataThreads;
    syncfs = other.syncfs;
    keepHistory = other.keepHistory;
    historyMaxAgeMillis = other.historyMaxAgeMillis;
    historyMaxBytes = other.historyMaxBytes;
  }

  /**
   * Options from their JSON form.
   *
   * @param json the options
   * @throws RequestException with {@link ErrorCode#INVALID_OPTIONS} for an unknown key, a value of
   *     the wrong type or one out of range; the message names the key
   */
  public ManagedStoreOptions(JsonObject json) {
    StrictJson in = new StrictJson("options", json);
    root = in.string("root");
    profileRoot = in.string("profileRoot");
    readOnly = in.bool("readOnly", DEFAULT_READ_ONLY);
    securityPolicy = in.constant("securityPolicy", SecurityPolicy.class, DEFAULT_SECURITY_POLICY);
    maxFileBytes = (int) in.integer("maxFileBytes", DEFAULT_MAX_FILE_BYTES, 1, MAX_MAX_FILE_BYTES);
    maxPendingOperations =
        (int)
            in.integer(
                "maxPendingOperations",
                DEFAULT_MAX_PENDING_OPERATIONS,
                1,
                MAX_MAX_PENDING_OPERATIONS);
    dataThreads = (int) in.integer("dataThreads", DEFAULT_DATA_THREADS, 1, MAX_DATA_THREADS);
    syncfs = in.bool("syncfs", DEFAULT_SYNCFS);
    keepHistory = (int) in.integer("keepHistory", DEFAULT_KEEP_HISTORY, 0, MAX_KEEP_HISTORY);
    historyMaxAgeMillis =
        in.integer("historyMaxAgeMillis", DEFAULT_HISTORY_MAX_AGE_MILLIS, 1, Long.MAX_VALUE);
    historyMaxBytes = in.integer("historyMaxBytes", DEFAULT_HISTORY_MAX_BYTES, 1, Long.MAX_VALUE);
    in.finish();
  }

  /**
   * The JSON form.
   *
   * @return an object that the JSON constructor reads back
   */
  public JsonObject toJson() {
    JsonObject json = new JsonObject();
    if (root != null) {
      json.put("root", root);
    }
    if (profileRoot != null) {
      json.put("profileRoot", profileRoot);
    }
    if (historyMaxAgeMillis != DEFAULT_HISTORY_MAX_AGE_MILLIS) {
      json.put("historyMaxAgeMillis", historyMaxAgeMillis);
    }
    if (historyMaxBytes != DEFAULT_HISTORY_MAX_BYTES) {
      json.put("historyMaxBytes", historyMaxBytes);
    }
    return json.put("readOnly", readOnly)
        .put("securityPolicy", StrictFields.lower(securityPolicy))
        .put("maxFileBytes", maxFileBytes)
        .put("maxPendingOperations", maxPendingOperations)
        .put("dataThreads", dataThreads)
        .put("syncfs", syncfs)
        .put("keepHistory", keepHistory);
  }

  /**
   * The directory that the store lives in.
   *
   * @return the path as it was set, or null if it was not
   */
  public @Nullable String getRoot() {
    return root;
  }

  /**
   * Sets the directory that the store lives in. It and its missing parents are made, 0700; one that
   * exists must be a directory of the current user, 0700 and without ACL. Symbolic links above it
   * are followed, it must not be one itself. A relative path starts at the working directory. A
   * {@code String}, since {@code java.nio.file.Path} cannot express every name in every locale.
   *
   * @param root the path; required
   * @return this
   */
  public ManagedStoreOptions setRoot(String root) {
    this.root = Objects.requireNonNull(root, "root");
    return this;
  }

  /**
   * What {@link ManagedStore#profileRoot()} reports.
   *
   * @return the text as it was set, or null for the root's path
   */
  public @Nullable String getProfileRoot() {
    return profileRoot;
  }

  /**
   * Sets what {@link ManagedStore#profileRoot()} reports, of this store and of every subtree opened
   * from it, however deep: a name or a path by which the application finds what belongs to all of
   * them, its caches for example. The library does nothing with it.
   *
   * @param profileRoot any text; default null, which stands for the root's path as it was set
   * @return this
   */
  public ManagedStoreOptions setProfileRoot(@Nullable String profileRoot) {
    this.profileRoot = profileRoot;
    return this;
  }

  /**
   * Whether this handle refuses every change.
   *
   * @return true if it does
   */
  public boolean isReadOnly() {
    return readOnly;
  }

  /**
   * Sets whether this handle refuses every change. Opening such a handle writes nothing either, and
   * works on any owner-only directory, also one that never was a store.
   *
   * @param readOnly true to refuse changes; default false
   * @return this
   */
  public ManagedStoreOptions setReadOnly(boolean readOnly) {
    this.readOnly = readOnly;
    return this;
  }

  /**
   * What opening does about objects that are not owner-only.
   *
   * @return the policy
   */
  public SecurityPolicy getSecurityPolicy() {
    return securityPolicy;
  }

  /**
   * Sets what opening does about objects that are there already and are not owner-only; {@link
   * ManagedStore#openingSecurity} tells what it did. Each opening goes by its own policy, also of a
   * root that is open in this process already.
   *
   * @param securityPolicy the policy; default {@link SecurityPolicy#VERIFY_FIRST}, the only one
   *     that goes together with {@link #setReadOnly} ({@link ErrorCode#OPTIONS_CONFLICT} otherwise)
   * @return this
   */
  public ManagedStoreOptions setSecurityPolicy(SecurityPolicy securityPolicy) {
    this.securityPolicy = Objects.requireNonNull(securityPolicy, "securityPolicy");
    return this;
  }

  /**
   * The largest content of one operation.
   *
   * @return bytes
   */
  public int getMaxFileBytes() {
    return maxFileBytes;
  }

  /**
   * Sets the largest content that one operation reads or writes; more fails with {@link
   * ErrorCode#TOO_LARGE}. All writable handles on one root must agree, and all read-only ones.
   *
   * @param maxFileBytes bytes, 1 to {@value #MAX_MAX_FILE_BYTES}; default {@value
   *     #DEFAULT_MAX_FILE_BYTES}
   * @return this
   * @throws IllegalArgumentException if it is out of range
   */
  public ManagedStoreOptions setMaxFileBytes(int maxFileBytes) {
    this.maxFileBytes = inRange("maxFileBytes", maxFileBytes, MAX_MAX_FILE_BYTES);
    return this;
  }

  /**
   * How many operations may be under way or waiting on this handle.
   *
   * @return the number of operations
   */
  public int getMaxPendingOperations() {
    return maxPendingOperations;
  }

  /**
   * Sets how many operations may be under way or waiting on this handle; one more fails at once
   * with {@link ErrorCode#BUSY}.
   *
   * @param maxPendingOperations 1 to {@value #MAX_MAX_PENDING_OPERATIONS}; default {@value
   *     #DEFAULT_MAX_PENDING_OPERATIONS}
   * @return this
   * @throws IllegalArgumentException if it is out of range
   */
  public ManagedStoreOptions setMaxPendingOperations(int maxPendingOperations) {
    this.maxPendingOperations =
        inRange("maxPendingOperations", maxPendingOperations, MAX_MAX_PENDING_OPERATIONS);
    return this;
  }

  /**
   * How many threads do the file work of all stores of one Vert.x instance.
   *
   * @return the number of threads
   */
  public int getDataThreads() {
    return dataThreads;
  }

  /**
   * Sets how many threads do the file work of all stores of one Vert.x instance. All its stores
   * must agree.
   *
   * @param dataThreads 1 to {@value #MAX_DATA_THREADS}; default {@value #DEFAULT_DATA_THREADS}
   * @return this
   * @throws IllegalArgumentException if it is out of range
   */
  public ManagedStoreOptions setDataThreads(int dataThreads) {
    this.dataThreads = inRange("dataThreads", dataThreads, MAX_DATA_THREADS);
    return this;
  }

  /**
   * Whether large batches may sync the whole file system.
   *
   * @return true if they may
   */
  public boolean isSyncfs() {
    return syncfs;
  }

  /**
   * Sets whether a batch of 8 or more concurrent publishes and replaces may be made durable by one
   * sync of the whole file system (syncfs) instead of one sync for each file, which is several
   * times as fast. <b>Such a sync also writes out what other programs have left to be written on
   * the same file system</b>: they pay for it, and the batch waits for it. It is only used where it
   * proves durability ({@link StoreCapabilities#syncFs()}), and rests for a while after it took 20
   * milliseconds or more. Each handle decides for its own batches.
   *
   * @param syncfs false to sync each file by itself, always; default true
   * @return this
   */
  public ManagedStoreOptions setSyncfs(boolean syncfs) {
    this.syncfs = syncfs;
    return this;
  }

  /**
   * How many older versions of each file are kept.
   *
   * @return the number of versions; 0 if what is replaced is dropped
   */
  public int getKeepHistory() {
    return keepHistory;
  }

  /**
   * Sets how many older versions of each file are kept: what a replace of any kind replaces is not
   * removed, but moved to {@code .holdfast/history}, where {@link ManagedStore#history} and {@link
   * ManagedStore#restore} find it. The oldest ones go as soon as there are more, or they exceed one
   * of the other two bounds, when the file is replaced again; of files that are not, when the store
   * is opened, step by step, and by {@link ManagedStore#sweep}. Appends make no versions, and a
   * remove makes none and leaves those that there are.
   *
   * <p>With 0 nothing is kept, and what was kept before is neither used up nor removed. All
   * writable handles on one root must agree on all three bounds. Needs a file system that can
   * exchange two names in one step ({@link StoreCapabilities#renameExchange()}): otherwise opening
   * fails with {@link ErrorCode#UNSUPPORTED_FILESYSTEM}.
   *
   * @param keepHistory 0 to {@value #MAX_KEEP_HISTORY}; default {@value #DEFAULT_KEEP_HISTORY}
   * @return this
   * @throws IllegalArgumentException if it is out of range
   */
  public ManagedStoreOptions setKeepHistory(int keepHistory) {
    if (keepHistory != 0) {
      inRange("keepHistory", keepHistory, MAX_KEEP_HISTORY);
    }
    this.keepHistory = keepHistory;
    return this;
  }

  /**
   * How long older versions are kept.
   *
   * @return milliseconds
   */
  public long getHistoryMaxAgeMillis() {
    return historyMaxAgeMillis;
  }

  /**
   * Sets how long an older version is kept after it was replaced, by the time of day. Has no effect
   * unless versions are kept at all ({@link #setKeepHistory}).
   *
   * @param historyMaxAgeMillis milliseconds, at least 1; default no limit
   * @return this
   * @throws IllegalArgumentException if it is out of range
   */
  public ManagedStoreOptions setHistoryMaxAgeMillis(long historyMaxAgeMillis) {
    this.historyMaxAgeMillis = positive("historyMaxAgeMillis", historyMaxAgeMillis);
    return this;
  }

  /**
   * How many bytes the older versions of one file may have.
   *
   * @return bytes
   */
  public long getHistoryMaxBytes() {
    return historyMaxBytes;
  }

  /**
   * Sets how many bytes all older versions of one file together may have. Has no effect unless
   * versions are kept at all ({@link #setKeepHistory}).
   *
   * @param historyMaxBytes bytes, at least 1; default no limit
   * @return this
   * @throws IllegalArgumentException if it is out of range
   */
  public ManagedStoreOptions setHistoryMaxBytes(long historyMaxBytes) {
    this.historyMaxBytes = positive("historyMaxBytes", historyMaxBytes);
    return this;
  }

  private static long positive(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " is " + value + ", expected at least 1");
    }
    return value;
  }

  private static int inRange(String name, int value, int max) {
    if (value < 1 || value > max) {
      throw new IllegalArgumentException(name + " is " + value + ", expected 1 to " + max);
    }
    return value;
  }
}
