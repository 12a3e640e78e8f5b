package dev.holdfast.benchmarks;

import io.vertx.core.VertxException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The program behind the script {@code bench}: runs cases and prints what they gave. */
public final class Bench {
  private static final List<BenchCase> CASES =
      List.of(
          new DurableWriteCase(DurableWriteCase.Operation.PUBLISH),
          new DurableWriteCase(DurableWriteCase.Operation.REPLACE),
          new SwapCase(),
          new ConcurrentWriteCase(DurableWriteCase.Operation.PUBLISH),
          new ConcurrentWriteCase(DurableWriteCase.Operation.REPLACE),
          new AppendGrowthCase(),
          new AppendTogetherCase(),
          ReadCase.SMALL,
          ReadCase.LARGE,
          StreamCase.GIB,
          new EventLoopStallCase(),
          new QueuedMemoryCase());

  private final Path target;
  private final PrintStream out;
  private final PrintStream err;

  /**
   * A program.
   *
   * @param target the build directory, for the floor's program, results and work by default
   * @param out where the reports go
   * @param err where complaints go
   */
  Bench(Path target, PrintStream out, PrintStream err) {
    this.target = target;
    this.out = out;
    this.err = err;
  }

  /**
   * Runs the program.
   *
   * @param args see {@link BenchOptions#USAGE}
   */
  public static void main(String[] args) {
    Path target = Path.of(System.getProperty("bench.target", "target"));
    System.exit(new Bench(target, System.out, System.err).run(args));
  }

  /**
   * Runs what the arguments ask for.
   *
   * @param args the arguments
   * @return 0 if everything was measured, whatever it gave; 1 if something could not be measured; 2
   *     if the arguments are wrong
   */
  int run(String... args) {
    BenchOptions options;
    List<BenchCase> cases;
    try {
      options = BenchOptions.parse(args);
      cases = select(options.name());
    } catch (UsageException e) {
      err.println("bench: " + e.getMessage());
      err.print(BenchOptions.USAGE);
      return 2;
    }
    if (options.help()) {
      out.print(BenchOptions.USAGE);
      return 0;
    }
    if (options.list()) {
      cases.forEach(
          c -> out.printf("%-18s %s; target: %s%n", c.name(), c.description(), targets(c)));
      return 0;
    }
    return measure(cases, options);
  }

  private static String targets(BenchCase benchCase) {
    return benchCase.judgements().stream()
        .map(judgement -> judgement.target().toString())
        .collect(Collectors.joining(", "));
  }

  private static List<BenchCase> select(String name) {
    if (BenchOptions.WORDS.contains(name)) {
      return CASES;
    }
    List<BenchCase> found = CASES.stream().filter(c -> c.name().equals(name)).toList();
    if (found.isEmpty()) {
      throw new UsageException("there is no case " + name + "; see bench list");
    }
    return found;
  }

  private int measure(List<BenchCase> cases, BenchOptions options) {
    List<String> lastLines = new ArrayList<>();
    boolean complete = true;
    for (BenchCase benchCase : cases) {
      try {
        Report report = measure(benchCase, options);
        out.print(report.text());
        lastLines.addAll(report.lastLines());
      } catch (IOException | InterruptedException | VertxException e) {
        err.println("bench: " + benchCase.name() + " could not be measured: " + e.getMessage());
        lastLines.add(benchCase.name() + " not measured");
        complete = false;
      }
      out.println();
    }
    lastLines.forEach(out::println);
    return complete ? 0 : 1;
  }

  private Report measure(BenchCase benchCase, BenchOptions options)
      throws IOException, InterruptedException {
    Plan plan = options.applyTo(benchCase.plan(options.quick()));
    Path dir = options.dir().orElse(target.resolve("bench"));
    Files.createDirectories(dir);
    Environment environment = Environment.of(dir);
    out.println(benchCase.name() + ": " + plan + " ...");
    List<String> names;
    List<Map<String, Round>> rounds;
    try (Workspace workspace = new Workspace(dir, new FloorProgram(target.resolve("bench")))) {
      List<Contestant> contestants = benchCase.contestants(workspace);
      names = contestants.stream().map(Contestant::name).toList();
      rounds = new Interleaving(plan).run(contestants);
    }
    Report report = new Report(benchCase, plan, environment, names, rounds);
    Path json = options.json().orElse(target.resolve("bench").resolve(benchCase.name() + ".json"));
    Files.createDirectories(json.toAbsolutePath().getParent());
    Files.writeString(json, JsonReport.of(report).encodePrettily() + "\n");
    return report;
  }
}
