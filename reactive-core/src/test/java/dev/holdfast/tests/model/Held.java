package dev.holdfast.tests.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.holdfast.Framing;
import java.util.Random;

/**
 * What is at a path.
 *
 * @param isThere whether a file is
 * @param bytes its content, a character for each byte
 */
record Held(boolean isThere, String bytes) {
  static final Held NOTHING = new Held(false, "");

  static Held of(byte[] bytes) {
    return new Held(true, new String(bytes, ISO_8859_1));
  }

  /** The content of a number: its size and bytes go with it. Where lines are kept, it is lines. */
  static Held content(String path, int number) {
    byte[] bytes = noise(number, number % 5 == 0 ? number % 7 : number * 37 % 3_000);
    if (Framing.of(path) == Framing.LINES) {
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = i % 70 == 69 || i == bytes.length - 1 ? (byte) '\n' : letter(bytes[i]);
      }
    }
    return of(bytes);
  }

  /** The record of a number: not empty. Where lines are kept, it is one, maybe without its end. */
  static byte[] record(String path, int number) {
    byte[] bytes = noise(-number, 2 + number * 41 % 1_300);
    if (Framing.of(path) == Framing.LINES) {
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = i == bytes.length - 1 && number % 2 == 0 ? (byte) '\n' : letter(bytes[i]);
      }
    }
    return bytes;
  }

  private static byte[] noise(int seed, int size) {
    byte[] bytes = new byte[size];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static byte letter(byte any) {
    return (byte) ('a' + (any & 15));
  }

  byte[] toBytes() {
    return bytes.getBytes(ISO_8859_1);
  }

  /** With a record at its end; a torn one that was there is taken away. */
  Held with(String path, byte[] record) {
    String added = of(record).bytes;
    if (Framing.of(path) == Framing.NONE) {
      return new Held(true, bytes + added);
    }
    String line = added.endsWith("\n") ? added : added + "\n";
    return new Held(
        true, wholeLines().bytes + (isTorn() && !bytes.contains("\n") ? "\n" : "") + line);
  }

  /** Without a torn record. What never held a line holds none that is torn. */
  Held wholeLines() {
    int end = bytes.lastIndexOf('\n');
    return isTorn() && end >= 0 ? new Held(true, bytes.substring(0, end + 1)) : this;
  }

  boolean isBeginningOf(Held longer) {
    return isThere && longer.bytes.startsWith(bytes);
  }

  private boolean isTorn() {
    return !bytes.isEmpty() && !bytes.endsWith("\n");
  }

  @Override
  public String toString() {
    return isThere
        ? bytes.length() + " bytes #" + Integer.toHexString(bytes.hashCode())
        : "nothing";
  }
}
