package dev.holdfast.tests.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ManagedStore;
import dev.holdfast.ManagedStoreOptions;
import dev.holdfast.tests.Eventually;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a client that goes away in the middle leaves behind: nothing. */
class BrokenConnectionTest {
  private static final int LARGE = 8_000_000;

  @TempDir Path temporary;

  private Vertx vertx;
  private ManagedStore store;
  private int port;
  private NetClient client;

  @BeforeEach
  void start() throws Exception {
    vertx = Vertx.vertx();
    store =
        result(
            ManagedStore.open(
                vertx, new ManagedStoreOptions().setRoot(temporary.resolve("root").toString())));
    port = result(StoreServer.start(vertx, store)).actualPort();
    client = vertx.createNetClient();
  }

  @AfterEach
  void stop() throws Exception {
    result(store.close());
    result(vertx.close());
    assertThat(openFiles()).isEmpty();
  }

  private static <T> T result(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  private List<String> openFiles() {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      return descriptors
          .map(BrokenConnectionTest::target)
          .filter(each -> each.startsWith(temporary.toString()) && !each.contains(".holdfast"))
          .filter(each -> !each.equals(temporary.resolve("root").toString()))
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      return ""; // closed meanwhile
    }
  }

  private NetSocket connect() throws Exception {
    return result(client.connect(port, "127.0.0.1"));
  }

  @Test
  void anUploadThatBreaksOffIsNotCommitted() throws Exception {
    for (String head :
        List.of("transfer-encoding: chunked\r\n\r\n40000\r\n", "content-length: 900000\r\n\r\n")) {
      NetSocket socket = connect();
      socket.write("PUT /file HTTP/1.1\r\nhost: x\r\n" + head);
      result(socket.write(Buffer.buffer(new byte[200_000])));
      Eventually.is(() -> openFiles().size() == 1);
      result(socket.close());
      Eventually.is(() -> openFiles().isEmpty());
      assertThat(result(store.exists("file"))).isFalse();
    }
  }

  @Test
  void anUploadThatEndsIsCommitted() throws Exception {
    NetSocket socket = connect();
    socket.write("PUT /file HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n0123456789");
    Eventually.is(() -> Files.exists(temporary.resolve("root/file")));
    result(socket.close());
    assertThat(result(store.read("file")).content()).hasToString("0123456789");
  }

  @Test
  void aDownloadThatBreaksOffKeepsNothingOpen() throws Exception {
    result(store.publish("file", Buffer.buffer(new byte[LARGE])));
    NetSocket socket = connect();
    socket.pause(); // takes nothing, so that the server has to wait
    result(socket.write("GET /file HTTP/1.1\r\nhost: x\r\n\r\n"));
    Eventually.is(() -> openFiles().size() == 1);
    result(socket.close());
    Eventually.is(() -> openFiles().isEmpty());
    assertThat(result(store.read("file")).content().length()).isEqualTo(LARGE);
  }
}
