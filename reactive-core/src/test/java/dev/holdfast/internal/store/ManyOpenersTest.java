package dev.holdfast.internal.store;

import dev.holdfast.ManagedStore;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Each open makes a staging directory and recovers those of the dead; one that is not owned yet
 * looks like a dead one's. Whoever loses his that way makes another. On ext4 creating a file in a
 * removed directory answers EPERM, not ENOENT.
 */
class ManyOpenersTest extends StoreTestBase {

  @Test
  void opensOfOneRootAtTheSameTimeAllSucceed() {
    for (int round = 0; round < 200; round++) {
      List<Future<ManagedStore>> opens = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        opens.add(ManagedStore.open(vertx, options()));
      }
      List<Future<Void>> closes = new ArrayList<>();
      opens.forEach(open -> closes.add(Await.result(open).close()));
      closes.forEach(Await::result);
    }
  }
}
