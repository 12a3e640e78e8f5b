package dev.holdfast.internal.sys;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A way down from a directory: zero or more names. Ordinary value; equal if the names are.
 *
 * @param names the names, outermost first
 */
public record NamePath(List<Name> names) {
  /** The way to the directory itself. */
  public static final NamePath EMPTY = new NamePath(List.of());

  /**
   * A way down.
   *
   * @param names the names, outermost first
   */
  public NamePath {
    names = List.copyOf(names);
  }

  /**
   * A way of one step.
   *
   * @param name the name
   * @return the way
   */
  public static NamePath of(Name name) {
    return new NamePath(List.of(name));
  }

  /**
   * Whether this is the way to the directory itself.
   *
   * @return true if there are no names
   */
  public boolean isEmpty() {
    return names.isEmpty();
  }

  /**
   * The last name.
   *
   * @return the name
   * @throws IndexOutOfBoundsException if there is none
   */
  public Name leaf() {
    return names.get(names.size() - 1);
  }

  /**
   * The way without its last name.
   *
   * @return the way to the parent
   * @throws IndexOutOfBoundsException if there is no name
   */
  public NamePath parent() {
    return first(names.size() - 1);
  }

  /**
   * The beginning of the way.
   *
   * @param count how many names
   * @return a way of that many names
   * @throws IndexOutOfBoundsException if there are fewer
   */
  public NamePath first(int count) {
    Objects.checkFromToIndex(0, count, names.size());
    return count == 0 ? EMPTY : new NamePath(names.subList(0, count));
  }

  /**
   * The way one step further.
   *
   * @param name the step
   * @return the longer way
   */
  public NamePath resolve(Name name) {
    List<Name> longer = new ArrayList<>(names);
    longer.add(name);
    return new NamePath(longer);
  }

  /**
   * The way several steps further.
   *
   * @param further the steps
   * @return the longer way
   */
  public NamePath resolve(NamePath further) {
    List<Name> longer = new ArrayList<>(names);
    longer.addAll(further.names);
    return new NamePath(longer);
  }

  /**
   * Whether this way leads through the end of another one, or to it.
   *
   * @param beginning the other way
   * @return true if it begins with the same names
   */
  public boolean startsWith(NamePath beginning) {
    int count = beginning.names.size();
    return count <= names.size() && names.subList(0, count).equals(beginning.names);
  }

  /**
   * The rest of the way.
   *
   * @param count how many names to leave out at its beginning
   * @return the way from there
   * @throws IndexOutOfBoundsException if there are fewer
   */
  public NamePath after(int count) {
    Objects.checkFromToIndex(count, names.size(), names.size());
    return count == 0 ? this : new NamePath(names.subList(count, names.size()));
  }

  /**
   * The names with slashes between them and a zero at the end, as C wants them.
   *
   * @return the bytes, a copy
   */
  public byte[] terminated() {
    int length = 0;
    for (Name name : names) {
      length += name.length() + 1;
    }
    byte[] bytes = new byte[Math.max(1, length)];
    int at = 0;
    for (Name name : names) {
      System.arraycopy(name.terminated(), 0, bytes, at, name.length());
      at += name.length();
      bytes[at++] = '/';
    }
    bytes[bytes.length - 1] = 0;
    return bytes;
  }

  @Override
  public String toString() {
    return names.stream().map(Name::toString).collect(Collectors.joining("/"));
  }
}
