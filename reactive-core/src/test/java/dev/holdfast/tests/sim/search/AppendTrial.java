package dev.holdfast.tests.sim.search;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.holdfast.AppendOptions;
import dev.holdfast.AppendReceipt;
import dev.holdfast.Durability;
import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.StoreException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.read.Content;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import dev.holdfast.tests.sim.SimCall;
import dev.holdfast.tests.sim.SimEntry;
import dev.holdfast.tests.sim.SimGate;
import dev.holdfast.tests.sim.SimKernel;
import dev.holdfast.tests.sim.SimProcess;
import dev.holdfast.tests.sim.Survival;
import dev.holdfast.tests.sim.search.Operation.Said;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;

/** One scenario of appends under one decider, from a fresh machine to the last look. */
final class AppendTrial implements Run.Observer, Explored {
  private static final World EMPTY = World.with(Map.of());
  private static final int INSPECTOR = 9_000;

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

  /** When each process looked at the name last, and when the name changed last. */
  private final Map<Integer, Integer> looked = new HashMap<>();

  private int renamed;
  private int calls;

  AppendTrial(
      AppendScenario scenario, AppendMutant mutant, Decider decider, List<String> transcript) {
    this.scenario = scenario;
    this.mutant = mutant;
    this.kernel = EMPTY.start();
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
    append(founder, List.of(history.plan(Writing.Kind.APPEND, "founder", 1, 30, true)));
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
            () -> follow(client, index, program));
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

  // ---- what the processes do ----

  private void follow(Client client, int index, List<AppendStep> program) {
    String who = "P" + (index + 1);
    int id = (index + 1) * 100;
    for (AppendStep step : program) {
      switch (step.kind()) {
        case APPEND -> {
          List<Writing> writings = new ArrayList<>();
          for (int i = 0; i < step.count(); i++) {
            int length = step.length() + 7 * i;
            writings.add(history.plan(Writing.Kind.APPEND, who, ++id, length, step.durable()));
          }
          append(client, writings);
        }
        case UPDATE -> update(client, history.plan(Writing.Kind.UPDATE, who, ++id, 40, true));
        case REPLACE -> replace(client, history.plan(Writing.Kind.REPLACE, who, ++id, 40, true));
        case REMOVE -> remove(client, history.plan(Writing.Kind.REMOVE, who, 0, 0, true));
        case READ -> read(client);
      }
      probe.run();
    }
  }

  private void append(Client client, List<Writing> writings) {
    writings.forEach(history::begin);
    boolean durable = writings.get(0).durable;
    AppendOptions options =
        new AppendOptions()
            .setDurability(durable ? Durability.FULL : Durability.OS_BUFFERED)
            .setForeignAppenders(scenario.foreign() && mutant.respectsForeigners())
            .setDigest(writings.size() > 1);
    List<ByteSource> records = new ArrayList<>();
    for (Writing writing : writings) {
      String line = writing.line.substring(0, writing.line.length() - 1);
      records.add(ByteSource.of(line.getBytes(US_ASCII)));
    }
    attempt(
        client,
        writings,
        () -> {
          List<AppendReceipt> receipts =
              client.handle().append(AppendHistory.FILE, records, null, options);
          for (int i = 0; i < receipts.size(); i++) {
            AppendReceipt receipt = receipts.get(i);
            Writing writing = writings.get(i);
            Long offset = receipt.offset();
            writing.inode = receipt.identity().ino();
            writing.offset = offset == null ? -1 : offset;
            if (durable && receipt.outcome().durability() != DurabilityState.PROVEN) {
              throw new Violation("an outcome says the truth", receipt.toString());
            }
            checkVisible(client, writing);
          }
        });
  }

  /** An append is acknowledged only if the name still led to the file when it looked last. */
  private void checkVisible(Client client, Writing writing) {
    SimEntry entry = kernel.entry(World.inRoot(AppendHistory.FILE));
    boolean there = entry != null && new String(entry.content(), US_ASCII).contains(writing.line);
    int index = clients.indexOf(client);
    int look = looked.getOrDefault(index, 0);
    if (!there && index >= 0 && (look == 0 || look >= renamed)) {
      throw new Violation("acknowledged records are in the file at the name", writing.toString());
    }
  }

  private void update(Client client, Writing writing) {
    history.begin(writing);
    attempt(
        client,
        List.of(writing),
        () -> {
          Content old = client.handle().read(AppendHistory.FILE);
          String content = new String(old.bytes(), US_ASCII);
          // As everybody should read such a file: what follows the last newline is no record.
          String lines = content.substring(0, content.lastIndexOf('\n') + 1) + writing.line;
          client
              .handle()
              .compareAndReplace(
                  AppendHistory.FILE,
                  new Expectation.Identity(old.identity()),
                  ByteSource.of(lines.getBytes(US_ASCII)),
                  new WriteOptions());
        });
  }

  private void replace(Client client, Writing writing) {
    history.begin(writing);
    ByteSource line = ByteSource.of(writing.line.getBytes(US_ASCII));
    attempt(
        client,
        List.of(writing),
        () -> client.handle().replace(AppendHistory.FILE, line, new WriteOptions()));
  }

  private void remove(Client client, Writing writing) {
    history.begin(writing);
    attempt(
        client,
        List.of(writing),
        () -> client.handle().remove(AppendHistory.FILE, new WriteOptions()));
  }

  private void read(Client client) {
    int began = history.now();
    attempt(
        client,
        List.of(),
        () -> {
          byte[] content = client.handle().read(AppendHistory.FILE).bytes();
          if (!scenario.foreign()) {
            new Lines(history, false, false, began).check(content, 0, true);
          }
        });
  }

  private void attempt(Client client, List<Writing> writings, Runnable change) {
    try {
      change.run();
      writings.forEach(writing -> history.end(writing, Said.DONE, "done"));
    } catch (StoreException e) {
      if (client.process().state() == SimProcess.State.ZOMBIE) {
        throw new SimProcess.Killed(); // what it says nobody hears
      }
      if (e.getCause() instanceof Violation violation) {
        throw violation;
      }
      if (e.getCause() instanceof RuntimeException || e.getCause() instanceof Error) {
        throw new Violation("no operation fails by itself", e.getCause());
      }
      String words = e.code() + " " + e.outcome().map(Object::toString).orElse("");
      writings.forEach(writing -> history.end(writing, said(e), words));
    }
  }

  private static Said said(StoreException e) {
    if (!(e instanceof MutationException change)) {
      return Said.NOT_DONE;
    }
    return switch (change.mutation().state()) {
      case NOT_COMMITTED -> e.code() == ErrorCode.NOT_FOUND ? Said.REFUSED : Said.NOT_DONE;
      case COMMITTED -> Said.DONE_NOT_PROVEN;
      case UNKNOWN -> Said.UNKNOWN;
    };
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

  /** Also what {@link #checkVisible} goes by. */
  @Override
  public long state() {
    long key = States.of(kernel, actors, history.fingerprint());
    for (Actor actor : actors) {
      int look = looked.getOrDefault(actor.index, 0);
      key = key * 31 + (look == 0 ? 0 : look >= renamed ? 1 : 2);
    }
    return key;
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
    calls++;
    boolean about = false;
    for (int i = 0; i < 4; i++) {
      about |= isAbout(call, i);
    }
    if (call.name().equals("append")) {
      looked.put(actor.index, 0); // what was seen before says nothing about what is written now
    }
    if (about) {
      switch (call.name()) {
        case "statName" -> looked.put(actor.index, calls);
        case "renameReplace", "renameNoReplace", "renameExchange", "unlink" -> renamed = calls;
        default -> {}
      }
    }
    probe.run();
  }

  private static boolean isAbout(SimCall call, int argument) {
    try {
      return call.argument(argument) instanceof Name name
          && name.toString().equals(AppendHistory.FILE);
    } catch (ArrayIndexOutOfBoundsException e) {
      return false;
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
    if (!kernel.fileSystem().isAborted()) {
      cuts++;
      inspect(kernel.copy(), false);
    }
  }

  /** What is left if the power goes off here. */
  @Override
  public void cut(Survival survival) {
    cuts++;
    inspect(kernel.powerCut(survival), true);
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
            inspect(left.copy(), powerCut);
            inspect(left.powerCut(Survival.random(ends[0])), true);
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
        + endRecoveries(kernel.powerCut(Survival.random(calls)), true);
  }

  /** By itself at first, then after the next process has appended. */
  private void inspect(SimKernel left, boolean powerCut) {
    left.fileSystem().space(Long.MAX_VALUE, Long.MAX_VALUE); // whatever it was like before
    Lines lines = new Lines(history, powerCut, scenario.foreign(), Integer.MAX_VALUE);
    look(left, lines, true);
    String last = Writing.line(INSPECTOR, 50);
    Client next =
        new Client("inspector", left.spawn(World.USER), mutant.port(), new History(Map.of()));
    try {
      next.open();
      next.handle()
          .append(
              AppendHistory.FILE,
              List.of(ByteSource.of(last.substring(0, 49).getBytes(US_ASCII))),
              null,
              new AppendOptions().setForeignAppenders(scenario.foreign()));
      next.close();
    } catch (StoreException e) {
      throw new Violation("a store opens and works after everything", e.getMessage());
    }
    byte[] content = left.entry(World.inRoot(AppendHistory.FILE)).content();
    String text = new String(content, US_ASCII);
    if (!text.endsWith(last) || (text.length() > 50 && text.charAt(text.length() - 51) != '\n')) {
      throw new Violation("records never mix", "the last record is not on a line of its own");
    }
    lines.check(text.substring(0, text.length() - 50).getBytes(US_ASCII), 0, false);
    if (!next.process().openDescriptors().isEmpty()) {
      throw new Violation(
          "every descriptor is closed", next.process().openDescriptors().toString());
    }
  }

  private void look(SimKernel left, Lines lines, boolean mayBeTorn) {
    SimEntry entry = left.entry(World.inRoot(AppendHistory.FILE));
    byte[] content = entry == null ? new byte[0] : entry.content();
    lines.check(content, entry == null ? 0 : entry.number(), mayBeTorn);
  }
}
