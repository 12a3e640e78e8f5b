package dev.holdfast.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.ManagedStore;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.State;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** What the tests of streams look at. */
abstract class StreamTestBase extends StoreTestBase {

  static Buffer bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return Buffer.buffer(bytes);
  }

  static String sha256(Buffer content) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(content.getBytes()));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  static MutationException notCommitted(Future<?> future, ErrorCode code) {
    MutationException failure = Await.mutationFailure(future);
    assertThat(failure.code()).as(failure.getMessage()).isEqualTo(code);
    assertThat(failure.mutation().state()).isEqualTo(State.NOT_COMMITTED);
    return failure;
  }

  Path file(String path) {
    return temporary.resolve("root").resolve(path);
  }

  /** Nothing in staging, no unnamed file held open; then closes the store. */
  void nothingIsLeft(ManagedStore store) {
    assertThat(staged()).isEmpty();
    assertThat(unnamedFiles()).isEmpty();
    Await.result(store.close());
    assertThat(openBelowRoot()).isEmpty();
  }

  List<Path> staged() {
    try (Stream<Path> all = Files.walk(file(".holdfast/staging"))) {
      return all.filter(Files::isRegularFile)
          .filter(each -> !each.getFileName().toString().equals("owner"))
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Unnamed files in the root's own directories, that of each engine's lock left out. */
  private List<String> unnamedFiles() {
    return openBelowRoot().stream()
        .filter(each -> each.contains("(deleted)") && !each.contains("/.holdfast/"))
        .toList();
  }

  List<String> openBelowRoot() {
    String root = file("").toString();
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      return descriptors.map(StreamTestBase::target).filter(each -> each.startsWith(root)).toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      return ""; // closed meanwhile
    }
  }
}
