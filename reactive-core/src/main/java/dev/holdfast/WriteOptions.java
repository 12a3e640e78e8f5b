package dev.holdfast;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How to make a change. */
public final class WriteOptions {
  /** The default of {@link #getDurability()}: {@link Durability#FULL}. */
  public static final Durability DEFAULT_DURABILITY = Durability.FULL;

  /** The default of {@link #isCreateParents()}: missing directories are made. */
  public static final boolean DEFAULT_CREATE_PARENTS = true;

  private Durability durability = DEFAULT_DURABILITY;
  private boolean createParents = DEFAULT_CREATE_PARENTS;
  private @Nullable Fence fence;

  /** The defaults: durable, missing directories are made, no fence. */
  public WriteOptions() {}

  /**
   * A copy.
   *
   * @param other what to copy
   */
  public WriteOptions(WriteOptions other) {
    durability = other.durability;
    createParents = other.createParents;
    fence = other.fence;
  }

  /**
   * What a successful change has to survive.
   *
   * @return the level
   */
  public Durability getDurability() {
    return durability;
  }

  /**
   * Sets what a successful change has to survive.
   *
   * @param durability the level; default {@link Durability#FULL}
   * @return this
   */
  public WriteOptions setDurability(Durability durability) {
    this.durability = Objects.requireNonNull(durability, "durability");
    return this;
  }

  /**
   * Whether missing directories on the way are made.
   *
   * @return true if they are
   */
  public boolean isCreateParents() {
    return createParents;
  }

  /**
   * Sets whether missing directories on the way are made, 0700, and synced as the file is.
   * Otherwise a missing one fails the operation with {@link ErrorCode#NOT_FOUND}.
   *
   * @param createParents true to make them, the default
   * @return this
   */
  public WriteOptions setCreateParents(boolean createParents) {
    this.createParents = createParents;
    return this;
  }

  /**
   * What is asked whether the change may still be made.
   *
   * @return the fence, or null if nothing is asked
   */
  public @Nullable Fence getFence() {
    return fence;
  }

  /**
   * Sets what is asked whether the change may still be made: before anything is prepared, and right
   * before the commit. If it refuses, nothing was changed.
   *
   * @param fence the fence, or null for none, the default
   * @return this
   */
  public WriteOptions setFence(@Nullable Fence fence) {
    this.fence = fence;
    return this;
  }
}
