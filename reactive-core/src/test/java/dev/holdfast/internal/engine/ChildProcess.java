package dev.holdfast.internal.engine;

import dev.holdfast.ErrorCode;
import dev.holdfast.MutationException;
import dev.holdfast.RequestException;
import dev.holdfast.StoreException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.FaultySys.Fault;
import dev.holdfast.internal.engine.FaultySys.How;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.sys.Errno;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * A process that does what its arguments say, one step each, and says what came of it: the root,
 * then steps like {@code publish=name,size}. A file of a size has {@link Disk#bytes} of it.
 */
final class ChildProcess {
  private final TestRoot root;
  private final Path path;
  private final Deque<FileInputStream> ballast = new ArrayDeque<>();

  private ChildProcess(Path path) {
    this.path = path;
    this.root = TestRoot.at(path);
  }

  public static void main(String[] arguments) throws Exception {
    ChildProcess process = new ChildProcess(Path.of(arguments[0]));
    for (String step : Arrays.asList(arguments).subList(1, arguments.length)) {
      String[] words = step.split("[=,]");
      String said;
      try {
        said = process.run(words);
      } catch (MutationException e) {
        said = told(e) + " " + e.mutation().state() + " " + e.mutation().residue();
      } catch (RequestException e) {
        said = told(e);
      }
      System.out.println(words[0] + " " + said);
    }
    process.root.close();
  }

  /** The code, if the message says what to do next. */
  private static String told(StoreException failure) {
    return failure.getMessage().contains(failure.code().remedy())
        ? failure.code().toString()
        : failure.getMessage();
  }

  private String run(String... words) throws Exception {
    switch (words[0]) {
      case "open" -> root.open();
      case "openReadOnly" -> root.openReadOnly();
      case "close" -> root.close();
      case "publish" -> root.publish(words[1], content(words[2]), new WriteOptions());
      case "replace" ->
          root.handle().replace(words[1], ByteSource.of(content(words[2])), new WriteOptions());
      case "remove" -> root.remove(words[1]);
      case "whole" -> {
        byte[] bytes = root.handle().read(words[1]).bytes();
        return Boolean.toString(Arrays.equals(bytes, Disk.bytes(bytes.length))) + bytes.length;
      }
      case "list" -> {
        return root.list("").entries().stream().map(entry -> entry.name()).toList().toString();
      }
      case "staged" -> {
        return StoreTree.staged(path).toString();
      }
      case "fill" -> fill(path.resolveSibling("ballast"));
      case "exhaust" -> exhaust();
      case "free" -> {
        for (int i = 0; i < 30; i++) {
          ballast.pop().close();
        }
      }
      case "warm" -> warm();
      case "shell" -> {
        return Boolean.toString(Disk.run("sh", "-c", words[1]));
      }
      default -> throw new IllegalArgumentException(words[0]);
    }
    return "ok";
  }

  private static byte[] content(String size) {
    return Disk.bytes(Integer.parseInt(size));
  }

  /** Until not one byte more can be written. */
  private static void fill(Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      for (int size = 64 * 1024; size > 0; ) {
        try {
          out.write(new byte[size]);
        } catch (IOException e) {
          size /= 2;
        }
      }
    }
  }

  private void exhaust() {
    while (true) {
      try {
        ballast.push(new FileInputStream("/dev/null"));
      } catch (IOException e) {
        return;
      }
    }
  }

  /** Loads the classes of failures, which is not possible without a descriptor. */
  private void warm() {
    FaultySys sys = new FaultySys(TestRoot.LINUX);
    try (TestRoot other = TestRoot.at(path.resolveSibling("warm"), sys)) {
      other.publish("file", "text");
      other.replace("file", "text");
      sys.arm(Fault.of("openFile", 0, Errno.EMFILE, How.WITHOUT_EFFECT));
      try {
        other.read("file");
      } catch (RequestException e) {
        sys.arm();
      }
      other.remove("file");
      for (String call : new String[] {"openTmp", "openDir"}) {
        sys.arm(Fault.of(call, 0, Errno.EMFILE, How.WITHOUT_EFFECT));
        try {
          other.publish("a/file", "text");
        } catch (MutationException e) {
          if (e.code() != ErrorCode.NO_DESCRIPTORS || e.getMessage().isEmpty()) {
            throw e;
          }
        }
      }
      sys.arm(Fault.of("openRoot", 0, Errno.EMFILE, How.WITHOUT_EFFECT));
      try {
        TestRoot.at(path.resolveSibling("warm"), sys).open();
      } catch (RequestException e) {
        sys.arm();
      }
    }
  }
}
