package dev.holdfast.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.AppendOptions;
import dev.holdfast.DetachedFile;
import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.Fence;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.RequestException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.batch.BatchedWrite.Told;
import dev.holdfast.internal.engine.batch.SyncFsUse;
import dev.holdfast.internal.engine.history.HistoryBounds;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.engine.stream.ContentRule;
import dev.holdfast.internal.engine.stream.StreamedWrite;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Changes that are asked whether they may still be made: PN-07, for every change there is. */
class FenceTest extends RootTestCase {
  private static final ByteSource NEW = ByteSource.of("new\n".getBytes(UTF_8));

  private final List<String> events = new ArrayList<>();

  /** The changes. */
  enum Change {
    PUBLISH {
      @Override
      void make(FenceTest test, Fence fence) {
        test.root.handle().publish("new", NEW, options(fence));
      }
    },
    COPY {
      @Override
      void make(FenceTest test, Fence fence) {
        test.root.handle().copy("file", "new", test.file(), options(fence));
      }
    },
    REPLACE {
      @Override
      void make(FenceTest test, Fence fence) {
        test.root.handle().replace("file", NEW, options(fence));
      }
    },
    COMPARE_AND_REPLACE {
      @Override
      void make(FenceTest test, Fence fence) {
        test.root.handle().compareAndReplace("file", test.file(), NEW, options(fence));
      }
    },
    REPLACE_FROM {
      @Override
      void make(FenceTest test, Fence fence) {
        test.root
            .handle()
            .replaceFrom("file", test.file(), "other", test.is("other"), options(fence));
      }
    },
    STREAM {
      @Override
      void make(FenceTest test, Fence fence) {
        StreamedWrite write =
            test.root
                .handle()
                .streamWrite(
                    "new",
                    new StreamedWrite.Kind(false, null),
                    options(fence),
                    new ContentRule(100, null, null));
        write.open();
        write.write(NEW);
        write.commit();
      }
    },
    BATCH {
      @Override
      void make(FenceTest test, Fence fence) {
        List<MutationException> failures = new ArrayList<>();
        test.root
            .handle()
            .batches(SyncFsUse.from(2))
            .run(
                List.of(
                    test.root.handle().batchedPublish("new", NEW, options(fence), told(failures))));
        failures.forEach(
            failure -> {
              throw failure;
            });
      }
    },
    MOVE {
      @Override
      void make(FenceTest test, Fence fence) {
        test.root.handle().move("file", "new", test.file(), options(fence));
      }
    },
    DETACH {
      @Override
      void make(FenceTest test, Fence fence) {
        test.root.handle().detach("file", test.file(), options(fence));
      }
    },
    ATTACH {
      @Override
      void make(FenceTest test, Fence fence) {
        test.root.handle().attach(test.detached, "new", options(fence));
      }
    },
    DISCARD {
      @Override
      void make(FenceTest test, Fence fence) {
        test.root.handle().discard(test.detached, options(fence));
      }
    },
    REMOVE {
      @Override
      void make(FenceTest test, Fence fence) {
        test.root.handle().remove("file", options(fence));
      }
    },
    REMOVE_EXPECTED {
      @Override
      void make(FenceTest test, Fence fence) {
        test.root.handle().removeExpected("file", test.file(), options(fence));
      }
    },
    CONSUME {
      @Override
      void make(FenceTest test, Fence fence) {
        test.root.handle().consume("file", options(fence));
      }
    },
    APPEND {
      @Override
      void make(FenceTest test, Fence fence) {
        test.root.handle().append("file", List.of(NEW), null, new AppendOptions().setFence(fence));
      }
    },
    APPEND_TO_NOTHING {
      @Override
      void make(FenceTest test, Fence fence) {
        test.root.handle().append("new", List.of(NEW), null, new AppendOptions().setFence(fence));
      }
    },
    RESTORE {
      @Override
      void make(FenceTest test, Fence fence) {
        long version = test.root.handle().history("versioned").get(0).version();
        test.root.handle().restore("versioned", version, options(fence));
      }
    };

    abstract void make(FenceTest test, Fence fence);

    private static WriteOptions options(Fence fence) {
      return new WriteOptions().setFence(fence);
    }

    private static <R> Told<R> told(List<MutationException> failures) {
      return new Told<>() {
        @Override
        public void done(R receipt) {}

        @Override
        public void failed(MutationException failure) {
          failures.add(failure);
        }
      };
    }
  }

  private DetachedFile detached;

  @BeforeEach
  void prepare() {
    root.keeping(new HistoryBounds(3, Long.MAX_VALUE, Long.MAX_VALUE));
    root.publish("file", "content\n");
    root.publish("other", "other");
    root.publish("versioned", "first");
    root.replace("versioned", "second");
    root.publish("away", "away");
    detached = root.handle().detach("away", is("away"), new WriteOptions()).file();
  }

  @AfterEach
  void nothingIsStaged() {
    assertThat(StoreTree.staged(root.path())).isEmpty();
  }

  private Expectation file() {
    return is("file");
  }

  private Expectation is(String path) {
    return Expectation.identity(root.handle().identify(path));
  }

  /** Every file with its content, the store's own versions and detached files included. */
  private Map<String, String> everything() throws Exception {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<java.nio.file.Path> files = Files.walk(root.path())) {
      for (java.nio.file.Path path : files.filter(Files::isRegularFile).toList()) {
        contents.put(root.path().relativize(path).toString(), Files.readString(path));
      }
    }
    return contents;
  }

  @ParameterizedTest
  @EnumSource(Change.class)
  void isAskedBeforeAndRightBeforeTheCommit(Change change) {
    change.make(
        this,
        new Fence() {
          @Override
          public void check() {
            events.add("check");
          }

          @Override
          public Hold hold() {
            events.add("hold");
            return () -> events.add("released");
          }
        });
    List<String> expected =
        change == Change.APPEND_TO_NOTHING
            ? List.of("check", "check", "hold", "released") // it becomes a publish
            : List.of("check", "hold", "released");
    assertThat(events).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource(Change.class)
  void nothingIsChangedIfItRefusesInTheLastMoment(Change change) throws Exception {
    Map<String, String> before = everything();
    MutationOutcome outcome =
        Failures.notCommitted(
            ErrorCode.LOCK_LOST,
            () -> change.make(this, refusing(change == Change.APPEND_TO_NOTHING ? 3 : 2)));
    assertThat(outcome.residue()).isEmpty();
    assertThat(everything()).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource(Change.class)
  void nothingIsPreparedIfItRefusesAtOnce(Change change) throws Exception {
    Map<String, String> before = everything();
    MutationException failure =
        Failures.change(
            () ->
                change.make(
                    this,
                    () -> {
                      throw new RequestException(ErrorCode.FENCE_LOST, "gone", null, null, null);
                    }));
    assertThat(failure.code()).isEqualTo(ErrorCode.FENCE_LOST);
    assertThat(failure.mutation().provenNotCommitted()).isTrue();
    assertThat(failure).hasMessageContaining("gone").hasCauseInstanceOf(RequestException.class);
    assertThat(everything()).isEqualTo(before);
  }

  /** Refuses when it is asked for the n-th time, by an error that is nobody's exception. */
  private static Fence refusing(int nth) {
    int[] asked = {0};
    return () -> {
      if (++asked[0] == nth) {
        throw new AssertionError("not any more");
      }
    };
  }
}
