package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.MutationOutcome.Primitive;
import dev.holdfast.MutationOutcome.Reason;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.MutationOutcome.SyncFailure;
import io.vertx.core.VertxException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.Modifier;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoreExceptionTest {
  private static final MutationOutcome NOT_SYNCED =
      new MutationOutcome(
          State.COMMITTED,
          DurabilityState.NOT_PROVABLE,
          Reason.DURABILITY_NOT_PROVABLE,
          Primitive.LINKAT_NOREPLACE,
          Phase.PARENT_SYNC,
          5,
          List.of(new SyncFailure(SyncFailure.Role.DESTINATION, 5, SyncFailure.Kind.IO)),
          List.of("left/behind"));

  private final Throwable cause = new IOException("cause");
  private final StoreException change =
      new MutationException(ErrorCode.DURABILITY_NOT_PROVABLE, "message", "a/b", NOT_SYNCED, cause);
  private final StoreException request =
      new RequestException(ErrorCode.NOT_FOUND, "message", "a/b", 2, cause);

  @Test
  void aFailedChangeTellsWhatHappenedToTheData() {
    assertThat(change.code()).isEqualTo(ErrorCode.DURABILITY_NOT_PROVABLE);
    assertThat(change.path()).contains("a/b");
    assertThat(change.errno()).hasValue(5);
    assertThat(change.outcome()).contains(NOT_SYNCED);
    assertThat(((MutationException) change).mutation()).isSameAs(NOT_SYNCED);
    assertThat(change).hasMessage("message").hasCause(cause);
  }

  @Test
  void aFailedRequestHasNoOutcome() {
    assertThat(request.code()).isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(request.path()).contains("a/b");
    assertThat(request.errno()).hasValue(2);
    assertThat(request.outcome()).isEmpty();
    assertThat(request).hasMessage("message").hasCause(cause);
  }

  @Test
  void whatIsNotKnownIsEmpty() {
    StoreException bare = new RequestException(ErrorCode.CLOSED, "message", null, null, null);

    assertThat(bare.path()).isEmpty();
    assertThat(bare.errno()).isEmpty();
    assertThat(bare).hasNoCause();
  }

  @Test
  void thereIsNoStackTrace() {
    assertThat(change.getStackTrace()).isEmpty();
    assertThat(request.getStackTrace()).isEmpty();
  }

  @Test
  void itIsAnExceptionOfVertx() {
    assertThat(VertxException.class).isAssignableFrom(StoreException.class);
  }

  @Test
  void thereAreTwoKindsOfFailureAndNobodyCanAddOne() {
    assertThat(StoreException.class.getPermittedSubclasses())
        .containsExactlyInAnyOrder(MutationException.class, RequestException.class)
        .allSatisfy(
            kind -> {
              assertThat(Modifier.isFinal(kind.getModifiers())).isTrue();
              assertThat(kind.getPackage()).isEqualTo(StoreException.class.getPackage());
            });
    assertThat(Modifier.isAbstract(StoreException.class.getModifiers())).isTrue();
  }

  @Test
  void theSerialFormIsNumbered() throws ReflectiveOperationException {
    for (Class<?> type :
        List.of(StoreException.class, MutationException.class, RequestException.class)) {
      var field = type.getDeclaredField("serialVersionUID");
      field.setAccessible(true);
      assertThat(field.getLong(null)).as(type.getName()).isEqualTo(1);
    }
  }

  @Test
  void bothSurviveSerialization() throws Exception {
    StoreException changeCopy = throughSerialization(change);
    StoreException requestCopy = throughSerialization(request);

    assertThat(changeCopy).isExactlyInstanceOf(MutationException.class).isNotSameAs(change);
    assertThat(changeCopy.code()).isSameAs(ErrorCode.DURABILITY_NOT_PROVABLE);
    assertThat(changeCopy.outcome()).contains(NOT_SYNCED);
    assertThat(requestCopy).isExactlyInstanceOf(RequestException.class).isNotSameAs(request);
    assertThat(requestCopy.code()).isSameAs(ErrorCode.NOT_FOUND);
    for (StoreException copy : List.of(changeCopy, requestCopy)) {
      assertThat(copy.path()).contains("a/b");
      assertThat(copy.errno()).isPresent();
      assertThat(copy.getStackTrace()).isEmpty();
      assertThat(copy).hasMessage("message");
      assertThat(copy.getCause()).isInstanceOf(IOException.class).hasMessage("cause");
    }
  }

  private static StoreException throughSerialization(StoreException exception) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(exception);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (StoreException) in.readObject();
    }
  }

  @Test
  void aCompletedChangeIsNoFailure() {
    MutationOutcome complete =
        MutationOutcome.complete(MutationOutcome.Primitive.MKDIRAT, Durability.FULL);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new MutationException(ErrorCode.IO_ERROR, "message", "path", complete, null));
  }
}
