package dev.holdfast.tests.sim.search;

import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.StoreException;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import dev.holdfast.tests.sim.SimCall;
import dev.holdfast.tests.sim.SimEntry;
import dev.holdfast.tests.sim.SimGate;
import dev.holdfast.tests.sim.SimKernel;
import dev.holdfast.tests.sim.SimProcess;
import dev.holdfast.tests.sim.search.SwapOperation.Given;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * One operation, with somebody who may swap something before each of its calls; then what he took
 * away is put back, and what is left is compared with what the operation said.
 */
final class SwapTrial {
  /** Somebody who looks for an opportunity. */
  @FunctionalInterface
  interface Foe {
    /**
     * Before a call.
     *
     * @param call its number, from 1
     * @param stranger who can swap
     */
    void before(int call, Stranger stranger);
  }

  private final SwapOperation operation;
  private final UnaryOperator<Sys> port;
  private final SimKernel kernel = SwapWorld.start();
  private final SimProcess process = kernel.spawn(World.USER);
  private final List<String> calls = new ArrayList<>();
  private State said;
  private ErrorCode code;

  /** Whether something was swapped between the last look of a replace and its rename. */
  private boolean mayReplace;

  private boolean shownAtSwap;
  private boolean shownAtEnd;

  SwapTrial(SwapOperation operation, UnaryOperator<Sys> port) {
    this.operation = operation;
    this.port = port;
  }

  /** What the operation said; a look that failed has not changed anything. */
  State said() {
    return said;
  }

  /** Why it failed, null if it did not. */
  ErrorCode code() {
    return code;
  }

  /** Its calls. */
  List<String> calls() {
    return calls;
  }

  /** Whether what was done could be seen at its path before anything was swapped, or after all. */
  boolean wasShown() {
    return shownAtSwap || shownAtEnd;
  }

  /** Runs it; throws what is wrong. */
  void run(Foe foe) {
    Client client = new Client("P1", process, port, new History(Map.of()));
    Given given = new Given(kernel, operation.gained);
    Stranger stranger = new Stranger(kernel, operation.leaf);
    prepare(client, given);
    String outside = kernel.portrait(World.path(SwapWorld.OUTSIDE));
    int gainedBefore = operation.gained == null ? 0 : visible(operation.gained).size();
    process.gate(
        new SimGate() {
          @Override
          public <T> T pass(SimProcess at, SimCall call, SimCall.Effect<T> effect)
              throws SysException {
            calls.add(call.toString());
            boolean before = stranger.hasSwapped();
            boolean shown = !before && operation.shows(kernel);
            foe.before(calls.size(), stranger);
            mayReplace |=
                before != stranger.hasSwapped()
                    && call.name().equals("renameReplace")
                    && operation.makesOrReplaces();
            shownAtSwap |= shown && stranger.hasSwapped();
            return effect.run();
          }
        });
    attempt(client, given);
    process.gate(null);
    shownAtEnd = operation.shows(kernel);
    if (stranger.hasSwapped()) {
      stranger.swapBack();
    }
    if (client.isOpen()) {
      client.close();
    }
    require(
        "nothing outside is touched",
        kernel.portrait(World.path(SwapWorld.OUTSIDE)).equals(outside),
        "");
    require("every descriptor is closed", process.openDescriptors().isEmpty(), "");
    require("owner-only, always", !kernel.hasExposed(process), "");
    checkForeign();
    checkSaid(given, gainedBefore);
    reopen();
    checkForeign();
  }

  private void prepare(Client client, Given given) {
    if (operation.opens()) {
      return;
    }
    client.open();
    given.handle = client.handle();
    given.identityOfB = given.handle.read("dir/b").identity();
    given.expectedA = Expectation.identity(given.handle.read("a").identity());
    given.expectedB = Expectation.identity(given.identityOfB);
    try {
      operation.prepare(given);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void attempt(Client client, Given given) {
    try {
      if (operation.opens()) {
        client.open();
      }
      operation.run(given);
      code = given.refusal;
      said = State.COMMITTED;
    } catch (StoreException e) {
      if (e.getCause() instanceof RuntimeException || e.getCause() instanceof Error) {
        throw new Violation("no operation fails by itself", e.getCause());
      }
      code = e.code();
      said =
          e instanceof MutationException failure ? failure.mutation().state() : State.NOT_COMMITTED;
    }
  }

  private void require(String rule, boolean holds, String finding) {
    if (!holds) {
      throw new Violation(rule, operation + " said " + said + ", " + code + ". " + finding);
    }
  }

  // ---- what is left ----

  /** Where a content can be found by a name that is not the store's own. */
  private List<String> visible(byte[] content) {
    return SwapWorld.placesOf(kernel, content).stream()
        .filter(path -> !path.contains("/.holdfast/"))
        .toList();
  }

  private void checkSaid(Given given, int gainedBefore) {
    if (operation.gained != null) {
      List<String> places = new ArrayList<>(visible(operation.gained));
      if (operation == SwapOperation.APPEND) {
        places.addAll(visible(Given.RECORD));
      }
      int more = places.size() - gainedBefore;
      // what it puts there has left its own name
      more += operation == SwapOperation.REPLACE_FROM && said == State.COMMITTED ? 1 : 0;
      boolean fits =
          switch (said) {
            case COMMITTED -> more == 1;
            case NOT_COMMITTED -> more == 0;
            case UNKNOWN -> more == 0 || more == 1;
          };
      require("an outcome is true", fits, "the new content is at " + places);
    }
    byte[] b = Contents.of(SwapWorld.B, 600);
    List<String> places = visible(b);
    List<String> anywhere = SwapWorld.placesOf(kernel, b);
    boolean fits =
        switch (said) {
          case COMMITTED ->
              operation.lost != null
                  ? anywhere.isEmpty() || operation.makesOrReplaces()
                  : operation == SwapOperation.DETACH
                      ? anywhere.size() == 1 && places.isEmpty()
                      : places.size() == 1;
          case NOT_COMMITTED -> places.size() == 1;
          case UNKNOWN -> operation.lost != null || anywhere.size() == 1;
        };
    require("an outcome is true", fits, "the old content is at " + anywhere);
    boolean moved = places.stream().anyMatch(path -> path.endsWith("/moved"));
    require(
        "an outcome is true",
        said == State.UNKNOWN
            || moved == (operation == SwapOperation.MOVE && said == State.COMMITTED),
        places.toString());
    require(
        "nothing else is touched",
        !SwapWorld.placesOf(kernel, Contents.of(SwapWorld.A, 600)).isEmpty(),
        "a is gone");
    if (given.repaired) {
      List<Integer> modes = new ArrayList<>();
      anywhere.forEach(path -> modes.add(kernel.entry(World.path(path)).mode()));
      require("a repair does what it says", modes.equals(List.of(0600)), modes.toString());
    }
  }

  /** What was swapped in is still there, as it was. */
  private void checkForeign() {
    List<String> found = new ArrayList<>();
    SwapWorld.each(
        kernel,
        "/data",
        (path, entry) -> {
          if (isForeign(entry)) {
            found.add(entry.type() + Integer.toOctalString(entry.mode()));
          }
        });
    found.sort(null);
    List<String> expected =
        new ArrayList<>(List.of(FileType.CHARACTER_DEVICE + "600", FileType.FIFO + "600"));
    for (int i = 0; i <= Swap.Place.values().length; i++) {
      expected.add(FileType.REGULAR + "640");
    }
    found.forEach(expected::remove);
    require(
        "nothing of somebody else is destroyed",
        expected.isEmpty() || (expected.size() == 1 && mayReplace),
        expected + " is gone");
    List<Name> names = kernel.names(World.path(SwapWorld.STASH + "/DIRECTORY-ROOT"));
    require(
        "nothing is done in another root",
        names.size() == 1 || operation.opens(),
        names.toString());
  }

  private static boolean isForeign(SimEntry entry) {
    int content = Contents.idOf(entry.content());
    return switch (entry.type()) {
      case FIFO, CHARACTER_DEVICE -> true;
      case REGULAR -> content >= SwapWorld.FOREIGN && content < SwapWorld.FOREIGN + 10;
      default -> false;
    };
  }

  private void reopen() {
    SimProcess next = kernel.spawn(World.USER);
    Client client = new Client("inspector", next, port, new History(Map.of()));
    try {
      client.open();
      checkStaging(1);
      client.publish("inspected", Contents.of(999_999, 30));
      client.close();
    } catch (StoreException e) {
      throw new Violation("a store opens and works after everything", e.getMessage());
    }
    checkStaging(0);
    require("every descriptor is closed", next.openDescriptors().isEmpty(), "");
  }

  private void checkStaging(int engines) {
    List<Name> staging = kernel.names(World.inRoot(".holdfast/staging"));
    require("nothing is left in staging", staging.size() == engines, staging.toString());
    for (Name engine : staging) {
      List<Name> objects = kernel.names(World.inRoot(".holdfast/staging/" + engine));
      require("nothing is left in staging", objects.size() == 1, objects.toString());
    }
  }
}
