package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.engine.read.Content;
import java.nio.file.Files;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reading the beginning of a file. */
class PrefixTest extends RootTestCase {

  @ParameterizedTest
  @CsvSource({"10,3", "10,9", "10,10", "10,11", "0,0", "0,5", "10,0", "300000,200000"})
  void isWhatThereIsUpToALength(int size, int wanted) throws Exception {
    byte[] content = Disk.bytes(size);
    root.open();
    Files.write(Disk.file(below("file"), ""), content);
    Content prefix = root.handle().readPrefix("file", wanted);
    assertThat(prefix.bytes()).isEqualTo(Arrays.copyOf(content, Math.min(size, wanted)));
    assertThat(prefix.identity().size()).isEqualTo(size);
    assertThat(prefix.identity().sha256())
        .as("a digest only of the whole")
        .isEqualTo(wanted >= size ? Disk.sha256(content) : null);
  }

  @Test
  void isReadOfAFileAboveTheLimit() throws Exception {
    root.open();
    byte[] content = Disk.bytes(TestRoot.LIMIT * 2);
    Files.write(Disk.file(below("file"), ""), content);
    assertThat(root.handle().readPrefix("file", 5).bytes()).isEqualTo(Arrays.copyOf(content, 5));
    assertThat(root.handle().readPrefix("file", TestRoot.LIMIT).bytes())
        .isEqualTo(Arrays.copyOf(content, TestRoot.LIMIT));
  }

  @Test
  void readsNoMoreThanIsWanted() throws Exception {
    TracingSys sys = new TracingSys(TestRoot.LINUX);
    TestRoot traced = rootAt(root.path(), sys);
    traced.open();
    Files.write(Disk.file(below("file"), ""), Disk.bytes(TestRoot.LIMIT));
    sys.forget();
    traced.handle().readPrefix("file", 100);
    assertThat(sys.below(root.path()))
        .containsExactly("statPath .", "openFile file", "stat file", "read file", "stat file");
  }
}
