package dev.holdfast.examples;

import static dev.holdfast.ListEntry.Kind.DIRECTORY;
import static dev.holdfast.ListEntry.Kind.FILE;
import static dev.holdfast.examples.MismatchException.check;

import dev.holdfast.ListEntry;
import dev.holdfast.ListOptions;
import dev.holdfast.ManagedStore;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;

/** What listing all directories has to give, and what it gives. */
final class Listings {
  final Measurement list = new Measurement("list");
  final Set<String> directories = new TreeSet<>(Set.of(""));
  private final Set<String> expected = new TreeSet<>();
  private final Set<String> found = new ConcurrentSkipListSet<>();

  /** Expects a file, or a directory that may be empty, and all directories on the way to it. */
  void expect(String path, ListEntry.Kind kind) {
    expected.add(kind + " " + path);
    int slash = path.lastIndexOf('/');
    if (kind == DIRECTORY) {
      directories.add(path);
    }
    if (slash >= 0) {
      expect(path.substring(0, slash), DIRECTORY);
    }
  }

  void expectFiles(Set<String> paths) {
    paths.forEach(path -> expect(path, FILE));
  }

  /** Lists a directory page by page; the names have to ascend by their bytes. */
  Future<Void> listAll(ManagedStore store, String directory, ListOptions options) {
    return list.time(() -> store.list(directory, options), page -> 0)
        .compose(
            page -> {
              String last = options.getAfter().orElse("");
              for (ListEntry entry : page.entries()) {
                check(
                    Arrays.compareUnsigned(utf8(last), utf8(entry.name())) < 0,
                    "'" + directory + "' lists '" + entry.name() + "' after '" + last + "'");
                last = entry.name();
                found.add(entry.kind() + " " + (directory.isEmpty() ? "" : directory + "/") + last);
              }
              return page.next().isEmpty()
                  ? Future.succeededFuture()
                  : listAll(store, directory, options.setAfter(page.next().get()));
            });
  }

  private static byte[] utf8(String name) {
    return name.getBytes(StandardCharsets.UTF_8);
  }

  /** Compares all that was listed with what was expected. */
  void compare() {
    Set<String> missing = new TreeSet<>(expected);
    missing.removeAll(found);
    found.removeAll(expected);
    check(
        missing.isEmpty() && found.isEmpty(),
        "listings: missing " + missing + ", not published by us " + found);
  }
}
