package dev.holdfast.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.ErrorCode;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.MutationReceipt;
import dev.holdfast.PublishReceipt;
import dev.holdfast.ReplaceReceipt;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.engine.stream.ContentRule;
import dev.holdfast.internal.engine.stream.StreamedWrite;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A change in pieces is the same change; and without its end it never was. */
class StreamedWriteTest extends RootTestCase {
  static final ContentRule ANY = new ContentRule(Long.MAX_VALUE, null, null);

  private StreamedWrite begin(boolean replaces, ContentRule rule) {
    StreamedWrite write =
        root.handle()
            .streamWrite(
                "a/file", new StreamedWrite.Kind(replaces, null), new WriteOptions(), rule);
    write.open();
    return write;
  }

  private static ByteSource bytes(String text) {
    return ByteSource.of(text.getBytes(UTF_8));
  }

  private void refused(ErrorCode code, Phase phase, ThrowingCallable call) throws Exception {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            MutationException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.mutation().state()).isEqualTo(State.NOT_COMMITTED);
              assertThat(e.mutation().phase()).isEqualTo(phase);
              assertThat(e.mutation().residue()).isEmpty();
            });
    nothingIsLeft();
  }

  private void nothingIsLeft() throws Exception {
    Held.byOneWriter(root.path());
    assertThat(StoreTree.own(root.path())).isEqualTo(StoreTree.OPEN);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void isNotSeenBeforeItsEndAndWholeThen(boolean replaces) throws Exception {
    StreamedWrite write = begin(replaces, ANY);
    for (String piece : List.of("one ", "", "two ", "three")) {
      write.write(bytes(piece));
      assertThat(below("a/file")).doesNotExist();
    }
    MutationReceipt receipt = write.commit();
    assertThat(receipt).isInstanceOf(replaces ? ReplaceReceipt.class : PublishReceipt.class);
    assertThat(root.read("a/file")).isEqualTo("one two three");
    assertThat(root.handle().read("a/file").identity().sha256())
        .isEqualTo(Disk.sha256("one two three".getBytes(UTF_8)));
    nothingIsLeft();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nothingAtAllIsAnEmptyFile(boolean replaces) throws Exception {
    begin(replaces, ANY).commit();
    assertThat(below("a/file")).isEmptyFile();
    nothingIsLeft();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void givenUpItLeavesNothing(boolean replaces) throws Exception {
    root.handle().ensureDirectory("a");
    StreamedWrite write = begin(replaces, ANY);
    write.write(bytes("text"));
    refused(
        ErrorCode.STREAM_ABANDONED,
        Phase.WRITE,
        () -> {
          throw write.abandon(new Problem(ErrorCode.STREAM_ABANDONED, "no more"));
        });
    assertThat(below("a/file")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void contentThatIsNotTheAnnouncedOneIsRefused(boolean replaces) throws Exception {
    root.publish("a/other", "text");
    String digest = Disk.sha256("text".getBytes(UTF_8));
    StreamedWrite shorter = begin(replaces, new ContentRule(100, 5L, null));
    shorter.write(bytes("text"));
    refused(ErrorCode.CONTENT_MISMATCH, Phase.WRITE, shorter::commit);
    StreamedWrite longer = begin(replaces, new ContentRule(100, 3L, null));
    refused(ErrorCode.CONTENT_MISMATCH, Phase.WRITE, () -> longer.write(bytes("text")));
    StreamedWrite another = begin(replaces, new ContentRule(100, 4L, digest));
    another.write(bytes("test"));
    refused(ErrorCode.CONTENT_MISMATCH, Phase.WRITE, another::commit);
    StreamedWrite large = begin(replaces, new ContentRule(3, null, null));
    refused(ErrorCode.TOO_LARGE, Phase.WRITE, () -> large.write(bytes("text")));
    assertThat(below("a/file")).doesNotExist();

    StreamedWrite right = begin(replaces, new ContentRule(4, 4L, digest));
    right.write(bytes("te"));
    right.write(bytes("xt"));
    right.commit();
    assertThat(root.read("a/file")).isEqualTo("text");
  }

  @Test
  void theLimitOfOneOperationIsNoneForStreams() {
    StreamedWrite write = begin(false, ANY);
    byte[] content = Disk.bytes(TestRoot.LIMIT / 2 + 1);
    write.write(ByteSource.of(content));
    write.write(ByteSource.of(content));
    write.commit();
    assertThat(root.handle().identify("a/file").size()).isEqualTo(2L * content.length);
  }

  @Test
  void aNameThatIsTakenMeanwhileIsKept() throws Exception {
    root.handle().ensureDirectory("a");
    StreamedWrite write = begin(false, ANY);
    write.write(bytes("late"));
    root.publish("a/file", "first");
    refused(ErrorCode.DESTINATION_CONFLICT, Phase.COMMIT, write::commit);
    assertThat(root.read("a/file")).isEqualTo("first");
  }

  @Test
  void aReadOnlyHandleRefusesItWhenItIsOpened() {
    root.publish("x", "x");
    StoreHandle handle = rootAt(root.path()).openReadOnly();
    StreamedWrite write =
        handle.streamWrite("file", new StreamedWrite.Kind(true, null), new WriteOptions(), ANY);
    assertThatThrownBy(write::open)
        .isInstanceOfSatisfying(
            MutationException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.READ_ONLY_HANDLE));
  }
}
