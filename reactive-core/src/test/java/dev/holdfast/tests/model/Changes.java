package dev.holdfast.tests.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.AppendOptions;
import dev.holdfast.AppendReceipt;
import dev.holdfast.ErrorCode;
import dev.holdfast.FileIdentity;
import dev.holdfast.MutationException;
import dev.holdfast.ReplaceReceipt;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.engine.batch.BatchedWrite;
import dev.holdfast.internal.engine.batch.SyncFsUse;
import dev.holdfast.internal.engine.crash.MortalSys;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.engine.stream.ContentRule;
import dev.holdfast.internal.engine.stream.StreamedWrite;
import dev.holdfast.tests.model.Command.Append;
import dev.holdfast.tests.model.Command.AppendExpected;
import dev.holdfast.tests.model.Command.Change;
import dev.holdfast.tests.model.Command.Publish;
import dev.holdfast.tests.model.Command.Remove;
import dev.holdfast.tests.model.Command.Replace;
import dev.holdfast.tests.model.Command.Stream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Makes changes of files in a store, and checks what is said about them. */
final class Changes {
  private final Machine machine;
  private final StoreHandle store;
  private final Map<String, Held> files;
  private final Consumer<Change> acknowledged;

  /**
   * Changes of one store.
   *
   * @param files what is there
   * @param acknowledged hears of each change that was made, when that is said
   */
  Changes(
      Machine machine, StoreHandle store, Map<String, Held> files, Consumer<Change> acknowledged) {
    this.machine = machine;
    this.store = store;
    this.files = files;
    this.acknowledged = acknowledged;
  }

  /** Makes one; it must be refused if it has to be, and must be made otherwise. */
  void make(Change change) {
    Held before = before(change);
    try {
      carryOut(change, before);
    } catch (MutationException e) {
      if (machine.isDead()) {
        throw e;
      }
      checkRefused(change, e);
      return;
    }
    checkMade(change, before);
  }

  private Held before(Change change) {
    return files.getOrDefault(change.path(), Held.NOTHING);
  }

  private void checkMade(Change change, Held before) {
    assertThat(change.refusal(before)).as("not refused: %s", change).isEmpty();
    acknowledged.accept(change);
  }

  private void checkRefused(Change change, MutationException e) {
    assertThat(e.mutation().provenNotCommitted()).as("%s of %s", e, change).isTrue();
    assertThat(change.refusal(before(change))).as("%s of %s", e, change).contains(e.code());
  }

  private void carryOut(Change change, Held before) {
    String path = change.path();
    if (change instanceof Publish) {
      store.publish(path, content(change), new WriteOptions());
    } else if (change instanceof Replace) {
      check(store.replace(path, content(change), new WriteOptions()), before);
    } else if (change instanceof Remove) {
      store.remove(path, new WriteOptions());
    } else if (change instanceof Append append) {
      append(append, before, null);
    } else if (change instanceof AppendExpected expected) {
      append(expected.append(), before, identity(expected, before));
    } else if (change instanceof Stream stream) {
      stream(stream);
    }
  }

  private static ByteSource content(Change change) {
    return ByteSource.of(change.after(Held.NOTHING).toBytes());
  }

  private static void check(ReplaceReceipt receipt, Held before) {
    assertThat(receipt.created()).isNotEqualTo(before.isThere());
  }

  // ---- appends ----

  private void append(Append append, Held before, FileIdentity expected) {
    ByteSource record = ByteSource.of(Held.record(append.path(), append.record()));
    AppendReceipt receipt =
        store.append(append.path(), List.of(record), expected, new AppendOptions()).get(0);
    int size = append.after(before).bytes().length();
    assertThat(receipt.created()).isNotEqualTo(before.isThere());
    assertThat(receipt.offset()).isEqualTo(size - receipt.length());
    assertThat(receipt.identity().size()).isEqualTo(size);
    assertThat(receipt.rescued() != null).isNotEqualTo(append.repaired(before).equals(before));
  }

  private FileIdentity identity(AppendExpected append, Held before) {
    if (!before.isThere()) {
      return new FileIdentity(1, 1, 1, 1, 1, 1, null, null);
    }
    FileIdentity that = store.read(append.path()).identity();
    return append.isThatFile()
        ? that
        : new FileIdentity(
            that.dev(),
            that.ino(),
            that.nlink(),
            that.size(),
            that.mtimeNs() - 1,
            that.ctimeNs(),
            that.birthNs(),
            null);
  }

  // ---- streams ----

  private void stream(Stream stream) {
    byte[] bytes = stream.after(Held.NOTHING).toBytes();
    boolean replaces = stream.whole() instanceof Replace;
    StreamedWrite write =
        store.streamWrite(
            stream.path(),
            new StreamedWrite.Kind(replaces, null),
            new WriteOptions(),
            new ContentRule(bytes.length, (long) bytes.length, null));
    write.open();
    for (int piece = 0; piece < stream.pieces(); piece++) {
      int from = bytes.length * piece / stream.pieces();
      int to = bytes.length * (piece + 1) / stream.pieces();
      write.write(ByteSource.of(Arrays.copyOfRange(bytes, from, to)));
    }
    if (!stream.complete()) {
      throw write.abandon(new Problem(ErrorCode.STREAM_ABANDONED, "it breaks off"));
    }
    write.commit();
  }

  // ---- batches ----

  /** Makes publishes and replaces in one batch; each hears for itself. */
  void makeTogether(List<Change> changes, boolean syncsFileSystem) {
    Map<Change, Object> told = new LinkedHashMap<>();
    List<BatchedWrite<?>> writes = new ArrayList<>();
    for (Change change : changes) {
      WriteOptions options = new WriteOptions();
      writes.add(
          change instanceof Publish
              ? store.batchedPublish(
                  change.path(), content(change), options, listener(change, told))
              : store.batchedReplace(
                  change.path(), content(change), options, listener(change, told)));
    }
    SyncFsUse use = syncsFileSystem ? SyncFsUse.from(1) : SyncFsUse.ifAllowed(false);
    try {
      store.batches(use).run(writes);
    } finally {
      told.forEach(this::checkTold);
    }
    if (machine.isDead()) {
      throw new MortalSys.Killed(); // the batch goes on, without any effect
    }
    assertThat(told.keySet()).containsExactlyInAnyOrderElementsOf(changes);
  }

  private void checkTold(Change change, Object answer) {
    if (answer instanceof MutationException e) {
      checkRefused(change, e);
      return;
    }
    if (answer instanceof ReplaceReceipt receipt) {
      check(receipt, before(change));
    }
    checkMade(change, before(change));
  }

  /** What is told when the process is dead nobody hears. */
  private <R> BatchedWrite.Told<R> listener(Change change, Map<Change, Object> told) {
    return new BatchedWrite.Told<>() {
      @Override
      public void done(R receipt) {
        hear(receipt);
      }

      @Override
      public void failed(MutationException failure) {
        hear(failure);
      }

      private void hear(Object answer) {
        if (!machine.isDead()) {
          told.put(change, answer);
        }
      }
    };
  }
}
