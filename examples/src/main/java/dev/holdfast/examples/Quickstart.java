package dev.holdfast.examples;

import dev.holdfast.ManagedStore;
import dev.holdfast.ManagedStoreOptions;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;

/** The shortest program: publishes a file and reads it back. Its argument is the directory. */
public final class Quickstart {
  private Quickstart() {}

  /**
   * Runs it.
   *
   * @param args the directory of the store, which is made if it is missing
   */
  public static void main(String[] args) {
    // tag::quickstart
    Vertx vertx = Vertx.vertx();
    ManagedStore.open(vertx, new ManagedStoreOptions().setRoot(args[0]))
        .compose(
            store ->
                store
                    .publish("notes/hello.txt", Buffer.buffer("Hello"))
                    .compose(receipt -> store.read(receipt.path()))
                    .onSuccess(file -> System.out.println(file.content()))
                    .eventually(store::close))
        .onFailure(Throwable::printStackTrace)
        .onComplete(done -> vertx.close());
    // end::quickstart
  }
}
