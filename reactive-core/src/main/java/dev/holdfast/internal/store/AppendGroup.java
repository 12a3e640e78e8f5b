package dev.holdfast.internal.store;

import dev.holdfast.AppendOptions;
import dev.holdfast.AppendReceipt;
import dev.holdfast.FileIdentity;
import dev.holdfast.StoreException;
import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.exec.WorkerPool;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Records for one file that wait for their turn together, and are then written together. As long as
 * it waits, others may join; {@link dev.holdfast.internal.engine.scope.PathSlots} sees to it that
 * nobody does once it has begun.
 */
final class AppendGroup implements Runnable {
  /** The most records that are written in one call. */
  static final int MOST_RECORDS = 256;

  /** The most bytes that are, unless one record alone has more. */
  static final int MOST_BYTES = 4 * 1024 * 1024;

  private record Member(BufferSource record, Promise<AppendReceipt> promise) {}

  private final StoreHandle handle;
  private final WorkerPool pool;
  private final String path;
  private final @Nullable FileIdentity expected;
  private final AppendOptions options;
  private final GroupSize size;
  private final Runnable afterwards;
  private final Runnable afterEach;
  private final List<Member> members = new ArrayList<>();
  private int bytes;

  /**
   * A group with one record.
   *
   * @param handle the engine's handle
   * @param pool where it runs
   * @param request the file and what is wanted of it
   * @param size how many records are written together at present
   * @param afterwards called once, when all of it has ended
   * @param afterEach called for each record that has ended
   */
  AppendGroup(
      StoreHandle handle,
      WorkerPool pool,
      Request request,
      GroupSize size,
      Runnable afterwards,
      Runnable afterEach) {
    this.handle = handle;
    this.pool = pool;
    this.path = request.path();
    this.expected = request.expected();
    this.options = request.options();
    this.size = size;
    this.afterwards = afterwards;
    this.afterEach = afterEach;
    add(request);
  }

  /**
   * A record that somebody wants appended.
   *
   * @param path the file
   * @param record the record
   * @param expected which file it has to be, or null for whatever it is
   * @param options how
   * @param promise for the receipt
   */
  record Request(
      String path,
      BufferSource record,
      @Nullable FileIdentity expected,
      AppendOptions options,
      Promise<AppendReceipt> promise) {}

  /** Takes one more record if it fits; never one that has expectations. */
  boolean accept(StoreHandle of, Request request) {
    boolean fits =
        handle == of
            && expected == null
            && request.expected() == null
            && path.equals(request.path())
            && options.equals(request.options())
            && members.size() < MOST_RECORDS
            && bytes + (long) request.record().length() <= MOST_BYTES;
    if (fits) {
      add(request);
    }
    return fits;
  }

  private void add(Request request) {
    members.add(new Member(request.record(), request.promise()));
    bytes += request.record().length();
  }

  /** Begins: everybody who is in by now is written, on a worker. */
  @Override
  public void run() {
    try {
      pool.execute(this::perform, this::end);
    } catch (RejectedExecutionException e) {
      members.forEach(member -> member.promise().fail(e));
      end();
    }
  }

  private void end() {
    afterwards.run();
    members.forEach(member -> afterEach.run());
  }

  private void perform() {
    for (int done = 0; done < members.size(); ) {
      int end = Math.min(members.size(), done + size.records());
      write(members.subList(done, end));
      done = end;
    }
  }

  private void write(List<Member> together) {
    List<ByteSource> records = new ArrayList<>(together.size());
    together.forEach(member -> records.add(member.record()));
    List<AppendReceipt> receipts;
    try {
      receipts = handle.append(path, records, expected, options);
    } catch (Throwable e) {
      size.failed(together.size(), e instanceof StoreException failure ? failure : null);
      together.forEach(member -> member.promise().fail(e));
      return;
    }
    size.succeeded(together.size());
    for (int i = 0; i < receipts.size(); i++) {
      together.get(i).promise().complete(receipts.get(i));
    }
  }
}
