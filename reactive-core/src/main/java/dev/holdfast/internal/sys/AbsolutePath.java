package dev.holdfast.internal.sys;

/**
 * A path from the top of the tree. Only roots are named like this; everything below one is named
 * from a descriptor.
 *
 * @param names the way down from {@code /}; may be empty
 */
public record AbsolutePath(NamePath names) {

  /**
   * Whether this is {@code /}.
   *
   * @return true at the top
   */
  public boolean isTop() {
    return names.isEmpty();
  }

  /**
   * The path of the directory that contains this one.
   *
   * @return the parent
   * @throws IndexOutOfBoundsException at the top
   */
  public AbsolutePath parent() {
    return new AbsolutePath(names.parent());
  }

  /**
   * The path with a zero at the end, as C wants it.
   *
   * @return the bytes, a copy
   */
  public byte[] terminated() {
    byte[] relative = names.terminated();
    byte[] bytes = new byte[relative.length + 1];
    bytes[0] = '/';
    System.arraycopy(relative, 0, bytes, 1, relative.length);
    return bytes;
  }

  @Override
  public String toString() {
    return "/" + names;
  }
}
