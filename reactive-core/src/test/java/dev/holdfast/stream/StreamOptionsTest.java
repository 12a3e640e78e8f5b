package dev.holdfast.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.holdfast.Durability;
import java.util.Locale;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class StreamOptionsTest {
  private static final String DIGEST = "0123456789abcdef".repeat(4);

  @Test
  void byDefaultAStreamPublishesWhateverComesAndReadsAllThatIsThere() {
    WriteStreamOptions write = new WriteStreamOptions();
    assertThat(write.isReplace()).isFalse();
    assertThat(write.getDurability()).isEqualTo(Durability.FULL);
    assertThat(write.isCreateParents()).isTrue();
    assertThat(write.getMaxSize()).isEqualTo(Long.MAX_VALUE);
    assertThat(write.getWriteQueueMaxSize()).isEqualTo(512 * 1024);
    assertThat(write.getExpectedSize()).isEmpty();
    assertThat(write.getExpectedSha256()).isNull();
    ReadStreamOptions read = new ReadStreamOptions();
    assertThat(read.getOffset()).isZero();
    assertThat(read.getLength()).isEqualTo(Long.MAX_VALUE);
    assertThat(read.getChunkSize()).isEqualTo(128 * 1024);
    assertThat(read.getExpectedSha256()).isNull();
  }

  @Test
  void whatIsSetIsWhatIsThereAndInACopyOfItsOwn() {
    WriteStreamOptions write =
        new WriteStreamOptions()
            .setReplace(true)
            .setDurability(Durability.OS_BUFFERED)
            .setCreateParents(false)
            .setMaxSize(1)
            .setWriteQueueMaxSize(2)
            .setExpectedSize(3)
            .setExpectedSha256(DIGEST.toUpperCase(Locale.ROOT));
    WriteStreamOptions copy = new WriteStreamOptions(write);
    write.setReplace(false).setExpectedSize(4);
    assertThat(copy.isReplace()).isTrue();
    assertThat(copy.getDurability()).isEqualTo(Durability.OS_BUFFERED);
    assertThat(copy.isCreateParents()).isFalse();
    assertThat(copy.getMaxSize()).isEqualTo(1);
    assertThat(copy.getWriteQueueMaxSize()).isEqualTo(2);
    assertThat(copy.getExpectedSize()).hasValue(3);
    assertThat(copy.getExpectedSha256()).isEqualTo(DIGEST);
    ReadStreamOptions read =
        new ReadStreamOptions(
            new ReadStreamOptions()
                .setOffset(1)
                .setLength(2)
                .setChunkSize(3)
                .setExpectedSha256(DIGEST));
    assertThat(read.getOffset()).isEqualTo(1);
    assertThat(read.getLength()).isEqualTo(2);
    assertThat(read.getChunkSize()).isEqualTo(3);
    assertThat(read.getExpectedSha256()).isEqualTo(DIGEST);
  }

  @Test
  void whatIsOutOfRangeIsRefusedByName() {
    WriteStreamOptions write = new WriteStreamOptions();
    ReadStreamOptions read = new ReadStreamOptions();
    refused("maxSize is -1", () -> write.setMaxSize(-1));
    refused("expectedSize is -1", () -> write.setExpectedSize(-1));
    refused("writeQueueMaxSize is 0", () -> write.setWriteQueueMaxSize(0));
    refused("expectedSha256 is 'abc'", () -> write.setExpectedSha256("abc"));
    refused("offset is -1", () -> read.setOffset(-1));
    refused("length is -1", () -> read.setLength(-1));
    refused("chunkSize is 0", () -> read.setChunkSize(0));
    refused("chunkSize is 4194305", () -> read.setChunkSize(ReadStreamOptions.MAX_CHUNK_SIZE + 1));
    refused("expectedSha256 is ", () -> read.setExpectedSha256("g".repeat(64)));
  }

  private static void refused(String message, ThrowingCallable call) {
    assertThatIllegalArgumentException().isThrownBy(call).withMessageStartingWith(message);
  }
}
