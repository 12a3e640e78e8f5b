package dev.holdfast.tests.model;

import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever the sequence, the store holds what the map holds. */
class StoreModelTest {
  @Provide
  Arbitrary<List<Command>> sequences() {
    return Commands.sequences(25);
  }

  @Property(tries = 2_000)
  void aSimulatedStoreIsAMap(@ForAll("sequences") List<Command> commands) {
    try (SimulatedMachine machine = new SimulatedMachine()) {
      new StoreModel(machine).run(commands);
    }
  }

  @Property(tries = 200)
  void aStoreOnDiskIsAMap(@ForAll("sequences") List<Command> commands) throws Exception {
    try (DiskMachine machine = new DiskMachine()) {
      new StoreModel(machine).run(commands);
    }
  }
}
