package dev.holdfast.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A private directory, removed with all in it. Does file work: only for the main thread. */
record TemporaryDirectory(Path path) implements AutoCloseable {

  static TemporaryDirectory create() throws IOException {
    return new TemporaryDirectory(Files.createTempDirectory("transcript-vault-"));
  }

  @Override
  public void close() throws IOException {
    List<Path> contents;
    try (Stream<Path> tree = Files.walk(path)) {
      contents = tree.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path found : contents) {
      Files.delete(found);
    }
  }
}
