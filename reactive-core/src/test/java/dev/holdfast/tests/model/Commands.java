package dev.holdfast.tests.model;

import dev.holdfast.tests.model.Command.Append;
import dev.holdfast.tests.model.Command.Change;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Sequences of commands, made up. */
final class Commands {
  private static final Arbitrary<Integer> NUMBERS = Arbitraries.integers().between(1, 40);

  private Commands() {}

  static Arbitrary<List<Command>> sequences(int most) {
    Arbitrary<Command> command = command();
    Arbitrary<Command> torn =
        Combinators.combine(append(), Arbitraries.integers().between(1, 1_300))
            .as(Command.KillInRecord::new);
    Arbitrary<Command> killed =
        Combinators.combine(command, Arbitraries.integers().between(1, 60))
            .as(Command.KillDuring::new);
    return Arbitraries.frequencyOf(
            Tuple.of(12, command),
            Tuple.of(4, killed),
            Tuple.of(2, torn),
            Tuple.of(1, Arbitraries.just(new Command.Reopen())),
            Tuple.of(1, Arbitraries.just(new Command.Kill())),
            Tuple.of(2, Arbitraries.longs().map(Command.CutPower::new)))
        .list()
        .ofMinSize(1)
        .ofMaxSize(most);
  }

  private static Arbitrary<Command> command() {
    Arbitrary<String> path = Arbitraries.of(StoreModel.PATHS);
    Arbitrary<Boolean> yes = Arbitraries.of(true, false);
    return Arbitraries.frequencyOf(
        Tuple.of(4, path.flatMap(Commands::write)),
        Tuple.of(2, path.map(Command.Remove::new)),
        Tuple.of(1, Arbitraries.of("dir", "dir/deep").map(Command.EnsureDirectory::new)),
        Tuple.of(4, append()),
        Tuple.of(2, Combinators.combine(append(), yes).as(Command.AppendExpected::new)),
        Tuple.of(2, path.flatMap(Commands::stream)),
        Tuple.of(2, Combinators.combine(together(), yes).as(Command.Batch::new)));
  }

  private static Arbitrary<Append> append() {
    return Combinators.combine(Arbitraries.of("a", "dir/deep/a", "dir/log.jsonl"), NUMBERS)
        .as(Append::new);
  }

  /** A publish or a replace. */
  private static Arbitrary<Change> write(String path) {
    return Arbitraries.oneOf(
        NUMBERS.map(number -> new Command.Publish(path, number)),
        NUMBERS.map(number -> new Command.Replace(path, number)));
  }

  private static Arbitrary<Change> stream(String path) {
    return Combinators.combine(
            write(path), Arbitraries.integers().between(1, 4), Arbitraries.of(true, true, false))
        .as((write, pieces, complete) -> new Command.Stream(write, pieces, complete));
  }

  /** Changes of different files. */
  private static Arbitrary<List<Change>> together() {
    return Arbitraries.of(StoreModel.PATHS)
        .set()
        .ofMinSize(1)
        .ofMaxSize(4)
        .flatMap(
            paths ->
                Combinators.combine(paths.stream().map(Commands::write).toList()).as(all -> all));
  }
}
