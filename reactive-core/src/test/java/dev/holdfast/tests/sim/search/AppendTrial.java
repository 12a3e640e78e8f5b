package dev.holdfast.tests.sim.search;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import dev.holdfast.tests.sim.SimCall;
import dev.holdfast.tests.sim.SimGate;
import dev.holdfast.tests.sim.SimKernel;
import dev.holdfast.tests.sim.SimProcess;
import dev.holdfast.tests.sim.Survival;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;

/** One scenario of appends under one decider, from a fresh machine to the last look. */
final class AppendTrial implements Run.Observer, Explored {
  private static final World EMPTY = World.with(Map.of());

  private final AppendScenario scenario;
  private final AppendMutant mutant;
  private final SimKernel kernel;
  private final AppendHistory history = new AppendHistory();
  private final List<Client> clients = new ArrayList<>();
  private final List<Actor> actors = new ArrayList<>();
  private final Run run;
  private Runnable probe = () -> {};
  private boolean going;
  private int cuts;

  private final Sights sights = new Sights();
  private final AppendInspection inspection;

  AppendTrial(
      AppendScenario scenario, AppendMutant mutant, Decider decider, List<String> transcript) {
    this.scenario = scenario;
    this.mutant = mutant;
    this.kernel = EMPTY.start();
    this.inspection = new AppendInspection(scenario, mutant, history);
    prepare();
    for (int i = 0; i < scenario.programs().size(); i++) {
      actors.add(user(i, scenario.programs().get(i)));
    }
    if (scenario.stranger() != null) {
      SimProcess process = kernel.spawn(World.USER);
      actors.add(new Actor(actors.size(), "stranger", process, true, () -> intrude(process)));
    }
    this.run = new Run(kernel, actors, decider, this, transcript);
  }

  /** Such runs of a scenario. */
  static Explored.Maker explored(AppendScenario scenario, AppendMutant mutant) {
    return new Explored.Maker() {
      @Override
      public Explored under(Decider decider, List<String> transcript) {
        return new AppendTrial(scenario, mutant, decider, transcript);
      }

      @Override
      public String toString() {
        return scenario.toString();
      }
    };
  }

  private void prepare() {
    if (scenario.first() == AppendScenario.First.NOTHING) {
      return;
    }
    Client founder = client("founder", UnaryOperator.identity());
    founder.open();
    process(founder, -1).append(List.of(history.plan(Writing.Kind.APPEND, "founder", 1, 30, true)));
    founder.close();
    if (scenario.first() == AppendScenario.First.TORN) {
      Writing torn = history.plan(Writing.Kind.APPEND, "founder", 2, 30, true);
      history.begin(torn); // and it died
      byte[] bytes = torn.line.getBytes(US_ASCII);
      Sys sys = kernel.spawn(World.USER).sys();
      try (Fd root = sys.openRoot(World.path(World.ROOT), false);
          Fd file = sys.openFile(root, Name.of(AppendHistory.FILE), Sys.Access.APPEND)) {
        sys.append(file, bytes, 0, 12);
      } catch (SysException e) {
        throw new IllegalStateException(e);
      }
    }
    kernel.settle();
  }

  private Client client(String name, UnaryOperator<Sys> port) {
    return new Client(name, kernel.spawn(World.USER), port, new History(Map.of()));
  }

  private AppendClient process(Client client, int index) {
    return new AppendClient(scenario, mutant, kernel, history, sights, client, index);
  }

  private Actor user(int index, List<AppendStep> program) {
    Client client = client("P" + (index + 1), mutant.port());
    clients.add(client);
    client.open();
    Actor actor =
        new Actor(
            index,
            "P" + (index + 1),
            client.process(),
            false,
            () -> process(client, index).follow(program, () -> probe.run()));
    client.parkWith(
        nanos -> {
          if (going) {
            goingRun().park(actor, nanos);
          } else {
            kernel.advance(nanos);
          }
        });
    return actor;
  }

  private Run goingRun() {
    return run;
  }

  private void intrude(SimProcess process) {
    try {
      scenario.stranger().run(process.sys(), history);
    } catch (SysException e) {
      run.note("the stranger gives up: " + e.describe());
    }
  }

  // ---- running, and looking ----

  /** Lets somebody look after every call. */
  AppendTrial probedBy(Runnable looking) {
    probe = looking;
    return this;
  }

  AppendHistory history() {
    return history;
  }

  @Override
  public List<?> said() {
    return history.all();
  }

  /** Also what {@link Sights#checkVisible} goes by. */
  @Override
  public long state() {
    long key = States.of(kernel, actors, history.fingerprint());
    for (Actor actor : actors) {
      key = key * 31 + sights.of(actor.index);
    }
    return key;
  }

  @Override
  public long remains() {
    return history.fingerprint() * 0x9E3779B97F4A7C15L + kernel.diskFingerprint();
  }

  @Override
  public int steps() {
    return run.steps();
  }

  @Override
  public int cuts() {
    return cuts;
  }

  @Override
  public void run(Executor threads) throws InterruptedException {
    going = true;
    run.execute(threads);
    going = false;
    cut(Survival.NOTHING);
    for (Client client : clients) {
      if (client.process().state() != SimProcess.State.ZOMBIE) {
        client.close();
      }
    }
    for (Actor actor : actors) {
      if (!actor.process.openDescriptors().isEmpty()) {
        throw new Violation(
            "every descriptor is closed", actor + ": " + actor.process.openDescriptors());
      }
    }
    killAll();
  }

  @Override
  public void after(Actor actor, SimCall call) {
    sights.note(actor, call);
    probe.run();
  }

  @Override
  public void cut(long seed) {
    killAll();
    cut(Survival.random(seed));
  }

  /** What is left if everybody is killed here. */
  @Override
  public void killAll() {
    if (!kernel.fileSystem().isAborted()) {
      cuts++;
      inspection.run(kernel.copy(), false);
    }
  }

  /** What is left if the power goes off here. */
  @Override
  public void cut(Survival survival) {
    cuts++;
    inspection.run(kernel.powerCut(survival), true);
  }

  /**
   * Ends a recovery between each two of its calls.
   *
   * @return how many ends there were
   */
  private int endRecoveries(SimKernel left, boolean powerCut) {
    int[] ends = {0};
    SimGate ending =
        new SimGate() {
          @Override
          public <T> T pass(SimProcess process, SimCall call, SimCall.Effect<T> effect)
              throws SysException {
            T result = effect.run();
            inspection.run(left.copy(), powerCut);
            inspection.run(left.powerCut(Survival.random(ends[0])), true);
            ends[0] += 2;
            return result;
          }
        };
    Client recovering =
        new Client("recovering", left.spawn(World.USER), mutant.port(), new History(Map.of()));
    recovering.process().gate(ending);
    recovering.open();
    return ends[0];
  }

  /** The same after a kill here, and after power cuts. */
  int endRecoveries() {
    return (kernel.fileSystem().isAborted() ? 0 : endRecoveries(kernel.copy(), false))
        + endRecoveries(kernel.powerCut(Survival.NOTHING), true)
        + endRecoveries(kernel.powerCut(Survival.EVERYTHING), true)
        + endRecoveries(kernel.powerCut(Survival.random(sights.calls())), true);
  }
}
