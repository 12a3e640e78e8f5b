package dev.holdfast.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;

/** Mounts and unmounts thousands of times, through one process that does nothing else. */
final class BindMounts implements AutoCloseable {
  private static final String PROGRAM =
      """
      import ctypes, sys
      libc = ctypes.CDLL(None, use_errno=True)
      for line in sys.stdin:
          words = [word.encode() for word in line.rstrip("\\n").split("\\t")]
          if len(words) == 2:
              result = libc.mount(words[0], words[1], None, 4096, None)
          else:
              result = libc.umount2(words[0], 10)
          print(result if result == 0 else ctypes.get_errno(), flush=True)
      """;

  private final Process process;
  private final PrintStream orders;
  private final BufferedReader answers;
  private final Set<Path> mounted = new LinkedHashSet<>();

  private BindMounts(Process process) {
    this.process = process;
    this.orders = new PrintStream(process.getOutputStream(), true, UTF_8);
    this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  /** Starts it; null where nobody may mount, which is said. */
  static BindMounts start(Path directory) throws IOException {
    if (Disk.isSuperuser()) {
      try {
        BindMounts mounts = new BindMounts(new ProcessBuilder("python3", "-c", PROGRAM).start());
        if (mounts.answer(directory + "\t" + directory)) {
          mounts.answer(directory.toString());
          return mounts;
        }
        mounts.close();
      } catch (IOException e) {
        System.out.println("python3 cannot be run: " + e.getMessage());
      }
    }
    System.out.println("SKIPPED: nothing is mounted: needs root that may mount, and python3");
    return null;
  }

  /** Shows a file or a directory at another place too. */
  void bind(Path shown, Path place) throws IOException {
    if (!answer(shown + "\t" + place)) {
      throw new IOException("cannot mount on " + place);
    }
    mounted.add(place);
  }

  void unmount(Path place) throws IOException {
    if (!answer(place.toString())) {
      throw new IOException("cannot unmount " + place);
    }
    mounted.remove(place);
  }

  private boolean answer(String order) throws IOException {
    orders.print(order + "\n");
    orders.flush();
    return "0".equals(answers.readLine());
  }

  /** Leaves nothing mounted. */
  @Override
  public void close() throws IOException {
    for (Path place : Set.copyOf(mounted)) {
      unmount(place);
    }
    orders.close();
    process.destroy();
  }
}
