package dev.holdfast.tests.powercut;

import dev.holdfast.internal.sys.Sys;
import dev.holdfast.tests.mutant.WithoutDirectorySync;
import dev.holdfast.tests.mutant.WithoutFileSync;
import java.util.List;
import java.util.function.UnaryOperator;

/** What a writer's store stands on: the kernel, or a mutant that a power cut has to expose. */
enum Port {
  CORRECT(UnaryOperator.identity()),
  WITHOUT_FILE_SYNC(WithoutFileSync::new),
  WITHOUT_DIRECTORY_SYNC(WithoutDirectorySync::new);

  static final List<Port> MUTANTS = List.of(WITHOUT_FILE_SYNC, WITHOUT_DIRECTORY_SYNC);

  private final UnaryOperator<Sys> over;

  Port(UnaryOperator<Sys> over) {
    this.over = over;
  }

  Sys over(Sys kernel) {
    return over.apply(kernel);
  }
}
