package dev.holdfast;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A part of a directory listing.
 *
 * @param entries the entries, ordered by the bytes of their names
 * @param lastName where the next page starts, or null if this is the last one
 */
public record ListPage(List<ListEntry> entries, @Nullable String lastName) {

  /**
   * A page.
   *
   * @param entries the entries in order
   * @param lastName where the next page starts, or null
   */
  public ListPage {
    entries = List.copyOf(entries);
  }

  /**
   * What to pass to {@link ListOptions#setAfter(String)} for the next page.
   *
   * @return the name, or empty at the end
   */
  public Optional<String> next() {
    return Optional.ofNullable(lastName);
  }
}
