package dev.holdfast.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.AppendOptions;
import dev.holdfast.AppendReceipt;
import dev.holdfast.internal.engine.staging.ByteSource;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Threads of two processes that append to one file at the same time, and nobody orders them. */
class ConcurrentAppendsTest extends RootTestCase {
  private static final int THREADS = 4;
  private static final int RECORDS = 100;

  @Test
  void everyRecordIsThereOnceWhereItsReceiptSays() throws Exception {
    TestRoot other = rootAt(root.path());
    StoreHandle[] handles = {root.open(), root.open(), other.open()};
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Void>> workers = new ArrayList<>();
      List<AppendReceipt[]> receipts = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        AppendReceipt[] mine = new AppendReceipt[RECORDS];
        receipts.add(mine);
        workers.add(
            threads.submit(
                () -> {
                  for (int n = 0; n < RECORDS; n++) {
                    ByteSource record = ByteSource.of(record(thread, n).getBytes(UTF_8));
                    mine[n] =
                        handles[thread % handles.length]
                            .append("a/log.jsonl", List.of(record), null, new AppendOptions())
                            .get(0);
                  }
                  return null;
                }));
      }
      for (Future<Void> worker : workers) {
        worker.get();
      }
      String whole = Files.readString(below("a/log.jsonl"));
      assertThat(whole.lines()).hasSize(THREADS * RECORDS);
      for (int i = 0; i < THREADS; i++) {
        for (int n = 0; n < RECORDS; n++) {
          int offset = Math.toIntExact(receipts.get(i)[n].offset());
          assertThat(whole.substring(offset)).startsWith(record(i, n) + "\n");
        }
      }
      assertThat(StoreTree.rescued(root.path())).isEmpty();
    } finally {
      threads.shutdown();
    }
  }

  /** Of very different lengths. */
  private static String record(int thread, int n) {
    return "thread " + thread + " record " + n + " " + "x".repeat((n % 7) * (n % 11) * 50);
  }
}
