import org.jspecify.annotations.NullMarked;

/** Crash-safe, owner-only file storage for Vert.x. */
@NullMarked
module dev.holdfast {
  requires transitive io.vertx.core;
  requires com.fasterxml.jackson.core;
  requires com.sun.jna;
  requires static io.vertx.codegen.api;
  requires static transitive org.jspecify;

  exports dev.holdfast;
  exports dev.holdfast.stream;
}
