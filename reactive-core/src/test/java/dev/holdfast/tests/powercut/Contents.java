package dev.holdfast.tests.powercut;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.Random;

/** Contents that say which step wrote them, and of which no part is the whole. */
final class Contents {
  private Contents() {}

  static byte[] of(Operation operation) {
    byte[] bytes = new byte[operation.size()];
    new Random(operation.number()).nextBytes(bytes);
    ByteBuffer.wrap(bytes).putInt(operation.number());
    return bytes;
  }

  /** The step of which this is the whole content at this path, if it is that of any. */
  static OptionalInt writtenBy(String path, byte[] bytes) {
    if (bytes.length < Integer.BYTES) {
      return OptionalInt.empty();
    }
    int number = ByteBuffer.wrap(bytes).getInt();
    if (number < 1) {
      return OptionalInt.empty();
    }
    Operation operation = Script.step(number);
    return operation.path().equals(path)
            && operation.size() == bytes.length
            && Arrays.equals(of(operation), bytes)
        ? OptionalInt.of(number)
        : OptionalInt.empty();
  }
}
