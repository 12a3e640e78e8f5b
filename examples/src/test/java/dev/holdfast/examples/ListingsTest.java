package dev.holdfast.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.holdfast.ListEntry;
import dev.holdfast.ListOptions;
import dev.holdfast.ManagedStore;
import dev.holdfast.ManagedStoreOptions;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListingsTest {
  @TempDir Path temp;

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() {
    vertx.close().await();
  }

  @Test
  void saysWhatIsMissingAndWhatIsSurplus() {
    String root = temp.resolve("store").toString();
    ManagedStore store = ManagedStore.open(vertx, new ManagedStoreOptions().setRoot(root)).await();
    for (String path : new String[] {"a/1", "a/2", "a/\u00e9", "a/b/3"}) {
      store.publish(path, Buffer.buffer()).await();
    }
    store.ensureDirectory("empty").await();

    Listings all = new Listings();
    all.expectFiles(Set.of("a/1", "a/2", "a/\u00e9", "a/b/3"));
    all.expect("empty", ListEntry.Kind.DIRECTORY);
    assertThat(all.directories).containsExactly("", "a", "a/b", "empty");
    list(all, store);
    all.compare();

    Listings other = new Listings();
    other.expectFiles(Set.of("a/1", "a/2", "a/4", "a/b/3", "empty"));
    list(other, store);
    assertThatExceptionOfType(MismatchException.class)
        .isThrownBy(other::compare)
        .withMessageContaining("missing [FILE a/4, FILE empty]")
        .withMessageContaining("not published by us [DIRECTORY empty, FILE a/\u00e9]");
  }

  private static void list(Listings listings, ManagedStore store) {
    for (String directory : listings.directories) {
      listings.listAll(store, directory, new ListOptions().setLimit(1)).await();
    }
  }
}
