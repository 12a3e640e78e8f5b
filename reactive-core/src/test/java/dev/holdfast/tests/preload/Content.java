package dev.holdfast.tests.preload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;

/** What can be at a name. */
enum Content {
  ABSENT(0),
  OLD(1_000),
  /** More than one write takes. */
  NEW(140_000),
  DIRECTORY(0),
  /** Part of a file, or anything else that nobody asked for. */
  FOREIGN(0);

  private final int size;

  Content(int size) {
    this.size = size;
  }

  /** Bytes that differ from place to place and from content to content. */
  byte[] bytes() {
    byte[] bytes = new byte[size];
    for (int i = 0; i < size; i++) {
      bytes[i] = (byte) (i * 31 + (i >>> 8) * 7 + ordinal());
    }
    return bytes;
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
    for (Content each : new Content[] {OLD, NEW}) {
      if (Arrays.equals(found, each.bytes())) {
        return each;
      }
    }
    return FOREIGN;
  }
}
