package dev.holdfast.tests.stream;

import dev.holdfast.ManagedStore;
import dev.holdfast.PublishReceipt;
import dev.holdfast.stream.StoreReadStream;
import dev.holdfast.stream.StoreWriteStream;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;

/** Puts what is uploaded into a store and gives it back. */
final class StoreServer {
  private final ManagedStore store;

  private StoreServer(ManagedStore store) {
    this.store = store;
  }

  static Future<HttpServer> start(Vertx vertx, ManagedStore store) {
    StoreServer server = new StoreServer(store);
    return vertx.createHttpServer().requestHandler(server::handle).listen(0, "127.0.0.1");
  }

  private void handle(HttpServerRequest request) {
    String path = request.path().substring(1);
    if (request.method().equals(HttpMethod.PUT)) {
      put(request, path);
    } else {
      get(request, path);
    }
  }

  private void put(HttpServerRequest request, String path) {
    StoreWriteStream stream = store.writeStream(path);
    request
        .pipeTo(stream)
        .compose(v -> stream.receipt())
        .onSuccess(
            receipt -> request.response().end(((PublishReceipt) receipt).identity().sha256()))
        .onFailure(e -> fail(request, e));
  }

  private void get(HttpServerRequest request, String path) {
    StoreReadStream stream = store.readStream(path);
    stream
        .identity()
        .compose(
            identity -> {
              request.response().putHeader("content-length", String.valueOf(identity.size()));
              return stream.pipeTo(request.response());
            })
        .onFailure(e -> fail(request, e));
  }

  private static void fail(HttpServerRequest request, Throwable e) {
    if (!request.response().headWritten() && !request.response().closed()) {
      request.response().setStatusCode(500).end(String.valueOf(e.getMessage()));
    }
  }
}
