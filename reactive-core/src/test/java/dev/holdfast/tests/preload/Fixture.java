package dev.holdfast.tests.preload;

import dev.holdfast.internal.engine.path.RootPath;
import dev.holdfast.internal.engine.scope.RandomNames;
import dev.holdfast.internal.engine.security.OwnerOnly;
import dev.holdfast.internal.engine.staging.StagedFile;
import dev.holdfast.internal.engine.staging.StagingDirectory;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Sys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** What is there before an operation. */
final class Fixture {
  /** What {@link #store} makes. */
  static final Set<String> NAMES = Set.of("dir", "dir/file", "dir/other");

  private Fixture() {}

  /** Nothing. */
  static void nothing(Path root) {}

  /** A store with two files. */
  static void store(Path root) throws Exception {
    try (Session session = new Session(root)) {
      session.open();
      session.publish("dir/file", Content.OLD);
      session.publish("dir/other", Content.OLD);
    }
  }

  /**
   * The same store, and what two engines left: one that was killed in the middle of a replace and
   * of a remove, and one that a power cut took, and the name of its owner file with it.
   */
  static void deadEngines(Path root) throws Exception {
    store(root);
    try (Session session = new Session(root)) {
      session.open();
      session.publish("dir/leaving", Content.OLD);
      Sys sys = session.sys();
      Path ownerless;
      try (Fd top = sys.openRoot(RootPath.parse(root.toString(), "/"), false);
          Fd dir = sys.openDir(top, NamePath.of(Name.of("dir")));
          StagingDirectory killed = staging(sys, top);
          StagingDirectory cut = staging(sys, top)) {
        StagedFile.named(sys, killed.dir(), killed.newName()).close();
        Name leaving = Name.of("leaving");
        Name aside = killed.nameFor(sys.stat(dir, leaving));
        sys.renameNoReplace(dir, leaving, killed.dir(), aside);
        StagedFile.named(sys, cut.dir(), cut.newName()).close();
        ownerless = root.resolve(".holdfast/staging").resolve(cut.name().toString());
      } // which lets go of the owners' locks, and removes only what is empty
      Files.delete(ownerless.resolve("owner"));
    }
  }

  /** The same store, and a file of lines whose last one a process did not live to write. */
  static void tornRecord(Path root) throws Exception {
    store(root);
    try (Session session = new Session(root)) {
      session.open();
      session.publish("dir/log.jsonl", Content.TORN);
    }
  }

  private static StagingDirectory staging(Sys sys, Fd top) throws Exception {
    NamePath way = new NamePath(List.of(Name.of(".holdfast"), Name.of("staging")));
    return StagingDirectory.create(
        sys, new OwnerOnly(sys), new RandomNames(new SplittableRandom()), sys.openDir(top, way));
  }
}
