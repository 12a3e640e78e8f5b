import org.jspecify.annotations.NullMarked;

/** What the store costs, measured against a C program and other ways to write files. */
@NullMarked
module dev.holdfast.benchmarks {
  requires dev.holdfast;
  requires static io.vertx.codegen.api;
  requires static io.vertx.codegen.json;
}
