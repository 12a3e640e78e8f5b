package dev.holdfast.examples;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Finds the files to publish. Does file work: only for the main thread. */
final class Artifacts {
  private static final Set<String> NOT_SOURCE = Set.of("target", ".git");

  /** Stands for what the locale cannot express; two names could become one. */
  private static final char GARBLED = '\uFFFD';

  final List<SourceFile> files = new ArrayList<>();
  int skipped;

  /** What git tracks, or without git all sources. */
  static Artifacts ofRepository(Path repository, Path store)
      throws IOException, InterruptedException {
    List<String> tracked = tracked(repository);
    Artifacts found = new Artifacts();
    if (tracked.isEmpty()) {
      found.walk(repository, store, NOT_SOURCE);
    }
    for (String name : tracked) {
      try {
        found.add(repository, repository.resolve(name));
      } catch (InvalidPathException e) {
        found.skipped++;
      }
    }
    return found;
  }

  /** All files of a directory; the store, should it lie there, is not one of them. */
  static Artifacts ofDirectory(Path directory, Path store) throws IOException {
    Artifacts found = new Artifacts();
    found.walk(directory, store, Set.of());
    return found;
  }

  private static List<String> tracked(Path repository) throws IOException, InterruptedException {
    try {
      Process git =
          new ProcessBuilder("git", "ls-files", "-z")
              .directory(repository.toFile())
              .redirectError(Redirect.DISCARD)
              .start();
      git.getOutputStream().close();
      String names = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return git.waitFor() == 0 && !names.isEmpty() ? List.of(names.split("\0")) : List.of();
    } catch (IOException e) {
      return List.of();
    }
  }

  private void walk(Path top, Path store, Set<String> leaveOut) throws IOException {
    try (Stream<Path> tree = Files.walk(top)) {
      for (Path path : (Iterable<Path>) tree::iterator) {
        String inside = "/" + top.relativize(path) + "/";
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
            && !path.startsWith(store)
            && leaveOut.stream().noneMatch(name -> inside.contains("/" + name + "/"))) {
          add(top, path);
        }
      }
    }
  }

  private void add(Path top, Path file) throws IOException {
    String name = top.relativize(file).toString();
    if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && name.indexOf(GARBLED) < 0) {
      files.add(
          new SourceFile(
              "artifacts/" + name,
              Files.size(file),
              () -> Buffer.buffer(Files.readAllBytes(file))));
    } else {
      skipped++;
    }
  }
}
