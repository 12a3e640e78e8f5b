package dev.holdfast.internal.store;

import dev.holdfast.PublishAllResult;
import dev.holdfast.PublishReceipt;
import dev.holdfast.StoreException;
import dev.holdfast.internal.exec.CallerContext;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts the results of several publishes together. */
final class PublishResults {
  private PublishResults() {}

  /** Completes when all have ended; fails only if one did so without an outcome. */
  static Future<PublishAllResult> of(Vertx vertx, Map<String, Future<PublishReceipt>> results) {
    if (results.isEmpty()) {
      return CallerContext.rebind(
          vertx, Future.succeededFuture(new PublishAllResult(Map.of(), Map.of())));
    }
    List<Future<?>> endings = new ArrayList<>();
    results.values().forEach(each -> endings.add(each.otherwiseEmpty()));
    return Future.all(endings)
        .transform(
            ended -> {
              Map<String, PublishReceipt> receipts = new LinkedHashMap<>();
              Map<String, StoreException> failures = new LinkedHashMap<>();
              for (Map.Entry<String, Future<PublishReceipt>> each : results.entrySet()) {
                Future<PublishReceipt> result = each.getValue();
                if (result.succeeded()) {
                  receipts.put(each.getKey(), result.result());
                } else if (result.cause() instanceof StoreException failure) {
                  failures.put(each.getKey(), failure);
                } else {
                  return Future.failedFuture(result.cause());
                }
              }
              return Future.succeededFuture(new PublishAllResult(receipts, failures));
            });
  }
}
