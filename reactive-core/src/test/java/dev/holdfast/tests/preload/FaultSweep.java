package dev.holdfast.tests.preload;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Carries one operation out once for every fault that each of its calls can meet with, all in this
 * process, and says what was not as it has to be.
 */
final class FaultSweep {
  private final Operation operation;
  private final Path base;
  private int roots;
  private int errors;
  private int shortTransfers;

  FaultSweep(Operation operation, Path base) {
    this.operation = operation;
    this.base = base;
  }

  void run() throws Exception {
    List<String> calls = DryRun.calls(operation, fresh());
    for (int number = 1; number <= calls.size(); number++) {
      for (Fault fault : Fault.of(calls.get(number - 1))) {
        for (String violation : one(number, calls.get(number - 1), fault)) {
          System.out.println(
              "violation call "
                  + number
                  + " "
                  + calls.get(number - 1)
                  + " "
                  + fault.action()
                  + " "
                  + fault.error()
                  + ": "
                  + violation);
        }
      }
    }
    System.out.println(errors + " " + shortTransfers);
  }

  /** Chooses a call that is not made, and says what is noticed. */
  void miss() throws Exception {
    int behindTheLast = DryRun.calls(operation, fresh()).size() + 1;
    Fault fault = new Fault(Action.FAIL, Fault.ErrorNumber.EIO);
    one(behindTheLast, "close", fault).forEach(System.out::println);
  }

  private List<String> one(int number, String call, Fault fault) throws Exception {
    if (fault.action() == Action.CUT_SHORT) {
      shortTransfers++;
    } else {
      errors++;
    }
    Path root = fresh();
    operation.prepare(root);
    List<String> violations = new ArrayList<>();
    try (Session session = new Session(root)) {
      operation.begin(session);
      Throwable thrown = null;
      try (Armed armed = new Armed(operation, number, fault.action(), fault.error().number)) {
        operation.run(session);
      } catch (Throwable e) {
        thrown = e;
      }
      boolean fired = Shim.holdfast_fired() == 1 && call.equals(Shim.holdfast_call(number));
      note(violations, fired ? "" : "the fault did not happen to this call");
      for (Change change : operation.changes) {
        note(violations, Verdict.on(operation, change, call, thrown, change.found(root)));
      }
      note(
          violations,
          Verdict.onFault(operation, call, fault, thrown, DryRun.callsFrom(number + 1)));
    }
    List<Path> held = Tree.heldBelow(root);
    note(violations, held.isEmpty() ? "" : "still open: " + held);
    violations.addAll(Aftermath.check(operation, root));
    Tree.remove(root);
    return violations;
  }

  private static void note(List<String> violations, String violation) {
    if (!violation.isEmpty()) {
      violations.add(violation);
    }
  }

  /** The root of the next case: not there yet. */
  private Path fresh() {
    roots++;
    return base.resolve("root" + roots);
  }
}
