package dev.holdfast.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.ManagedStore;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.ErrnoNumbers;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import dev.holdfast.stream.StoreReadStream;
import dev.holdfast.stream.StoreWriteStream;
import dev.holdfast.stream.WriteStreamOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A disk that fails while a stream is under way. */
class FailingStreamTest extends StreamTestBase {

  /** Makes the n-th of all calls fail that are made while it is armed. */
  private static final class Failing {
    private final AtomicInteger calls = new AtomicInteger();
    private volatile int victim = -1;
    private volatile String only = "";

    Sys around(Sys delegate) {
      return (Sys)
          Proxy.newProxyInstance(
              Sys.class.getClassLoader(),
              new Class<?>[] {Sys.class},
              (proxy, method, arguments) -> {
                boolean counts = only.isEmpty() || method.getName().equals(only);
                boolean mayFail = List.of(method.getExceptionTypes()).contains(SysException.class);
                if (victim >= 0 && counts && mayFail && calls.getAndIncrement() == victim) {
                  throw ErrnoNumbers.failure(Errno.EIO, method.getName());
                }
                try {
                  return method.invoke(delegate, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }

    void arm(String call, int index) {
      calls.set(0);
      only = call;
      victim = index;
    }

    boolean struck() {
      boolean struck = calls.get() > victim;
      victim = -1;
      return struck;
    }
  }

  private final Failing disk = new Failing();

  private ManagedStore failing() {
    return Await.result(runtime(disk::around).open(vertx, options()));
  }

  @Test
  void tellsEverybodyWhoWaits() {
    ManagedStore store = failing();
    StoreWriteStream stream = store.writeStream("file");
    Promise<Throwable> told = Promise.promise();
    stream.exceptionHandler(told::complete);
    disk.arm("write", 2);
    List<Future<Void>> writes = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      writes.add(stream.write(bytes(100_000)));
    }
    Future<Void> end = stream.end();
    MutationException failure = notCommitted(end, ErrorCode.IO_ERROR);
    assertThat(Await.result(told.future())).isSameAs(failure);
    assertThat(Await.failure(stream.receipt())).isSameAs(failure);
    assertThat(Await.failure(writes.get(9))).isSameAs(failure);
    assertThat(writes).allMatch(Future::isComplete);
    assertThat(stream.writeQueueFull()).isFalse();
    assertThat(disk.struck()).isTrue();
    nothingIsLeft(store);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whateverCallFailsTheOutcomeIsTrueAndNothingIsLeft(boolean replace) {
    ManagedStore store = failing();
    WriteStreamOptions options = new WriteStreamOptions().setReplace(replace);
    boolean struck = true;
    int cases = 0;
    for (; struck; cases++) {
      String name = "file" + cases;
      disk.arm("", cases);
      StoreWriteStream stream = store.writeStream(name, options);
      stream.write(Buffer.buffer("one "));
      stream.write(Buffer.buffer("two"));
      Future<Void> end = stream.end();
      Await.result(end.transform(r -> Future.succeededFuture()));
      Await.result(stream.abandon()); // over, whatever became of it
      struck = disk.struck();
      if (end.succeeded()) {
        assertThat(file(name)).hasContent("one two");
      } else if (((MutationException) end.cause()).mutation().state() == State.COMMITTED) {
        assertThat(file(name)).hasContent("one two");
      } else {
        assertThat(((MutationException) end.cause()).mutation().state())
            .isEqualTo(State.NOT_COMMITTED);
        assertThat(file(name)).doesNotExist();
      }
      assertThat(staged()).isEmpty();
    }
    assertThat(cases).isGreaterThan(10);
    nothingIsLeft(store);
  }

  @Test
  void aReadingTellsWhateverFails() {
    ManagedStore store = failing();
    Buffer content = bytes(300_000);
    Await.result(store.publish("file", content));
    boolean struck = true;
    int failures = 0;
    for (int call = 0; struck; call++) {
      disk.arm("", call);
      StoreReadStream stream = store.readStream("file");
      Promise<Void> end = Promise.promise();
      stream.exceptionHandler(end::tryFail);
      stream.endHandler(v -> end.complete());
      Buffer read = Buffer.buffer();
      stream.handler(read::appendBuffer);
      Await.result(end.future().transform(r -> Future.succeededFuture()));
      Await.result(stream.close());
      struck = disk.struck();
      if (end.future().succeeded()) {
        assertThat(read).isEqualTo(content);
      } else {
        failures++;
        assertThat(Await.storeFailure(stream.sha256())).isSameAs(end.future().cause());
      }
    }
    assertThat(failures).isGreaterThan(4);
    nothingIsLeft(store);
  }
}
