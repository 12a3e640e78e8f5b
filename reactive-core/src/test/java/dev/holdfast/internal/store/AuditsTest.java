package dev.holdfast.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.holdfast.AuditOptions;
import dev.holdfast.AuditProgress;
import dev.holdfast.ErrorCode;
import dev.holdfast.ManagedStore;
import dev.holdfast.OpeningSecurity;
import dev.holdfast.RepairOptions;
import dev.holdfast.RepairReport;
import dev.holdfast.SecurityEnvelope;
import dev.holdfast.SecurityEnvelope.Kind;
import dev.holdfast.SecurityPolicy;
import dev.holdfast.SecurityReport;
import io.vertx.core.Context;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.VertxInternal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Audits and repairs of the public store. */
class AuditsTest extends StoreTestBase {

  private Path below(String path) {
    return temporary.resolve("root").resolve(path);
  }

  private void widen(String path) throws Exception {
    Files.setPosixFilePermissions(below(path), PosixFilePermissions.fromString("rw-r--r--"));
  }

  private void fill(int files) throws Exception {
    for (int i = 0; i < files; i++) {
      Path file = Files.createFile(below("f" + i));
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
  }

  @Test
  void aFaultIsFoundRepairedAndGone() throws Exception {
    ManagedStore store = open();
    Await.result(store.publish("a/file", Buffer.buffer("x")));
    assertThat(Await.result(store.verifyTree()).clean()).isTrue();
    assertThat(Await.result(store.verifyRootSecurity()).clean()).isTrue();
    widen("a/file");
    assertThat(Await.storeFailure(store.read("a/file")).code()).isEqualTo(ErrorCode.MODE_MISMATCH);

    SecurityReport report = Await.result(store.verifyTree());
    assertThat(report.findings()).hasSize(1);
    RepairReport repaired = Await.result(store.repair(report));

    assertThat(repaired.complete()).isTrue();
    assertThat(Await.result(store.verifyTree()).clean()).isTrue();
    assertThat(Await.result(store.read("a/file")).content()).hasToString("x");
  }

  @Test
  void aReadOnlyStoreLooksAndDoesNotRepair() throws Exception {
    ManagedStore writer = open();
    Await.result(writer.publish("file", Buffer.buffer("x")));
    widen("file");
    ManagedStore reader = Await.result(ManagedStore.open(vertx, options().setReadOnly(true)));
    SecurityReport report = Await.result(reader.verifyTree());
    assertThat(report.findings()).hasSize(1);
    assertThat(Await.storeFailure(reader.repair(report)).code())
        .isEqualTo(ErrorCode.READ_ONLY_HANDLE);
    assertThat(Await.result(reader.verifyTree())).isEqualTo(report);
  }

  @Test
  void oneObjectIsVerifiedAndApplied() throws Exception {
    ManagedStore store = open();
    Await.result(store.publish("a/file", Buffer.buffer("x")));
    widen("a/file");
    SecurityEnvelope found = Await.result(store.verifySecurity("a/file", Kind.FILE));
    assertThat(found.toJson().encode()).isEqualTo("{\"ok\":false,\"code\":\"mode_mismatch\"}");
    SecurityEnvelope applied = Await.result(store.applySecurity("a/file", Kind.FILE));
    assertThat(applied.ok()).isTrue();
    assertThat(
            SecurityEnvelope.fromJson(applied.toJson(), Kind.FILE, SecurityEnvelope.Protocol.APPLY))
        .isEqualTo(applied);
    ManagedStore subtree = Await.result(store.subtree("a"));
    assertThat(Await.result(subtree.verifySecurity("file", Kind.FILE)).ok()).isTrue();
    assertThat(Await.result(subtree.verifySecurity("", Kind.DIRECTORY)).ok()).isTrue();
    assertThat(Await.storeFailure(store.applySecurity("../a", Kind.DIRECTORY)).code())
        .isEqualTo(ErrorCode.INVALID_PATH);
    assertThatNullPointerException().isThrownBy(() -> store.verifySecurity("a", null));
  }

  @Test
  void thePolicyIsFollowedAndTold() throws Exception {
    ManagedStore store = open();
    Await.result(store.publish("a/file", Buffer.buffer("x")));
    assertThat(store.openingSecurity()).isEqualTo(OpeningSecurity.VERIFIED);
    widen("a/file");
    ManagedStore repaired =
        Await.result(
            ManagedStore.open(vertx, options().setSecurityPolicy(SecurityPolicy.REPAIR_ON_OPEN)));
    OpeningSecurity told = repaired.openingSecurity();
    assertThat(told.policy()).isEqualTo(SecurityPolicy.REPAIR_ON_OPEN);
    assertThat(told.repair().results()).hasSize(1);
    assertThat(Await.result(repaired.subtree("a")).openingSecurity()).isEqualTo(told);
    assertThat(Await.result(store.read("a/file")).content()).hasToString("x");
    assertThat(
            Await.storeFailure(
                    ManagedStore.open(
                        vertx, options().setReadOnly(true).setSecurityPolicy(SecurityPolicy.APPLY)))
                .code())
        .isEqualTo(ErrorCode.OPTIONS_CONFLICT);
  }

  @Test
  void theBindingCanBeAskedFor() throws Exception {
    ManagedStore store = open();
    Await.result(store.assertBound());
    Files.move(temporary.resolve("root"), temporary.resolve("moved"));
    assertThat(Await.storeFailure(store.assertBound()).code())
        .isEqualTo(ErrorCode.ROOT_BINDING_CHANGED);
    assertThat(Await.storeFailure(store.verifyTree()).code())
        .isEqualTo(ErrorCode.ROOT_BINDING_CHANGED);
  }

  @Test
  void progressIsToldOnAnEventLoopContext() throws Exception {
    progressIsToldOn(vertx.getOrCreateContext());
  }

  @Test
  void progressIsToldOnAWorkerContext() throws Exception {
    progressIsToldOn(((VertxInternal) vertx).createWorkerContext());
  }

  private void progressIsToldOn(Context context) throws Exception {
    ManagedStore store = open();
    fill(2_100);
    List<AuditProgress> told = new ArrayList<>();
    List<Context> where = new ArrayList<>();
    Promise<List<AuditProgress>> atTheEnd = Promise.promise();
    AuditOptions options =
        new AuditOptions()
            .setProgressHandler(
                progress -> {
                  told.add(progress);
                  where.add(vertx.getOrCreateContext());
                });
    context.runOnContext(
        v -> store.verifyTree(options).map(report -> List.copyOf(told)).onComplete(atTheEnd));
    assertThat(Await.result(atTheEnd.future()).stream().map(AuditProgress::entries))
        .as("all of it before the end")
        .containsExactly(1_000L, 2_000L);
    assertThat(where).containsOnly(context);
  }

  @Test
  void nullsAreProgrammingErrors() {
    ManagedStore store = open();
    assertThatNullPointerException().isThrownBy(() -> store.verifyTree(null));
    assertThatNullPointerException().isThrownBy(() -> store.repair(null));
    assertThatNullPointerException()
        .isThrownBy(() -> store.repair(new SecurityReport(List.of(), 0, false), null));
  }

  @Test
  void aClosedStoreIsNotLookedAt() {
    ManagedStore store = open();
    Await.result(store.close());
    assertThat(Await.storeFailure(store.verifyTree()).code()).isEqualTo(ErrorCode.CLOSED);
    assertThat(Await.storeFailure(store.assertBound()).code()).isEqualTo(ErrorCode.CLOSED);
    assertThat(
            Await.storeFailure(
                    store.repair(new SecurityReport(List.of(), 0, false), new RepairOptions()))
                .code())
        .isEqualTo(ErrorCode.CLOSED);
  }
}
