package dev.holdfast.tests.sim.search;

import dev.holdfast.StoreException;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import dev.holdfast.tests.sim.SimCall;
import dev.holdfast.tests.sim.SimEntry;
import dev.holdfast.tests.sim.SimKernel;
import dev.holdfast.tests.sim.SimProcess;
import dev.holdfast.tests.sim.Survival;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;

/** One scenario under one decider, from a fresh machine to the last look at what is left. */
final class Trial implements Run.Observer, Explored {
  /** Somebody who looks at every state between two calls. */
  @FunctionalInterface
  interface Probe {
    /** After a call, and after an operation. */
    void after(Trial trial);
  }

  private final Scenario scenario;
  private final UnaryOperator<Sys> port;
  private final SimKernel kernel;
  private final History history;
  private final List<Client> clients = new ArrayList<>();
  private final List<Actor> actors = new ArrayList<>();
  private final Run run;
  private Probe probe = trial -> {};
  private boolean going;
  private int cuts;

  Trial(Scenario scenario, UnaryOperator<Sys> port, Decider decider, List<String> transcript) {
    this.scenario = scenario;
    this.port = port;
    this.kernel = scenario.world().start();
    this.history = new History(scenario.world().initial());
    for (int i = 0; i < scenario.programs().size(); i++) {
      actors.add(user(i, scenario.programs().get(i)));
    }
    if (scenario.intruder() != null) {
      actors.add(intruder());
    }
    this.run = new Run(kernel, actors, decider, this, transcript);
  }

  /** Such runs of a scenario. */
  static Explored.Maker explored(Scenario scenario, UnaryOperator<Sys> port) {
    return new Explored.Maker() {
      @Override
      public Explored under(Decider decider, List<String> transcript) {
        return new Trial(scenario, port, decider, transcript);
      }

      @Override
      public String toString() {
        return scenario.toString();
      }
    };
  }

  private Actor user(int index, List<Step> program) {
    Client client =
        new Client(
            "P" + (index + 1), kernel.spawn(World.USER), port, history, scenario.keepHistory());
    clients.add(client);
    if (!scenario.opening()) {
      client.open();
    }
    Actor actor =
        new Actor(
            index,
            "P" + (index + 1),
            client.process(),
            false,
            () -> follow(client, index, program));
    client.parkWith(
        nanos -> {
          if (going) {
            run().park(actor, nanos);
          } else {
            kernel.advance(nanos);
          }
        });
    return actor;
  }

  private Run run() {
    return run;
  }

  private void follow(Client client, int index, List<Step> program) {
    if (!client.isOpen()) {
      try {
        client.open();
      } catch (StoreException e) {
        if (client.process().state() == SimProcess.State.ZOMBIE) {
          throw new SimProcess.Killed();
        }
        run.note(client.process().identity().pid() + " could not open: " + e.getMessage());
        return;
      }
    }
    if (index == 0 && scenario.batching() != null) {
      new BatchClient(client, history).perform(program, scenario.batching());
      probe.after(this);
      return;
    }
    for (int i = 0; i < program.size(); i++) {
      client.perform(program.get(i), (index + 1) * 100 + i + 1);
      probe.after(this);
    }
  }

  private Actor intruder() {
    SimProcess process = kernel.spawn(World.USER);
    int index = actors.size();
    return new Actor(index, "intruder", process, true, () -> intrude(process));
  }

  private void intrude(SimProcess process) {
    try {
      scenario.intruder().run(process.sys(), history);
    } catch (SysException e) {
      run.note("the intruder gives up: " + e.describe());
    }
  }

  /** Lets somebody look after every call. */
  Trial probedBy(Probe looking) {
    probe = looking;
    return this;
  }

  @Override
  public List<?> said() {
    return history.all();
  }

  @Override
  public long state() {
    return States.of(this);
  }

  @Override
  public long remains() {
    return remains(kernel);
  }

  /** The same of what is left of the machine by now. */
  long remains(SimKernel left) {
    return history.detail() * 0x9E3779B97F4A7C15L + left.diskFingerprint();
  }

  Scenario scenario() {
    return scenario;
  }

  /** Through which an inspector looks: a port that is wrong is wrong in recovery too. */
  UnaryOperator<Sys> recoveryPort() {
    return port;
  }

  SimKernel kernel() {
    return kernel;
  }

  History history() {
    return history;
  }

  List<Actor> actors() {
    return actors;
  }

  @Override
  public int steps() {
    return run.steps();
  }

  @Override
  public int cuts() {
    return cuts;
  }

  /** Runs it and looks at what is left; throws the first violation. */
  @Override
  public void run(Executor threads) throws InterruptedException {
    going = true;
    run.execute(threads);
    going = false;
    cut(Survival.NOTHING); // what was acknowledged by now has to be there
    for (Client client : clients) {
      if (client.isOpen() && client.process().state() != SimProcess.State.ZOMBIE) {
        client.close();
      }
    }
    for (Actor actor : actors) {
      if (!actor.process.openDescriptors().isEmpty()) {
        throw new Violation(
            "every descriptor is closed", actor + ": " + actor.process.openDescriptors());
      }
    }
    if (!kernel.fileSystem().isAborted()) {
      Inspection.afterTheEnd(kernel, history, this);
    }
  }

  @Override
  public void after(Actor actor, SimCall call) {
    switch (call.name()) {
      case "link", "linkName", "renameNoReplace", "renameReplace", "renameExchange", "write" ->
          checkWhole();
      case "createFile", "openTmp", "mkdir", "chmod" -> checkPrivate(actor);
      default -> {}
    }
    probe.after(this);
  }

  /** Nobody may ever find a part of a file at its name. */
  private void checkWhole() {
    for (String path : history.paths()) {
      SimEntry entry = kernel.entry(World.inRoot(path));
      if (entry != null && entry.type() == FileType.REGULAR && Contents.idOf(entry.content()) < 0) {
        throw new Violation(
            "nothing half-done is visible", path + " has " + entry.content().length + " bytes");
      }
    }
  }

  private void checkPrivate(Actor actor) {
    if (actor.index < clients.size() && kernel.hasExposed(actor.process)) {
      throw new Violation("owner-only, always", actor + " made something that others can use");
    }
  }

  @Override
  public void cut(long seed) {
    killAll();
    cut(Survival.random(seed));
  }

  /** What is left if everybody is killed here. */
  @Override
  public void killAll() {
    if (kernel.fileSystem().isAborted()) {
      return; // nothing works before the next start
    }
    cuts++;
    Inspection.afterCrash(kernel.copy(), history, this, false);
  }

  /** What is left if the power goes off here. */
  @Override
  public void cut(Survival survival) {
    cuts++;
    Inspection.afterCrash(kernel.powerCut(survival), history, this, true);
  }
}
