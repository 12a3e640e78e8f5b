package dev.holdfast.internal.engine.staging;

/** Content to be written, wherever it is kept. */
public interface ByteSource {

  /**
   * How much there is.
   *
   * @return bytes
   */
  int length();

  /**
   * Copies a part.
   *
   * @param position where the part starts
   * @param target where it goes
   * @param length how long it is
   */
  void copy(int position, byte[] target, int length);

  /**
   * Content in an array.
   *
   * @param bytes the content, not copied
   * @return the source
   */
  static ByteSource of(byte[] bytes) {
    return new ByteSource() {
      @Override
      public int length() {
        return bytes.length;
      }

      @Override
      public void copy(int position, byte[] target, int length) {
        System.arraycopy(bytes, position, target, 0, length);
      }
    };
  }
}
