package dev.holdfast.internal.engine;

import dev.holdfast.AuditOptions;
import dev.holdfast.Expectation;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.RepairOptions;
import dev.holdfast.RequestException;
import dev.holdfast.SecurityPolicy;
import dev.holdfast.SecurityReport;
import dev.holdfast.StoreCapabilities;
import dev.holdfast.StoreException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.FaultySys.Fault;
import dev.holdfast.internal.engine.FaultySys.How;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.engine.stream.ContentRule;
import dev.holdfast.internal.engine.stream.StreamedWrite;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Sys;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A process that does what its arguments say, one step each, and says what came of it: the root,
 * then steps like {@code publish=name,size}. A file of a size has {@link Disk#bytes} of it.
 */
final class ChildProcess {
  private static final List<String> WARMING =
      List.of(
          "publish=file,1",
          "publish=a/file,1",
          "replace=file,2",
          "compareAndReplace=file,3",
          "append=log,4",
          "append=a/log,5",
          "batch=new,file,6",
          "stream=a/new,7",
          "streamOver=file,8",
          "whole=file",
          "lines=log",
          "list",
          "staged",
          "remove=new",
          "remove=a/new",
          "open");

  private final Sys sys;
  private TestRoot root;
  private Path path;
  private String lastFailure = "";
  private String remembered = "";
  private final Deque<FileInputStream> ballast = new ArrayDeque<>();

  private ChildProcess(Path path, Sys sys) {
    this.sys = sys;
    this.path = path;
    this.root = TestRoot.at(path, sys);
  }

  public static void main(String[] arguments) throws Exception {
    ChildProcess process = new ChildProcess(Path.of(arguments[0]), TestRoot.LINUX);
    for (String step : Arrays.asList(arguments).subList(1, arguments.length)) {
      System.out.println(process.said(step));
    }
    process.root.close();
  }

  /** Does one step. */
  private String said(String step) throws Exception {
    String[] words =
        step.startsWith("shell=") || step.startsWith("said=")
            ? step.split("=", 2)
            : step.split("[=,]");
    try {
      return words[0] + " " + run(words);
    } catch (MutationException e) {
      lastFailure = e.getMessage();
      return words[0] + " " + changeTold(e);
    } catch (RequestException e) {
      lastFailure = e.getMessage();
      return words[0] + " " + told(e);
    }
  }

  /** The code, if the message says what to do next. */
  private static String told(StoreException failure) {
    return failure.getMessage().contains(failure.code().remedy())
        ? failure.code().toString()
        : failure.getMessage();
  }

  private static String changeTold(MutationException failure) {
    MutationOutcome outcome = failure.mutation();
    return told(failure) + " " + outcome.state() + " " + outcome.residue();
  }

  private String run(String... words) throws Exception {
    switch (words[0]) {
      case "open" -> root.open();
      case "openReadOnly" -> root.openReadOnly();
      case "openWith" -> root.open(SecurityPolicy.valueOf(words[1]));
      case "root" -> {
        root.close();
        path = Path.of(words[1]);
        root = TestRoot.at(path, sys);
      }
      case "said" -> {
        return Boolean.toString(lastFailure.contains(words[1]));
      }
      case "remember" -> remembered = attributes(words[1]);
      case "same" -> {
        return Boolean.toString(remembered.equals(attributes(words[1])));
      }
      case "close" -> root.close();
      case "publish" -> root.publish(words[1], content(words[2]), new WriteOptions());
      case "replace" ->
          root.handle().replace(words[1], ByteSource.of(content(words[2])), new WriteOptions());
      case "compareAndReplace" ->
          root.handle()
              .compareAndReplace(
                  words[1],
                  Expectation.identity(root.handle().identify(words[1])),
                  ByteSource.of(content(words[2])),
                  new WriteOptions());
      case "append" -> root.append(words[1], line(words[2]));
      case "stream" -> stream(words[1], false, content(words[2]));
      case "streamOver" -> stream(words[1], true, content(words[2]));
      case "batch" -> {
        return batch(words[1], words[2], content(words[3]));
      }
      case "lines" -> {
        return root.read(words[1]).lines().map(ChildProcess::length).toList().toString();
      }
      case "remove" -> root.remove(words[1]);
      case "whole" -> {
        byte[] bytes = root.handle().read(words[1]).bytes();
        return Boolean.toString(Arrays.equals(bytes, Disk.bytes(bytes.length))) + bytes.length;
      }
      case "identity" -> {
        return root.handle().identify(words[1]).toString();
      }
      case "contest" -> {
        return Contest.take(root.handle(), Integer.parseInt(words[1]));
      }
      case "contested" -> {
        return Contest.result(root.handle(), Integer.parseInt(words[1]));
      }
      case "list" -> {
        return root.list("").entries().stream().map(entry -> entry.name()).toList().toString();
      }
      case "audit" -> {
        return found(audit());
      }
      case "rootAudit" -> {
        return found(root.handle().verifyRootSecurity());
      }
      case "repair" -> {
        return root.handle().repair(audit(), new RepairOptions()).results().stream()
            .map(result -> result.finding().path() + " " + result.action() + " " + result.code())
            .sorted()
            .toList()
            .toString();
      }
      case "capabilities" -> {
        StoreCapabilities found = root.handle().capabilities();
        return found.fileSystem()
            + " "
            + (found.local() ? "local" : "remote")
            + " "
            + found.publication()
            + " "
            + found.comparison()
            + (found.acls() ? " ACLs" : " no ACLs");
      }
      case "primitives" -> {
        return root.handle().capabilities().toString();
      }
      case "everything" -> {
        List<String> differences = EveryOperation.differences(root);
        return differences.isEmpty() ? "as expected" : differences.toString();
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

  private static String found(SecurityReport report) {
    return report.findings().stream()
        .map(finding -> finding.path() + " " + Planted.Fault.of(finding).found())
        .sorted()
        .toList()
        .toString();
  }

  /** Everything that an operation on an object itself would change. */
  private static String attributes(String path) throws IOException {
    Map<String, Object> all = Files.readAttributes(Path.of(path), "unix:mode,uid,gid,ctime");
    return new TreeMap<>(all).toString();
  }

  private SecurityReport audit() {
    return root.handle().verifyTree(new AuditOptions(), progress -> {});
  }

  private static byte[] content(String size) {
    return Disk.bytes(Integer.parseInt(size));
  }

  /** A record of a size. */
  private static String line(String size) {
    return "r".repeat(Integer.parseInt(size) - 1) + "\n";
  }

  /** Of a whole record, and of nothing else. */
  private static int length(String line) {
    return line.equals("r".repeat(line.length())) ? line.length() + 1 : -1;
  }

  private void stream(String file, boolean replaces, byte[] content) {
    ContentRule any = new ContentRule(Long.MAX_VALUE, null, null);
    StreamedWrite write =
        root.handle()
            .streamWrite(file, new StreamedWrite.Kind(replaces, null), new WriteOptions(), any);
    write.open();
    int half = content.length / 2;
    write.write(ByteSource.of(Arrays.copyOf(content, half)));
    write.write(ByteSource.of(Arrays.copyOfRange(content, half, content.length)));
    write.commit();
  }

  /** Publishes one file and replaces another. */
  private String batch(String fresh, String old, byte[] content) {
    Batched batch =
        new Batched(root.handle())
            .publish(fresh, content, new WriteOptions())
            .replace(old, content, new WriteOptions())
            .run(Batched.FSYNC);
    return ended(batch, fresh) + ", " + ended(batch, old);
  }

  private static String ended(Batched batch, String file) {
    return batch.succeeded(file) ? "ok" : changeTold(batch.failure(file));
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
  private void warm() throws Exception {
    FaultySys sys = new FaultySys(TestRoot.LINUX);
    ChildProcess other = new ChildProcess(path.resolveSibling("warm"), sys);
    try {
      for (String call : List.of("", "openTmp", "openFile", "openDir", "createFile", "openRoot")) {
        for (String step : WARMING) {
          sys.arm();
          if (!call.isEmpty()) {
            sys.arm(Fault.of(call, 0, Errno.EMFILE, How.WITHOUT_EFFECT));
          }
          String ignored = other.said(step);
        }
      }
    } finally {
      sys.arm();
      other.root.close();
    }
  }
}
