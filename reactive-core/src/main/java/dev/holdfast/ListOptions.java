package dev.holdfast;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which part of a directory to list. */
public final class ListOptions {
  /** The default of {@link #getLimit()}: 1,000 entries. */
  public static final int DEFAULT_LIMIT = 1_000;

  /** The most that {@link #setLimit(int)} accepts: 10,000 entries. */
  public static final int MAX_LIMIT = 10_000;

  private int limit = DEFAULT_LIMIT;
  private @Nullable String after;

  /** The first page, of the default size. */
  public ListOptions() {}

  /**
   * A copy.
   *
   * @param other what to copy
   */
  public ListOptions(ListOptions other) {
    limit = other.limit;
    after = other.after;
  }

  /**
   * How many entries a page has at most.
   *
   * @return the number of entries
   */
  public int getLimit() {
    return limit;
  }

  /**
   * Sets how many entries a page has at most.
   *
   * @param limit from 1 to {@value #MAX_LIMIT}; default {@value #DEFAULT_LIMIT}
   * @return this
   * @throws IllegalArgumentException if it is out of range
   */
  public ListOptions setLimit(int limit) {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException("limit is " + limit + ", expected 1 to " + MAX_LIMIT);
    }
    this.limit = limit;
    return this;
  }

  /**
   * The name after which the page starts.
   *
   * @return the name, or empty for the first page
   */
  public Optional<String> getAfter() {
    return Optional.ofNullable(after);
  }

  /**
   * Sets the name after which the page starts; it need not exist (any more).
   *
   * @param after a name, usually {@link ListPage#next()}; default none, the beginning
   * @return this
   */
  public ListOptions setAfter(String after) {
    this.after = Objects.requireNonNull(after, "after");
    return this;
  }
}
