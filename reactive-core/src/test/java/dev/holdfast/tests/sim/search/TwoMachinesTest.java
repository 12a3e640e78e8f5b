package dev.holdfast.tests.sim.search;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.AppendOptions;
import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.sys.SysException;
import dev.holdfast.tests.sim.SimCall;
import dev.holdfast.tests.sim.SimFileSystem;
import dev.holdfast.tests.sim.SimGate;
import dev.holdfast.tests.sim.SimKernel;
import dev.holdfast.tests.sim.SimProcess;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two machines that share a network file system change one name: never both at once. */
class TwoMachinesTest {
  private static final ByteSource CONTENT = ByteSource.of("content\n".getBytes(UTF_8));

  private Client here;
  private Client there;

  /** A change, and the call that makes it. */
  enum Change {
    REPLACE("renameReplace", store -> store.replace("file", CONTENT, new WriteOptions())),
    COMPARE_AND_REPLACE(
        "renameReplace",
        store -> {
          Expectation expected = Expectation.identity(store.identify("file"));
          store.compareAndReplace("file", expected, CONTENT, new WriteOptions());
        }),
    APPEND("append", store -> store.append("file", List.of(CONTENT), null, new AppendOptions())),
    REMOVE("renameReplace", store -> store.remove("file", new WriteOptions()));

    private final String call;
    private final Consumer<StoreHandle> made;

    Change(String call, Consumer<StoreHandle> made) {
      this.call = call;
      this.made = made;
    }
  }

  @BeforeEach
  void open() {
    SimKernel kernel = World.with(Map.of("file", 1), SimFileSystem::nfs).start();
    here = client("here", kernel.spawn(World.USER));
    there = client("there", kernel.spawnElsewhere(World.USER));
  }

  private static Client client(String name, SimProcess process) {
    Client client = new Client(name, process, UnaryOperator.identity(), new History(Map.of()));
    client.open();
    return client;
  }

  @ParameterizedTest
  @EnumSource
  void theOtherOneWaitsWhileAChangeIsMade(Change change) {
    Others others = new Others(change.call);
    here.process().gate(others);
    change.made.accept(here.handle());
    assertThat(others.tried).isTrue();
    here.process().gate(null);
    there.handle().replace("file", CONTENT, new WriteOptions());
    assertThat(here.handle().read("file").bytes()).isEqualTo("content\n".getBytes(UTF_8));
  }

  /** Tries every change on the other machine, right before one is made on this. */
  private final class Others implements SimGate {
    private final String call;
    private boolean tried;

    private Others(String call) {
      this.call = call;
    }

    @Override
    public <T> T pass(SimProcess process, SimCall made, SimCall.Effect<T> effect)
        throws SysException {
      if (made.name().equals(call) && !tried) {
        tried = true;
        for (Change change : Change.values()) {
          MutationException failure =
              catchThrowableOfType(
                  MutationException.class, () -> change.made.accept(there.handle()));
          assertThat(failure).as(change.name()).isNotNull();
          assertThat(failure.code()).isEqualTo(ErrorCode.BUSY);
          assertThat(failure.mutation().state()).isEqualTo(State.NOT_COMMITTED);
        }
      }
      return effect.run();
    }
  }
}
