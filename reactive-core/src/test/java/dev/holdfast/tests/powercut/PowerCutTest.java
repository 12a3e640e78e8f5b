package dev.holdfast.tests.powercut;

import dev.holdfast.internal.sys.Skip;
import dev.holdfast.tests.Soak;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * Power cuts on real file systems. Another process writes; meanwhile the image of its disk is
 * copied, each copy in one moment, which gives exactly what the file system had sent to the disk by
 * then. Each copy is mounted afterwards, and what is on it has to be what the writer had
 * acknowledged.
 *
 * <p>The mutants show that this can fail. They are caught between the acknowledgement of one step
 * and the beginning of the next: at any other moment the next step's syncs may have written out
 * what the last step's should have.
 */
@Tag("powercut")
class PowerCutTest {
  private static final int MOMENTS = 30;

  /** Around which steps of a round a disk dies: a publish, appends, a batch. */
  private static final List<Integer> DEATHS = List.of(1, 8, 9);

  /** How many tests share the time of a soak. */
  private static final int TESTS = 7;

  @TempDir(factory = SpaciousTempDir.class)
  Path temporary;

  @ParameterizedTest
  @EnumSource
  void whatIsAcknowledgedSurvives(FileSystem fileSystem) throws Exception {
    Tallies tallies = new Tallies();
    try (Host host = Host.in(temporary, fileSystem)) {
      long begin = System.nanoTime();
      do {
        for (Port port : Port.values()) {
          tallies.of(port).add(host, port == Port.CORRECT ? cut(host) : cutMutant(host, port));
        }
      } while (System.nanoTime() - begin < share(Soak.duration()));
    }
    tallies.print("power cuts on " + fileSystem);
    tallies.check();
  }

  private static List<Snapshot> cut(Host host) throws Exception {
    List<Snapshot> snapshots = new ArrayList<>();
    try (WriterAtWork writer = new WriterAtWork(host, Port.CORRECT)) {
      snapshots.add(writer.atRest());
      for (int step = 1; step <= 2 * Script.ROUND; step++) {
        writer.step();
        snapshots.add(writer.atRest());
      }
      writer.run();
      for (int moment = 1; moment <= MOMENTS; moment++) {
        snapshots.add(writer.inTheMiddle());
      }
    }
    return snapshots;
  }

  private static List<Snapshot> cutMutant(Host host, Port mutant) throws Exception {
    List<Snapshot> snapshots = new ArrayList<>();
    try (WriterAtWork writer = new WriterAtWork(host, mutant)) {
      for (int step = 1; step <= Script.CHANGES; step++) {
        writer.step();
        snapshots.add(writer.atRest());
      }
    }
    return snapshots;
  }

  /**
   * A disk that dies under a running writer: it must not acknowledge what is not on it, and if it
   * says that a change was not made, that is so after the restart too.
   */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "BTRFS") // there is no such call for it
  void whatIsAcknowledgedSurvivesTheDeathOfTheDisk(FileSystem fileSystem) throws Exception {
    if (Program.find(FileSystem.KILLER).isEmpty()) {
      Skip.because("the death of a disk needs " + FileSystem.KILLER);
    }
    Tallies tallies = new Tallies();
    try (Host host = Host.in(temporary, fileSystem)) {
      long begin = System.nanoTime();
      do {
        for (int step : DEATHS) {
          tallies.of(Port.CORRECT).add(host, List.of(die(host, 2 * Script.ROUND + step)));
        }
        for (Port mutant : Port.MUTANTS) {
          tallies.of(mutant).add(host, List.of(dieAsMutant(host, mutant)));
        }
      } while (System.nanoTime() - begin < share(Soak.duration()));
    }
    tallies.print("deaths of a disk with " + fileSystem);
    tallies.check();
  }

  private static Snapshot die(Host host, int steps) throws Exception {
    try (WriterAtWork writer = new WriterAtWork(host, Port.CORRECT)) {
      writer.run();
      writer.await(steps);
      writer.killDisk();
      return writer.afterFailure();
    }
  }

  private static Snapshot dieAsMutant(Host host, Port mutant) throws Exception {
    try (WriterAtWork writer = new WriterAtWork(host, mutant)) {
      writer.step();
      writer.killDisk();
      return writer.atRest();
    }
  }

  private static long share(Duration soak) {
    return soak.toNanos() / TESTS;
  }
}
