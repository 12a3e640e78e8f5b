package dev.holdfast.tests.powercut;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.holdfast.tests.powercut.Operation.Kind;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.Random;

/** Contents and records that say which step wrote them, and of which no part is the whole. */
final class Contents {
  private Contents() {}

  static byte[] of(Operation operation) {
    return operation.kind() == Kind.APPEND ? line(operation) : noise(operation);
  }

  private static byte[] noise(Operation operation) {
    byte[] bytes = new byte[operation.size()];
    new Random(operation.number() * 31L + operation.path().hashCode()).nextBytes(bytes);
    ByteBuffer.wrap(bytes).putInt(operation.number());
    return bytes;
  }

  /** The number, a space, and letters up to the newline. */
  private static byte[] line(Operation operation) {
    byte[] line = new byte[operation.size()];
    Arrays.fill(line, (byte) ('a' + operation.number() % 26));
    byte[] number = (operation.number() + " ").getBytes(US_ASCII);
    System.arraycopy(number, 0, line, 0, number.length);
    line[line.length - 1] = '\n';
    return line;
  }

  /** The step of which this is the whole content at this path, if it is that of any. */
  static OptionalInt writtenBy(String path, byte[] bytes) {
    return bytes.length < Integer.BYTES
        ? OptionalInt.empty()
        : checked(ByteBuffer.wrap(bytes).getInt(), path, bytes);
  }

  /** The step of which this is the whole record at this path, if it is that of any. */
  static OptionalInt appendedBy(String path, byte[] line) {
    int number = 0;
    for (int i = 0; i < line.length && line[i] >= '0' && line[i] <= '9' && i < 9; i++) {
      number = number * 10 + line[i] - '0';
    }
    return checked(number, path, line);
  }

  private static OptionalInt checked(int number, String path, byte[] bytes) {
    if (number < 1) {
      return OptionalInt.empty();
    }
    boolean right =
        Script.step(number).stream()
            .anyMatch(
                operation -> operation.path().equals(path) && Arrays.equals(of(operation), bytes));
    return right ? OptionalInt.of(number) : OptionalInt.empty();
  }
}
