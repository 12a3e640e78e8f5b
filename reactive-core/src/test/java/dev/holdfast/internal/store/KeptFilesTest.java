package dev.holdfast.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Expectation;
import dev.holdfast.ManagedStore;
import dev.holdfast.WriteOptions;
import dev.holdfast.stream.StoreWriteStream;
import dev.holdfast.stream.WriteStreamOptions;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A file that stays open for the next append gives its space back when it is gone. */
class KeptFilesTest extends StoreTestBase {
  private static final String LOG = "dir/log";
  private static final Buffer NEW = Buffer.buffer("new\n");

  static List<Named<Function<ManagedStore, Future<?>>>> ends() {
    return List.of(
        Named.of("replace", store -> store.replace(LOG, NEW)),
        Named.of(
            "two replaces at a time",
            store -> Future.all(store.replace("other", NEW), store.replace(LOG, NEW))),
        Named.of("stream", KeptFilesTest::stream),
        Named.of(
            "compareAndReplace",
            store ->
                store
                    .read(LOG)
                    .compose(
                        log ->
                            store.compareAndReplace(
                                LOG,
                                Expectation.identity(log.identity()),
                                NEW,
                                new WriteOptions()))),
        Named.of("remove", store -> store.remove(LOG)),
        Named.of("consume", store -> store.consume(LOG)));
  }

  private static Future<?> stream(ManagedStore store) {
    StoreWriteStream stream = store.writeStream(LOG, new WriteStreamOptions().setReplace(true));
    return stream.write(NEW).compose(written -> stream.end());
  }

  @ParameterizedTest
  @MethodSource("ends")
  void areClosedWhenTheyAreGone(Function<ManagedStore, Future<?>> end) throws IOException {
    ManagedStore store = open();
    Await.result(store.publish("other", NEW));
    List<String> before = openFiles();
    for (int i = 0; i < 2; i++) {
      Await.result(store.append(LOG, Buffer.buffer("record\n")));
    }
    assertThat(openFiles()).contains(temporary.resolve("root").resolve(LOG).toString());
    Await.result(end.apply(store));
    assertThat(openFiles()).containsExactlyInAnyOrderElementsOf(before);
    Await.result(store.close());
  }

  private List<String> openFiles() throws IOException {
    List<String> files = new ArrayList<>();
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      for (Path fd : (Iterable<Path>) all::iterator) {
        try {
          files.add(Files.readSymbolicLink(fd).toString());
        } catch (IOException e) {
          // closed meanwhile, such as the listing's own
        }
      }
    }
    files.removeIf(file -> !file.startsWith(temporary.toString()));
    return files;
  }
}
