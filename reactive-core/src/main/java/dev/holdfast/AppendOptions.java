package dev.holdfast;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How to append. */
public final class AppendOptions {
  /** The default of {@link #getDurability()}: {@link Durability#FULL}. */
  public static final Durability DEFAULT_DURABILITY = Durability.FULL;

  /** The default of {@link #isCreateIfAbsent()}: a missing file is made. */
  public static final boolean DEFAULT_CREATE_IF_ABSENT = true;

  /** The default of {@link #isCreateParents()}: missing directories are made. */
  public static final boolean DEFAULT_CREATE_PARENTS = true;

  /** The default of {@link #isForeignAppenders()}: everybody who appends uses a store. */
  public static final boolean DEFAULT_FOREIGN_APPENDERS = false;

  /** The default of {@link #isDigest()}: the digest is given if it costs nothing. */
  public static final boolean DEFAULT_DIGEST = false;

  private Durability durability = DEFAULT_DURABILITY;
  private boolean createIfAbsent = DEFAULT_CREATE_IF_ABSENT;
  private boolean createParents = DEFAULT_CREATE_PARENTS;
  private @Nullable Framing framing;
  private boolean foreignAppenders = DEFAULT_FOREIGN_APPENDERS;
  private boolean digest = DEFAULT_DIGEST;
  private @Nullable Fence fence;

  /** The defaults: durable, a missing file is made, framing by the file's name. */
  public AppendOptions() {}

  /**
   * A copy.
   *
   * @param other what to copy
   */
  public AppendOptions(AppendOptions other) {
    durability = other.durability;
    createIfAbsent = other.createIfAbsent;
    createParents = other.createParents;
    framing = other.framing;
    foreignAppenders = other.foreignAppenders;
    digest = other.digest;
    fence = other.fence;
  }

  /**
   * What an appended record has to survive.
   *
   * @return the level
   */
  public Durability getDurability() {
    return durability;
  }

  /**
   * Sets what an appended record has to survive. With {@link Durability#OS_BUFFERED} nothing is
   * synced; a later append with {@link Durability#FULL} makes the earlier ones durable too.
   *
   * @param durability the level; default {@link Durability#FULL}
   * @return this
   */
  public AppendOptions setDurability(Durability durability) {
    this.durability = Objects.requireNonNull(durability, "durability");
    return this;
  }

  /**
   * Whether a missing file is made.
   *
   * @return true if it is
   */
  public boolean isCreateIfAbsent() {
    return createIfAbsent;
  }

  /**
   * Sets whether a missing file is made, with the first record as its content. Otherwise a missing
   * one fails the append with {@link ErrorCode#NOT_FOUND}.
   *
   * @param createIfAbsent true to make it, the default
   * @return this
   */
  public AppendOptions setCreateIfAbsent(boolean createIfAbsent) {
    this.createIfAbsent = createIfAbsent;
    return this;
  }

  /**
   * Whether missing directories on the way to a missing file are made.
   *
   * @return true if they are
   */
  public boolean isCreateParents() {
    return createParents;
  }

  /**
   * Sets whether missing directories on the way to a missing file are made, 0700, and synced as the
   * file is.
   *
   * @param createParents true to make them, the default
   * @return this
   */
  public AppendOptions setCreateParents(boolean createParents) {
    this.createParents = createParents;
    return this;
  }

  /**
   * What tells one record from the next.
   *
   * @return the framing, or null if the file's name decides
   */
  public @Nullable Framing getFraming() {
    return framing;
  }

  /**
   * What tells one record from the next in a certain file.
   *
   * @param path the path of the file
   * @return the framing that was set, else that of the name
   */
  public Framing framingOf(String path) {
    return framing == null ? Framing.of(path) : framing;
  }

  /**
   * Sets what tells one record from the next.
   *
   * @param framing the framing, or null to let the file's name decide ({@link Framing#of}), the
   *     default
   * @return this
   */
  public AppendOptions setFraming(@Nullable Framing framing) {
    this.framing = framing;
    return this;
  }

  /**
   * Whether programs append to the file that do not use a store.
   *
   * @return true if they may
   */
  public boolean isForeignAppenders() {
    return foreignAppenders;
  }

  /**
   * Sets whether programs append to the file that do not use a store, and so take no locks. Then
   * nothing is ever cut off, since it could be theirs: under {@link Framing#LINES} a torn record is
   * ended with a newline and stays, and a write that fails in the middle makes the outcome unknown.
   *
   * @param foreignAppenders true if there may be such programs; default false
   * @return this
   */
  public AppendOptions setForeignAppenders(boolean foreignAppenders) {
    this.foreignAppenders = foreignAppenders;
    return this;
  }

  /**
   * Whether the receipt has to hold the digest of the whole file.
   *
   * @return true if it has to
   */
  public boolean isDigest() {
    return digest;
  }

  /**
   * Sets whether the receipt's identity has to hold the SHA-256 of the whole file. It does so
   * anyway as long as this process has seen every byte of the file. Where it has not, asking for it
   * reads the whole file once, while nobody else can change it; so do not ask for the digest of
   * large files that several processes append to.
   *
   * @param digest true to ask for it; default false
   * @return this
   */
  public AppendOptions setDigest(boolean digest) {
    this.digest = digest;
    return this;
  }

  /**
   * What is asked whether the record may still be appended.
   *
   * @return the fence, or null if nothing is asked
   */
  public @Nullable Fence getFence() {
    return fence;
  }

  /**
   * Sets what is asked whether the record may still be appended: before the file is opened, and
   * right before the write. If it refuses, nothing was changed. Records that are written together
   * have one fence, which is asked once for all of them.
   *
   * @param fence the fence, or null for none, the default
   * @return this
   */
  public AppendOptions setFence(@Nullable Fence fence) {
    this.fence = fence;
    return this;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof AppendOptions that
        && durability == that.durability
        && createIfAbsent == that.createIfAbsent
        && createParents == that.createParents
        && framing == that.framing
        && foreignAppenders == that.foreignAppenders
        && digest == that.digest
        && fence == that.fence;
  }

  @Override
  public int hashCode() {
    return Objects.hash(
        durability, createIfAbsent, createParents, framing, foreignAppenders, digest, fence);
  }
}
