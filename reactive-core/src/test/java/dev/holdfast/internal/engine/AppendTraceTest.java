package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.AppendOptions;
import dev.holdfast.Durability;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.sys.Skip;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The exact calls of an append: a call more is a price, a call less a hole. */
class AppendTraceTest extends RootTestCase {
  private TracingSys sys;
  private TestRoot traced;

  @BeforeEach
  void open() {
    sys = new TracingSys(TestRoot.LINUX);
    traced = rootAt(root.path(), sys);
    for (String file : List.of("log.jsonl", "a/b/log.jsonl")) {
      traced.append(file, "first");
    }
    if (traced.handle().identify("log.jsonl").birthNs() == null) {
      Skip.because("no birth times here, so no directory is ever known again");
    }
    sys.forget();
  }

  @Test
  void theFirstOneOpensTheFileAndMakesItsNameDurable() {
    traced.append("log.jsonl", "second");
    assertThat(sys.below(root.path()))
        .containsExactly(
            "statPath .",
            "ofdTryLock .holdfast/commit.lock",
            "ofdTryLock .holdfast/commit.lock",
            "statName .holdfast",
            "statName .holdfast/commit.lock",
            "statPath .",
            "statName log.jsonl",
            "openFile log.jsonl",
            "stat log.jsonl",
            "sync .",
            "read log.jsonl",
            "append log.jsonl",
            "dataSync log.jsonl",
            "statName log.jsonl",
            "ofdUnlock .holdfast/commit.lock",
            "ofdUnlock .holdfast/commit.lock",
            "statPath .");
  }

  @Test
  void fromTheSecondOnInTheRoot() {
    traced.append("log.jsonl", "second");
    sys.forget();
    traced.append("log.jsonl", "third");
    assertThat(sys.below(root.path()))
        .containsExactly(
            "ofdTryLock .holdfast/commit.lock",
            "ofdTryLock .holdfast/commit.lock",
            "statName .holdfast",
            "statName .holdfast/commit.lock",
            "statPath .",
            "statName log.jsonl",
            "append log.jsonl",
            "dataSync log.jsonl",
            "statName log.jsonl",
            "ofdUnlock .holdfast/commit.lock",
            "ofdUnlock .holdfast/commit.lock",
            "statPath .");
  }

  @Test
  void fromTheSecondOnInADirectory() {
    traced.append("a/b/log.jsonl", "second");
    sys.forget();
    traced.append("a/b/log.jsonl", "third");
    assertThat(sys.below(root.path()))
        .containsExactly(
            "ofdTryLock .holdfast/commit.lock",
            "ofdTryLock .holdfast/commit.lock",
            "statName .holdfast",
            "statName .holdfast/commit.lock",
            "statPath .",
            "openDir a/b",
            "stat a/b",
            "statName a/b/log.jsonl",
            "append a/b/log.jsonl",
            "dataSync a/b/log.jsonl",
            "statName a/b/log.jsonl",
            "openDir a/b",
            "stat a/b",
            "ofdUnlock .holdfast/commit.lock",
            "ofdUnlock .holdfast/commit.lock",
            "statPath .");
  }

  @Test
  void manyRecordsCostNoMoreThanOne() {
    traced.append("log.jsonl", "second");
    sys.forget();
    ByteSource record = ByteSource.of(new byte[1000]);
    List<ByteSource> many = java.util.Collections.nCopies(256, record);
    traced.handle().append("log.jsonl", many, null, new AppendOptions());
    assertThat(sys.below(root.path())).hasSize(12).containsOnlyOnce("append log.jsonl");
  }

  @Test
  void theSizeOfTheFileCostsNothing() {
    traced.publish("large.jsonl", new byte[TestRoot.LIMIT], new WriteOptions());
    traced.append("large.jsonl", "second");
    sys.forget();
    traced.append("large.jsonl", "third");
    assertThat(sys.below(root.path())).hasSize(12).noneMatch(call -> call.startsWith("read"));
  }

  @Test
  void withoutSyncsWhereNoneAreWanted() {
    AppendOptions buffered = new AppendOptions().setDurability(Durability.OS_BUFFERED);
    traced.append("log.jsonl", "second", buffered);
    traced.append("log.jsonl", "third", buffered);
    traced.append("x/y/new.jsonl", "first", buffered);
    assertThat(sys.syncs(root.path())).isEmpty();
    traced.append("log.jsonl", "fourth");
    assertThat(sys.syncs(root.path())).containsExactly(".", "log.jsonl");
  }

  @Test
  void whatAnotherProcessWroteCostsOneRead() {
    traced.append("log.jsonl", "second");
    root.append("log.jsonl", "theirs");
    sys.forget();
    traced.append("log.jsonl", "third");
    assertThat(sys.below(root.path())).hasSize(13).containsOnlyOnce("read log.jsonl");
  }
}
