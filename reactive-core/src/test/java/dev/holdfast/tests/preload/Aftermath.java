package dev.holdfast.tests.preload;

import dev.holdfast.RecoveryReport;
import dev.holdfast.internal.engine.StoreHandle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What has to be so after an operation, however it ended, when nothing of it is open any more: for
 * whoever looks from outside, for the next process, and after the operation is made once more.
 */
final class Aftermath {
  private static final byte[] TORN_RECORD = Content.TORN.behind(Content.LINE);

  private final Operation operation;
  private final Path root;
  private final List<String> violations = new ArrayList<>();

  private Aftermath(Operation operation, Path root) {
    this.operation = operation;
    this.root = root;
  }

  /** What is not so. */
  static List<String> check(Operation operation, Path root) {
    Aftermath aftermath = new Aftermath(operation, root);
    try {
      aftermath.lookFromOutside();
      aftermath.goOn();
      aftermath.lookAtTheEnd();
    } catch (Exception | AssertionError e) {
      aftermath.violations.add("afterwards: " + e);
    }
    return aftermath.violations;
  }

  /** The next process opens the root, and finishes what was not done. */
  private void goOn() throws Exception {
    try (Session next = new Session(root)) {
      checkOpened(next.open());
      lookFromOutside();
      operation.goOn(next, root);
      next.publish("last", Content.OLD);
    }
  }

  /** The old content or the new, whole, nothing else changed, and nobody else has access. */
  private void lookFromOutside() throws IOException {
    for (Change change : operation.changes) {
      Content found = change.found(root);
      expect(change.isUndone(found) || found == change.after(), change.path() + " is " + found);
    }
    Set<String> names = usersNames();
    expect(names.containsAll(operation.lasting()), "missing, there are " + names);
    expect(operation.possible().containsAll(names), "unexpected, there are " + names);
    for (Path each : Tree.below(root)) {
      expect((Tree.mode(each) & 077) == 0, "others can use " + each);
    }
  }

  private void checkOpened(StoreHandle handle) throws IOException {
    RecoveryReport recovery = handle.recovery();
    expect(recovery.left().isEmpty(), "recovery left " + recovery.left());
    for (Path rescued : own("rescued")) {
      expect(
          operation.repairs() && Arrays.equals(Files.readAllBytes(rescued), TORN_RECORD),
          "rescued " + rescued);
    }
    Set<Path> staged = own("staging");
    expect(
        staged.size() == 2 && staged.stream().anyMatch(each -> each.endsWith("owner")),
        "in staging, besides the opener's own directory and owner: " + staged);
  }

  /** Once the operation is done: its result, and exactly the permissions that all objects have. */
  private void lookAtTheEnd() throws IOException {
    expect(operation.undone(root).isEmpty(), "cannot be done: " + operation.undone(root));
    expect(Content.at(root.resolve("last")) == Content.OLD, "the store is not usable");
    expect(own("staging").isEmpty(), "closed, and in staging are " + own("staging"));
    expect(Tree.mode(root) == 0700, "mode of the root");
    for (Path each : Tree.below(root)) {
      int mode = Files.isDirectory(each) ? 0700 : 0600;
      expect(Tree.mode(each) == mode, "mode of " + each);
    }
  }

  private Set<String> usersNames() throws IOException {
    Set<String> names = new TreeSet<>();
    for (Path each : Tree.below(root)) {
      Path name = root.relativize(each);
      if (!name.startsWith(".holdfast")) {
        names.add(name.toString());
      }
    }
    return names;
  }

  private Set<Path> own(String directory) throws IOException {
    return Tree.below(root.resolve(".holdfast").resolve(directory));
  }

  private void expect(boolean holds, String otherwise) {
    if (!holds) {
      violations.add(otherwise);
    }
  }
}
