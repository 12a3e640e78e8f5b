package dev.holdfast.tests.preload;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;

/** What can be at a name. */
enum Content {
  ABSENT,
  OLD(noise(1, 1_000)),
  /** More than one write of a new file takes. */
  NEW(noise(2, 140_000)),
  APPENDED(OLD.bytes, NEW.bytes),
  APPENDED_TWICE(OLD.bytes, NEW.bytes, NEW.bytes),
  LINE(line('a')),
  /** What is left if the process dies in the middle of the write of a line. */
  TORN(LINE.bytes, half(line('b'))),
  LINES(LINE.bytes, line('b')),
  DIRECTORY,
  /** Part of a file, or anything else that nobody asked for. */
  FOREIGN;

  private static final int LINE_LENGTH = 3_001;

  private final byte[] bytes;

  Content(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    this.bytes = all.toByteArray();
  }

  /** Bytes that differ from place to place and from seed to seed. */
  private static byte[] noise(int seed, int size) {
    byte[] bytes = new byte[size];
    for (int i = 0; i < size; i++) {
      bytes[i] = (byte) (i * 31 + (i >>> 8) * 7 + seed);
    }
    return bytes;
  }

  private static byte[] line(char letter) {
    byte[] line = new byte[LINE_LENGTH];
    Arrays.fill(line, (byte) letter);
    line[LINE_LENGTH - 1] = '\n';
    return line;
  }

  /** As much as a write transfers that is cut short. */
  private static byte[] half(byte[] line) {
    return Arrays.copyOf(line, line.length / 2);
  }

  byte[] bytes() {
    return bytes.clone();
  }

  /** What comes after another content in this one. */
  byte[] behind(Content beginning) {
    return Arrays.copyOfRange(bytes, beginning.bytes.length, bytes.length);
  }

  /** What is there. */
  static Content at(Path path) throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return ABSENT;
    }
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      return DIRECTORY;
    }
    byte[] found = Files.readAllBytes(path);
    for (Content each : values()) {
      if (each.bytes.length > 0 && Arrays.equals(found, each.bytes)) {
        return each;
      }
    }
    return FOREIGN;
  }
}
