package dev.holdfast.tests.preload;

import java.lang.ref.Reference;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;

/** The program that runs with the library preloaded; {@link PreloadedJvm} reads what it says. */
final class PreloadedProcess {
  private PreloadedProcess() {}

  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[1]);
    switch (arguments[0]) {
      case "calls" -> calls(directory);
      case "uncovered" -> uncovered();
      case "sweep" -> new FaultSweep(Operation.valueOf(arguments[2]), directory).run();
      case "miss" -> new FaultSweep(Operation.valueOf(arguments[2]), directory).miss();
      case "die" -> {
        Action action = Action.valueOf(arguments[4]);
        die(Operation.valueOf(arguments[2]), directory, Long.parseLong(arguments[3]), action);
      }
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  /** Says which calls each operation makes. */
  private static void calls(Path directory) throws Exception {
    for (Operation operation : Operation.values()) {
      Path root = directory.resolve(operation.name());
      System.out.println(operation + " " + String.join(" ", DryRun.calls(operation, root)));
    }
  }

  /** Says which functions of the C library the port binds and the library does not intercept. */
  private static void uncovered() throws ClassNotFoundException {
    Class<?> bound = Class.forName("dev.holdfast.internal.sys.linux.LibC");
    for (Method method : bound.getDeclaredMethods()) {
      boolean isNative = Modifier.isNative(method.getModifiers());
      if (isNative && Shim.holdfast_covers(method.getName()) == 0) {
        System.out.println(method.getName());
      }
    }
  }

  /** Carries the operation out; if it is still alive then, it says so and waits to be killed. */
  private static void die(Operation operation, Path root, long number, Action action)
      throws Exception {
    Session session = new Session(root);
    operation.begin(session);
    try (Armed armed = new Armed(operation, number, action, 0)) {
      operation.run(session);
    }
    System.out.println(PreloadedJvm.DONE);
    int ignored = System.in.read();
    Reference.reachabilityFence(session); // else its descriptors could be closed before
  }
}
