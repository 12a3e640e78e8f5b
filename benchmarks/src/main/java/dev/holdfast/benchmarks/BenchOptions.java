package dev.holdfast.benchmarks;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.Set;

/**
 * What the program was asked for.
 *
 * @param name the case, or one of {@link #WORDS}
 * @param quick whether fewer operations are enough
 * @param dir where the work happens, empty for the build directory
 * @param rounds how many rounds count, empty for the case's own number
 * @param operations how many operations each contestant does in a round, likewise
 * @param json the file that the figures go to, empty for one in the build directory
 */
record BenchOptions(
    String name,
    boolean quick,
    Optional<Path> dir,
    OptionalInt rounds,
    OptionalInt operations,
    Optional<Path> json) {

  static final String USAGE =
      """
      usage: bench NAME [--quick] [--dir DIR] [--rounds N] [--operations N] [--json FILE]
             bench all [the same, without --json]
             bench list

        --quick         fewer operations a round; below 40 s
        --dir DIR       work in a fresh directory in DIR, on the file system to be measured
                        (default: the module's target/bench)
        --rounds N      rounds that count (fewer than 9 are a trial, hardly warmed up)
        --operations N  operations of each contestant in a round
        --json FILE     where the figures go (default: target/bench/NAME.json)

      The exit status is 0 if everything was measured, be it PASS or MISS.
      """;

  /** What may stand in the place of a case's name. */
  static final Set<String> WORDS = Set.of("all", "list", "help");

  private static final int MOST = 1_000_000;

  /** Reads arguments. */
  static BenchOptions parse(String... args) {
    Queue<String> left = new ArrayDeque<>(List.of(args));
    String name = "";
    boolean quick = false;
    Optional<Path> dir = Optional.empty();
    OptionalInt rounds = OptionalInt.empty();
    OptionalInt operations = OptionalInt.empty();
    Optional<Path> json = Optional.empty();
    while (!left.isEmpty()) {
      String arg = left.remove();
      switch (arg) {
        case "--quick" -> quick = true;
        case "--dir" -> dir = Optional.of(Path.of(value(arg, left)));
        case "--rounds" -> rounds = OptionalInt.of(number(arg, value(arg, left)));
        case "--operations" -> operations = OptionalInt.of(number(arg, value(arg, left)));
        case "--json" -> json = Optional.of(Path.of(value(arg, left)));
        case "-h", "--help" -> name = "help";
        default -> {
          if (arg.startsWith("-")) {
            throw new UsageException("there is no option " + arg);
          }
          if (!name.isEmpty()) {
            throw new UsageException("expected one name, found " + name + " and " + arg);
          }
          name = arg;
        }
      }
    }
    if (name.isEmpty()) {
      throw new UsageException("expected the name of a case");
    }
    if (name.equals("all") && json.isPresent()) {
      throw new UsageException("--json takes one case, not all");
    }
    return new BenchOptions(name, quick, dir, rounds, operations, json);
  }

  private static String value(String option, Queue<String> left) {
    String value = left.poll();
    if (value == null) {
      throw new UsageException(option + " needs a value");
    }
    return value;
  }

  private static int number(String option, String value) {
    try {
      int number = Integer.parseInt(value);
      if (number >= 1 && number <= MOST) {
        return number;
      }
    } catch (NumberFormatException e) {
      // falls through to the complaint
    }
    throw new UsageException(option + " is " + value + ", expected 1 to " + MOST);
  }

  boolean help() {
    return name.equals("help");
  }

  boolean list() {
    return name.equals("list");
  }

  /** Lets the options change a case's plan; a trial is not warmed up longer than it lasts. */
  Plan applyTo(Plan plan) {
    Plan asked =
        new Plan(
            rounds.orElse(plan.rounds()),
            operations.orElse(plan.operations()),
            plan.warmUpRounds());
    return asked.isTrial()
        ? new Plan(
            asked.rounds(), asked.operations(), Math.min(asked.rounds(), asked.warmUpRounds()))
        : asked;
  }
}
