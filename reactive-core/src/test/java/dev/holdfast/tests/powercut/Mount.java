package dev.holdfast.tests.powercut;

import java.io.IOException;
import java.nio.file.Path;

/** An image that is mounted; its loop device goes with the mount. */
final class Mount implements AutoCloseable {
  private static final int ATTEMPTS = 50;

  private final Path directory;
  private final Thread hook = new Thread(this::detach);

  /** Before anything is mounted, so that nothing stays when the tests are interrupted. */
  private Mount(Path directory) {
    this.directory = directory;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Mounts.
   *
   * @throws IOException if that is not possible, with the reason
   */
  static Mount of(Path image, Path directory, String type, String options)
      throws IOException, InterruptedException {
    Mount mount = new Mount(directory);
    String all = options.isEmpty() ? "loop" : "loop," + options;
    synchronized (mount) { // the hook waits for what has begun
      try {
        Program.run("mount", "-t", type, "-o", all, image.toString(), directory.toString());
        return mount;
      } catch (IOException e) {
        Runtime.getRuntime().removeShutdownHook(mount.hook);
        throw e;
      }
    }
  }

  Path directory() {
    return directory;
  }

  /** Desktop services like to look at new file systems, so it may take more than one attempt. */
  @Override
  public void close() throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        Program.run("umount", directory.toString());
        Runtime.getRuntime().removeShutdownHook(hook);
        return;
      } catch (IOException e) {
        if (attempt == ATTEMPTS) {
          detach();
          throw e;
        }
        Thread.sleep(100);
      }
    }
  }

  /** Takes it away from its place; it ends when nobody has a file of it open any more. */
  private synchronized void detach() {
    try {
      Program.run("umount", "--lazy", directory.toString());
    } catch (IOException | InterruptedException e) {
      System.out.println(directory + " is still mounted: " + e.getMessage());
    }
  }
}
