package dev.holdfast.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.ManagedStore;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.PublishReceipt;
import dev.holdfast.StoreException;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class BusyTest extends StoreTestBase {

  @Test
  void oneOperationTooManyFailsAtOnceAndTheOthersGoOn() throws Exception {
    AtomicReference<GatedSys> gate = new AtomicReference<>();
    StoreRuntime runtime =
        runtime(
            sys -> {
              gate.set(new GatedSys(sys));
              return gate.get();
            });
    ManagedStore store =
        Await.result(runtime.open(vertx, options().setMaxPendingOperations(3).setDataThreads(2)));
    CountDownLatch arrived = gate.get().shut(1);
    List<Future<PublishReceipt>> accepted = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      accepted.add(store.publish("f" + i, Buffer.buffer("x")));
    }
    assertThat(arrived.await(30, TimeUnit.SECONDS)).isTrue(); // one is staged, two wait

    MutationException refused = Await.mutationFailure(store.publish("f3", Buffer.buffer("x")));
    StoreException refusedRead = Await.storeFailure(store.read("f0"));

    assertThat(refused.code()).isEqualTo(ErrorCode.BUSY);
    assertThat(refused.code().retryable()).isTrue();
    assertThat(refused.mutation().state()).isEqualTo(State.NOT_COMMITTED);
    assertThat(refused.mutation().phase()).isEqualTo(Phase.PREFLIGHT);
    assertThat(refused).hasMessageContaining("f3").hasMessageContaining("3 pending");
    assertThat(refusedRead.code()).isEqualTo(ErrorCode.BUSY);
    gate.get().open();
    accepted.forEach(Await::result);
    assertThat(Await.result(store.exists("f3"))).isFalse();
    assertThat(Await.result(store.exists("f2"))).isTrue();
  }
}
