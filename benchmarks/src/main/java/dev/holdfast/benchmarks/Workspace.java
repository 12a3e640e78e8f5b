package dev.holdfast.benchmarks;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * What the contestants of one run share: a directory that is removed in the end, and a Vert.x
 * instance with the default threads.
 */
final class Workspace implements AutoCloseable {
  private static final long PATIENCE_MINUTES = 5;

  private final Path root;
  private final FloorProgram floor;
  private final Vertx vertx;
  private final Thread atExit;
  private final Deque<Contestant> enrolled = new ArrayDeque<>();

  /** A workspace. */
  Workspace(Path dir, FloorProgram floor) throws IOException {
    this.root = Files.createTempDirectory(dir.toAbsolutePath(), "work-");
    this.floor = floor;
    this.atExit = new Thread(this::removeQuietly);
    Runtime.getRuntime().addShutdownHook(atExit);
    // The default would unpack class path resources into a directory of its own.
    FileSystemOptions plainFiles =
        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false);
    this.vertx = Vertx.vertx(new VertxOptions().setFileSystemOptions(plainFiles));
  }

  /** Makes a directory for one contestant. */
  WorkDirectory directory(String name) throws IOException {
    return WorkDirectory.create(root.resolve(name));
  }

  FloorProgram floor() {
    return floor;
  }

  Vertx vertx() {
    return vertx;
  }

  /** Takes over a contestant, to close it with the workspace. */
  Contestant enrol(Contestant contestant) {
    enrolled.push(contestant);
    return contestant;
  }

  /** Waits on the program's main thread. */
  static <T> T await(Future<T> future) throws IOException {
    try {
      return future.await(PATIENCE_MINUTES, TimeUnit.MINUTES);
    } catch (TimeoutException e) {
      throw new IOException("nothing happened in " + PATIENCE_MINUTES + " minutes", e);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      while (!enrolled.isEmpty()) {
        enrolled.pop().close();
      }
      await(vertx.close());
    } finally {
      remove(root);
      Runtime.getRuntime().removeShutdownHook(atExit);
    }
  }

  private void removeQuietly() {
    try {
      remove(root);
    } catch (IOException e) {
      // somebody is still writing; nobody is left to be told
    }
  }

  private static void remove(Path tree) throws IOException {
    if (!Files.exists(tree)) {
      return;
    }
    Files.walkFileTree(
        tree,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException e)
              throws IOException {
            if (e != null) {
              throw e;
            }
            Files.delete(dir);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
