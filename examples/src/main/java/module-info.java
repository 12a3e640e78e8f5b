import org.jspecify.annotations.NullMarked;

/** Programs that use the store. */
@NullMarked
module dev.holdfast.examples {
  requires dev.holdfast;
  requires static io.vertx.codegen.api;
  requires static io.vertx.codegen.json;
}
