package dev.holdfast.internal.engine.crash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.AppendOptions;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.MemoryTempDir;
import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.engine.root.RootOptions;
import dev.holdfast.internal.engine.scope.ProcessScope;
import dev.holdfast.internal.engine.scope.RandomNames;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.linux.LinuxPlatform;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Kills the process before and after each call of an append. Whatever the point: the record is
 * there whole or not at all, and the next process appends behind whole records.
 */
class AppendKillPointTest {
  private static final String LOG = "dir/log.jsonl";
  private static final String FIRST = "the first record\n";
  private static final String SECOND = "the second record\n";
  private static final String THIRD = "the third record\n";

  @TempDir(factory = MemoryTempDir.class)
  Path temporary;

  /** What is there before. */
  enum Before {
    NOTHING(""),
    RECORD(FIRST),
    TORN(FIRST);

    final String records;

    Before(String records) {
      this.records = records;
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyPointOfAnAppend(Before before) throws Exception {
    int points = 0;
    for (boolean after : List.of(false, true)) {
      for (int calls = 1; ; calls++) {
        Path root = fresh(before);
        MortalSys mortal = new MortalSys(LinuxPlatform.load(call -> {}));
        StoreHandle handle = open(mortal.sys(), root);
        mortal.liveFor(calls, after);
        try {
          append(handle, SECOND);
        } catch (MortalSys.Killed | RuntimeException e) {
          assertThat(mortal.isDead()).as("%s failed by itself: %s", before, e).isTrue();
        }
        boolean survived = !mortal.isDead();
        mortal.bury();
        check(root, before, survived);
        if (survived) {
          break;
        }
        points++;
      }
    }
    System.out.println("kill points of append, before it " + before + ": " + points);
    assertThat(points).isGreaterThan(20);
  }

  private Path fresh(Before before) throws Exception {
    Path root = Files.createTempDirectory(temporary, "root");
    StoreHandle handle = open(LinuxPlatform.load(call -> {}), root);
    if (before == Before.NOTHING) {
      handle.ensureDirectory("dir");
    } else {
      String content = FIRST + (before == Before.TORN ? "torn" : "");
      handle.publish(LOG, ByteSource.of(content.getBytes(UTF_8)), new WriteOptions());
    }
    handle.close();
    return root;
  }

  private static void append(StoreHandle handle, String record) {
    handle.append(LOG, List.of(ByteSource.of(record.getBytes(UTF_8))), null, new AppendOptions());
  }

  private static void check(Path root, Before before, boolean completed) throws Exception {
    StoreHandle handle = open(LinuxPlatform.load(call -> {}), root);
    append(handle, THIRD);
    String with = before.records + SECOND + THIRD;
    String without = before.records + THIRD;
    String found = Files.readString(root.resolve(LOG));
    if (completed) {
      assertThat(found).isEqualTo(with);
    } else {
      assertThat(found).isIn(with, without);
    }
    List<Path> rescued = contentsOf(root.resolve(".holdfast/rescued"));
    assertThat(rescued).allSatisfy(each -> assertThat(each).hasContent("torn"));
    assertThat(rescued.isEmpty()).isEqualTo(before != Before.TORN);
    assertThat(contentsOf(root.resolve(".holdfast/staging"))).hasSize(1); // ours
    handle.close();
    assertThat(contentsOf(root.resolve(".holdfast/staging"))).isEmpty();
  }

  private static StoreHandle open(Sys sys, Path root) {
    return StoreHandle.open(
        new ProcessScope<>(sys, LockSupport::parkNanos, new RandomNames(new SecureRandom())),
        root.toString(),
        "/",
        new RootOptions(1 << 20),
        false);
  }

  private static List<Path> contentsOf(Path directory) throws Exception {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.toList();
    }
  }
}
