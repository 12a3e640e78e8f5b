package dev.holdfast.tests.model;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Sequences of commands, made up. */
final class Commands {
  /** Contents are numbered from 1 to this. */
  static final int CONTENTS = 40;

  private Commands() {}

  static Arbitrary<List<Command>> sequences(int most) {
    Arbitrary<Command> change = change();
    Arbitrary<Command> killed =
        Combinators.combine(change, Arbitraries.integers().between(1, 45))
            .as(Command.KillDuring::new);
    return Arbitraries.frequencyOf(
            Tuple.of(12, change),
            Tuple.of(3, killed),
            Tuple.of(1, Arbitraries.just(new Command.Reopen())),
            Tuple.of(1, Arbitraries.just(new Command.Kill())),
            Tuple.of(2, Arbitraries.longs().map(Command.CutPower::new)))
        .list()
        .ofMinSize(1)
        .ofMaxSize(most);
  }

  private static Arbitrary<Command> change() {
    Arbitrary<String> path = Arbitraries.of(StoreModel.PATHS);
    Arbitrary<Integer> content = Arbitraries.integers().between(1, CONTENTS);
    return Arbitraries.oneOf(
        Combinators.combine(path, content).as(Command.Publish::new),
        Combinators.combine(path, content).as(Command.Replace::new),
        path.map(Command.Remove::new),
        Arbitraries.of("dir", "dir/deep").map(Command.EnsureDirectory::new));
  }
}
