package dev.holdfast.tests.sim.search;

/** Contents that say which one they are, and of which a part or a mixture is none. */
final class Contents {
  /** {@code #} and the number, {@code :} and the length, {@code ;}. */
  private static final int HEADER_BYTES = 15;

  private Contents() {}

  /** The content of a number. */
  static byte[] of(int id, int length) {
    byte[] bytes = new byte[Math.max(HEADER_BYTES, length)];
    bytes[0] = '#';
    putNumber(bytes, 1, id);
    bytes[7] = ':';
    putNumber(bytes, 8, bytes.length);
    bytes[14] = ';';
    for (int i = HEADER_BYTES; i < bytes.length; i++) {
      bytes[i] = fill(id, i);
    }
    return bytes;
  }

  private static byte fill(int id, int i) {
    return (byte) ('a' + (i * 7 + id * 13) % 26);
  }

  private static void putNumber(byte[] bytes, int at, int number) {
    int rest = number;
    for (int i = at + 5; i >= at; i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }

  private static int number(byte[] bytes, int at) {
    int number = 0;
    for (int i = at; i < at + 6; i++) {
      number = number * 10 + bytes[i] - '0';
    }
    return number;
  }

  /** Which content it is, or -1 if it is none, or not all of one. */
  static int idOf(byte[] bytes) {
    if (bytes.length < HEADER_BYTES || bytes[0] != '#' || bytes[7] != ':' || bytes[14] != ';') {
      return -1;
    }
    int id = number(bytes, 1);
    if (id < 0 || number(bytes, 8) != bytes.length) {
      return -1;
    }
    for (int i = HEADER_BYTES; i < bytes.length; i++) {
      if (bytes[i] != fill(id, i)) {
        return -1;
      }
    }
    return id;
  }
}
