package dev.holdfast.tests.stream;

import dev.holdfast.ManagedStore;
import dev.holdfast.ManagedStoreOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.RequestOptions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;

/**
 * A program that uploads content to a store over HTTP and downloads it again, and says what digest
 * it had each time.
 */
final class HttpRoundTrip {
  private final Vertx vertx;
  private final long length;
  private final HttpClient client;
  private final RequestOptions address;

  private HttpRoundTrip(Vertx vertx, long length, int port) {
    this.vertx = vertx;
    this.length = length;
    this.client = vertx.createHttpClient();
    this.address = new RequestOptions().setHost("127.0.0.1").setPort(port).setURI("/file");
  }

  /**
   * Runs it.
   *
   * @param arguments the store's root and the content's length in bytes
   */
  public static void main(String[] arguments) throws Exception {
    Vertx vertx = Vertx.vertx();
    ManagedStoreOptions options = new ManagedStoreOptions().setRoot(arguments[0]);
    long length = Long.parseLong(arguments[1]);
    Future<Void> all =
        ManagedStore.open(vertx, options)
            .compose(
                store ->
                    StoreServer.start(vertx, store)
                        .map(HttpServer::actualPort)
                        .map(port -> new HttpRoundTrip(vertx, length, port))
                        .compose(trip -> trip.upload().compose(v -> trip.download()))
                        .eventually(store::close));
    all.toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
    vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
  }

  /** On one event loop, as a client would be. */
  private Future<Void> upload() {
    Promise<Void> done = Promise.promise();
    vertx.runOnContext(
        v -> {
          try {
            GeneratedContent content = new GeneratedContent(vertx.getOrCreateContext(), length);
            client
                .request(new RequestOptions(address).setMethod(HttpMethod.PUT))
                .compose(
                    request -> {
                      request.setChunked(true);
                      content.pipeTo(request);
                      return request.response();
                    })
                .compose(response -> response.body())
                .<Void>map(
                    stored -> {
                      System.out.println("sent " + content.sha256());
                      System.out.println("stored " + stored);
                      return null;
                    })
                .onComplete(done);
          } catch (Exception e) {
            done.fail(e);
          }
        });
    return done.future();
  }

  private Future<Void> download() {
    Promise<Void> done = Promise.promise();
    vertx.runOnContext(
        v ->
            client
                .request(new RequestOptions(address).setMethod(HttpMethod.GET))
                .compose(request -> request.send())
                .compose(
                    response -> {
                      MessageDigest digest = sha256();
                      response.handler(piece -> digest.update(piece.getBytes()));
                      return response.end().map(ended -> digest);
                    })
                .<Void>map(
                    digest -> {
                      String hex = HexFormat.of().formatHex(digest.digest());
                      System.out.println("received " + hex);
                      return null;
                    })
                .onComplete(done));
    return done.future();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
