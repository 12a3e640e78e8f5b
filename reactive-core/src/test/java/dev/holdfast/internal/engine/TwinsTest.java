package dev.holdfast.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.RecoveryReport;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.sys.Errno;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that a publish by a link has given their name, and whose private name is still there. */
class TwinsTest extends RootTestCase {
  private TestRoot process;
  private Path twin;

  @BeforeEach
  void publishHalf() throws Exception {
    process =
        rootAt(
            root.path(), new LackingSys(TestRoot.LINUX, Errno.EINVAL, FallbackSweepTest.LIKE_NFS));
    process.publish("file", "content");
    twin = StoreTree.engine(root.path()).resolve("n-" + "0".repeat(32));
    Files.createLink(twin, below("file"));
  }

  static Stream<Arguments> uses() {
    return Stream.of(
        use("read", root -> assertThat(root.read("file")).isEqualTo("content")),
        use("identify", root -> assertThat(root.handle().identify("file").nlink()).isEqualTo(1)),
        use("append", root -> root.append("file", "\nmore\n")),
        use("replace", root -> root.replace("file", "replaced")),
        use(
            "compareAndReplace",
            root ->
                root.handle()
                    .compareAndReplace(
                        "file",
                        Expectation.identity(root.handle().read("file").identity()),
                        ByteSource.of("new".getBytes(UTF_8)),
                        new WriteOptions())),
        use("remove", root -> root.remove("file")),
        use(
            "open",
            root -> {
              try (var reading = root.handle().openStream("file", 0, Long.MAX_VALUE)) {
                assertThat(reading.identity().nlink()).isEqualTo(1);
              }
            }));
  }

  private static Arguments use(String name, Consumer<TestRoot> use) {
    return Arguments.of(name, use);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("uses")
  void whoeverComesAcrossOneRemovesIt(String name, Consumer<TestRoot> use) {
    use.accept(process);
    assertThat(StoreTree.staged(root.path())).isEmpty();
  }

  @Test
  void whoMayNotRemoveItReadsAllTheSame() {
    StoreHandle reader = root.openReadOnly();
    assertThat(reader.read("file").bytes()).asString(UTF_8).isEqualTo("content");
    assertThat(reader.identify("file").nlink()).isEqualTo(2);
    assertThat(twin).exists();
  }

  @Test
  void whatADeadProcessLeftIsRemovedAtTheNextOpen() throws Exception {
    DeadEngine dead = DeadEngine.in(root.path());
    Files.move(twin, dead.directory().resolve(twin.getFileName()));
    process.close();
    RecoveryReport report = root.open().recovery();
    assertThat(report.removed()).isEqualTo(1);
    assertThat(root.read("file")).isEqualTo("content");
    assertThat(StoreTree.staged(root.path())).isEmpty();
  }

  @Test
  void aSecondNameAnywhereElseIsAHardLink() throws Exception {
    Files.move(twin, temp.resolve("elsewhere"));
    Failures.request(ErrorCode.HARD_LINK, () -> process.handle().read("file"));
    Failures.notCommitted(ErrorCode.HARD_LINK, () -> process.replace("file", "no"));
    assertThat(temp.resolve("elsewhere")).exists();
  }

  @Test
  void aThirdNameIsAHardLink() throws Exception {
    Files.createLink(temp.resolve("elsewhere"), twin);
    Failures.request(ErrorCode.HARD_LINK, () -> process.handle().identify("file"));
    assertThat(twin).exists();
  }
}
