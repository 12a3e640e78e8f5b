package dev.holdfast.tests.model;

import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.SysException;
import dev.holdfast.tests.sim.SimCall;
import dev.holdfast.tests.sim.SimGate;
import dev.holdfast.tests.sim.SimKernel;
import dev.holdfast.tests.sim.SimProcess;
import dev.holdfast.tests.sim.Survival;
import java.util.List;

/** A simulated machine, whose power can be cut too. */
final class SimulatedMachine implements Machine {
  private static final int USER = 1000;

  private SimKernel kernel = new SimKernel();
  private SimProcess process;
  private int processes;

  SimulatedMachine() {
    kernel.makeDirectory(new AbsolutePath(new NamePath(List.of(Name.of("data")))), USER, 0700);
  }

  @Override
  public StoreHandle open() {
    process = kernel.spawn(USER);
    return Machine.open(process.sys(), "/data/root", ++processes, kernel::advance);
  }

  @Override
  public void liveFor(int calls) {
    process.gate(
        new SimGate() {
          private int made;

          @Override
          public <T> T pass(SimProcess dying, SimCall call, SimCall.Effect<T> effect)
              throws SysException {
            T result = effect.run();
            if (++made >= calls) {
              dying.kill();
              throw new SimProcess.Killed();
            }
            return result;
          }
        });
  }

  @Override
  public void liveUntilAppended(int bytes) {
    process.gate(
        new SimGate() {
          @Override
          public <T> T pass(SimProcess dying, SimCall call, SimCall.Effect<T> effect)
              throws SysException {
            if (!call.name().equals("append")) {
              return effect.run();
            }
            call.shorten(bytes);
            effect.run();
            dying.kill();
            throw new SimProcess.Killed();
          }
        });
  }

  @Override
  public boolean isDead() {
    return process.state() == SimProcess.State.ZOMBIE;
  }

  @Override
  public void kill() {
    process.kill();
  }

  /** Everything stops; what nobody synced may be gone. */
  void cutPower(long seed) {
    kernel = kernel.powerCut(Survival.random(seed));
  }

  @Override
  public void close() {}
}
