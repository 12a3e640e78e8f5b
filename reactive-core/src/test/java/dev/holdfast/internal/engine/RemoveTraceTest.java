package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Durability;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.sys.Skip;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The exact calls of a remove: a call more is a price, a call less a hole. */
class RemoveTraceTest extends RootTestCase {
  private TracingSys sys;
  private TestRoot traced;

  @BeforeEach
  void open() throws Exception {
    sys = new TracingSys(TestRoot.LINUX);
    traced = rootAt(root.path(), sys);
    traced.publish("file", "old");
    traced.publish("a/b/file", "old");
    if (traced.handle().identify("file").birthNs() == null) {
      Skip.because("no birth times here, so no directory is ever known again");
    }
    sys.forget();
  }

  /** Where the file goes: a name that says what it is expected to be. */
  private String aside(String file) throws Exception {
    Map<String, Object> is = Files.readAttributes(below(file), "unix:ino,size,lastModifiedTime");
    long mtime = ((FileTime) is.get("lastModifiedTime")).to(TimeUnit.NANOSECONDS);
    return ".holdfast/staging/*/x-*-0-" + is.get("ino") + "." + is.get("size") + "." + mtime;
  }

  @Test
  void inTheRoot() throws Exception {
    String aside = aside("file");
    traced.handle().remove("file", new WriteOptions());
    assertThat(sys.below(root.path()))
        .containsExactly(
            "statPath .",
            "ofdTryLock .holdfast/commit.lock",
            "ofdTryLock .holdfast/commit.lock",
            "statName .holdfast",
            "statName .holdfast/commit.lock",
            "statPath .",
            "statName file",
            "renameNoReplace " + aside,
            "statName " + aside,
            "unlink " + aside,
            "ofdUnlock .holdfast/commit.lock",
            "ofdUnlock .holdfast/commit.lock",
            "sync .",
            "statPath .");
  }

  @Test
  void inADirectory() throws Exception {
    String aside = aside("a/b/file");
    traced.handle().remove("a/b/file", new WriteOptions());
    assertThat(sys.below(root.path()))
        .containsExactly(
            "statPath .",
            "openDir a/b",
            "stat a/b",
            "ofdTryLock .holdfast/commit.lock",
            "ofdTryLock .holdfast/commit.lock",
            "statName .holdfast",
            "statName .holdfast/commit.lock",
            "statPath .",
            "openDir a/b",
            "stat a/b",
            "statName a/b/file",
            "renameNoReplace " + aside,
            "statName " + aside,
            "unlink " + aside,
            "openDir a/b",
            "stat a/b",
            "ofdUnlock .holdfast/commit.lock",
            "ofdUnlock .holdfast/commit.lock",
            "sync a/b",
            "statPath .");
  }

  @Test
  void withoutSyncsWhereNoneAreWanted() {
    traced.handle().remove("file", new WriteOptions().setDurability(Durability.OS_BUFFERED));
    assertThat(sys.syncs(root.path())).isEmpty();
  }
}
