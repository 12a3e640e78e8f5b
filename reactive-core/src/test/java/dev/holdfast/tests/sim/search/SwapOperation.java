package dev.holdfast.tests.sim.search;

import dev.holdfast.AppendOptions;
import dev.holdfast.AuditOptions;
import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.FileIdentity;
import dev.holdfast.ListEntry;
import dev.holdfast.ListOptions;
import dev.holdfast.MutationException;
import dev.holdfast.PublishReceipt;
import dev.holdfast.RepairOptions;
import dev.holdfast.RepairResult;
import dev.holdfast.SecurityEvidence;
import dev.holdfast.SecurityReport;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.engine.batch.Batch;
import dev.holdfast.internal.engine.batch.BatchedWrite;
import dev.holdfast.internal.engine.batch.SyncFsUse;
import dev.holdfast.internal.engine.read.FileReading;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.engine.stream.ContentRule;
import dev.holdfast.internal.engine.stream.StreamedWrite;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.tests.sim.SimEntry;
import dev.holdfast.tests.sim.SimKernel;
import java.util.Arrays;
import java.util.List;

/** What is done to the store while somebody swaps things, and what it gains and loses by it. */
enum SwapOperation {
  PUBLISH("dir/new", Contents.of(SwapWorld.NEW, 300), null) {
    @Override
    void run(Given given) {
      given.handle.publish(leaf, given.content(), new WriteOptions());
    }
  },

  PUBLISH_INTO_A_NEW_DIRECTORY("dir/x", Contents.of(SwapWorld.NEW, 300), null) {
    @Override
    void run(Given given) {
      given.handle.publish(leaf + "/new", given.content(), new WriteOptions());
    }

    @Override
    boolean shows(SimKernel kernel) {
      return holds(kernel, leaf + "/new", gained);
    }
  },

  PUBLISH_A_STREAM("dir/new", Contents.of(SwapWorld.NEW, 300), null) {
    @Override
    void run(Given given) {
      ContentRule rule = new ContentRule(300, 300L, null);
      StreamedWrite write =
          given.handle.streamWrite(
              leaf, new StreamedWrite.Kind(false, null), new WriteOptions(), rule);
      write.open();
      write.write(given.content());
      write.commit();
    }
  },

  PUBLISH_IN_A_BATCH("dir/new", Contents.of(SwapWorld.NEW, 300), null) {
    @Override
    void run(Given given) {
      MutationException[] failed = new MutationException[1];
      BatchedWrite.Told<PublishReceipt> told =
          new BatchedWrite.Told<>() {
            @Override
            public void done(PublishReceipt receipt) {}

            @Override
            public void failed(MutationException failure) {
              failed[0] = failure;
            }
          };
      Batch batch = given.handle.batches(SyncFsUse.ifAllowed(false)).begin();
      batch.stage(given.handle.batchedPublish(leaf, given.content(), new WriteOptions(), told));
      batch.complete().forEach(Runnable::run);
      if (failed[0] != null) {
        throw failed[0];
      }
    }
  },

  COPY("dir/new", Contents.of(SwapWorld.A, 600), null) {
    @Override
    void run(Given given) {
      given.handle.copy("a", leaf, given.expectedA, new WriteOptions());
    }
  },

  REPLACE("dir/b", Contents.of(SwapWorld.NEW, 300), SwapWorld.B) {
    @Override
    void run(Given given) {
      given.handle.replace(leaf, given.content(), new WriteOptions());
    }
  },

  REPLACE_NOTHING("dir/new", Contents.of(SwapWorld.NEW, 300), null) {
    @Override
    void run(Given given) {
      given.handle.replace(leaf, given.content(), new WriteOptions());
    }
  },

  COMPARE_AND_REPLACE("dir/b", Contents.of(SwapWorld.NEW, 300), SwapWorld.B) {
    @Override
    void run(Given given) {
      given.handle.compareAndReplace(leaf, given.expectedB, given.content(), new WriteOptions());
    }
  },

  REPLACE_FROM("dir/b", Contents.of(SwapWorld.A, 600), SwapWorld.B) {
    @Override
    void run(Given given) {
      given.handle.replaceFrom("a", given.expectedA, leaf, given.expectedB, new WriteOptions());
    }
  },

  APPEND("dir/b", Given.appended(), SwapWorld.B) {
    @Override
    void run(Given given) {
      given.handle.append(leaf, List.of(ByteSource.of(Given.RECORD)), null, new AppendOptions());
    }

    @Override
    boolean shows(SimKernel kernel) {
      return super.shows(kernel) || holds(kernel, leaf, Given.RECORD);
    }
  },

  REMOVE("dir/b", null, SwapWorld.B) {
    @Override
    void run(Given given) {
      given.handle.remove(leaf, new WriteOptions());
    }
  },

  REMOVE_EXPECTED("dir/b", null, SwapWorld.B) {
    @Override
    void run(Given given) {
      given.handle.removeExpected(leaf, given.expectedB, new WriteOptions());
    }
  },

  CONSUME("dir/b", null, SwapWorld.B) {
    @Override
    void run(Given given) {
      given.sees(given.handle.consume(leaf, new WriteOptions()).content().bytes());
    }
  },

  MOVE("dir/b", null, null) {
    @Override
    void run(Given given) {
      given.handle.move(leaf, "dir/moved", given.expectedB, new WriteOptions());
    }
  },

  DETACH("dir/b", null, null) {
    @Override
    void run(Given given) {
      given.handle.detach(leaf, given.expectedB, new WriteOptions());
    }
  },

  ENSURE_DIRECTORY("dir/x", null, null) {
    @Override
    void run(Given given) {
      given.handle.ensureDirectory(leaf);
    }

    @Override
    boolean shows(SimKernel kernel) {
      SimEntry entry = kernel.entry(World.inRoot(leaf));
      return entry != null && entry.type() == FileType.DIRECTORY;
    }
  },

  READ("dir/b", null, null) {
    @Override
    void run(Given given) {
      given.sees(given.handle.read(leaf).bytes());
    }
  },

  READ_A_STREAM("dir/b", null, null) {
    @Override
    void run(Given given) {
      try (FileReading reading = given.handle.openStream(leaf, 0, 1_000)) {
        given.sees(given.handle.readOn(leaf, reading, 1_000));
        given.handle.finish(leaf, reading, new ContentRule(1_000, null, null));
      }
    }
  },

  READ_A_PREFIX("dir/b", null, null) {
    @Override
    void run(Given given) {
      byte[] prefix = given.handle.readPrefix(leaf, 10).bytes();
      if (!Arrays.equals(prefix, Arrays.copyOf(Contents.of(SwapWorld.B, 600), 10))) {
        throw new Violation("nothing outside is given out", Arrays.toString(prefix));
      }
    }
  },

  IDENTIFY("dir/b", null, null) {
    @Override
    void run(Given given) {
      FileIdentity found = given.handle.identify(leaf);
      if (found.ino() != given.identityOfB.ino()) {
        throw new Violation("nothing outside is given out", "inode " + found.ino());
      }
    }
  },

  LIST("dir/b", null, null) {
    @Override
    void run(Given given) {
      for (ListEntry entry : given.handle.list("dir", new ListOptions()).entries()) {
        if (entry.name().equals("bird")) {
          throw new Violation("nothing outside is given out", "the listing has a " + entry.name());
        }
      }
    }
  },

  VERIFY_TREE("dir/b", null, null) {
    @Override
    void prepare(Given given) throws Exception {
      SwapWorld.widen(given.kernel, leaf);
    }

    @Override
    void run(Given given) {
      given.sees(given.handle.verifyTree(new AuditOptions(), progress -> {}));
    }
  },

  REPAIR("dir/b", null, null) {
    @Override
    void prepare(Given given) throws Exception {
      SwapWorld.widen(given.kernel, leaf);
      given.report = given.handle.verifyTree(new AuditOptions(), progress -> {});
    }

    @Override
    void run(Given given) {
      RepairResult result = given.handle.repair(given.report, new RepairOptions()).results().get(0);
      given.repaired = result.action() == RepairResult.Action.REPAIRED;
      given.refusal = result.code();
    }
  },

  OPEN(".holdfast/staging", null, null) {
    @Override
    boolean opens() {
      return true;
    }

    @Override
    void run(Given given) {}
  };

  /** The file or the new directory that it is about. */
  final String leaf;

  /** A content that is there once more if it is done; null for none. */
  final byte[] gained;

  /** One that is gone if it is done; null for none. */
  final Integer lost;

  SwapOperation(String leaf, byte[] gained, Integer lost) {
    this.leaf = leaf;
    this.gained = gained;
    this.lost = lost;
  }

  /** Before anybody swaps anything, with the store open. */
  void prepare(Given given) throws Exception {}

  /** Whether the store is opened while things are swapped, and not before. */
  boolean opens() {
    return false;
  }

  /** Does it; fails as the store does. */
  abstract void run(Given given);

  /** Whether it can be seen at its path that it was done; a look shows nowhere. */
  boolean shows(SimKernel kernel) {
    return gained != null
        ? holds(kernel, leaf, gained)
        : !changes() || kernel.entry(World.inRoot(leaf)) == null;
  }

  private static boolean holds(SimKernel kernel, String path, byte[] content) {
    SimEntry entry = kernel.entry(World.inRoot(path));
    return entry != null && Arrays.equals(entry.content(), content);
  }

  /** Whether it changes what is at its path. */
  boolean changes() {
    return compareTo(READ) < 0;
  }

  /** Whether it makes a file where there is none, and does not ask which one it replaces. */
  boolean makesOrReplaces() {
    return this == REPLACE || this == REPLACE_NOTHING || this == APPEND;
  }

  /** What an operation starts from, and what it was shown. */
  static final class Given {
    static final byte[] RECORD = {'r', 'e', 'c', 'o', 'r', 'd'};

    final SimKernel kernel;
    final byte[] gained;
    StoreHandle handle;
    Expectation expectedA;
    Expectation expectedB;
    FileIdentity identityOfB;
    SecurityReport report;
    boolean repaired;
    ErrorCode refusal;

    Given(SimKernel kernel, byte[] gained) {
      this.kernel = kernel;
      this.gained = gained;
    }

    static byte[] appended() {
      byte[] before = Contents.of(SwapWorld.B, 600);
      byte[] all = Arrays.copyOf(before, before.length + RECORD.length);
      System.arraycopy(RECORD, 0, all, before.length, RECORD.length);
      return all;
    }

    ByteSource content() {
      return ByteSource.of(gained);
    }

    /** Only the file itself is ever shown. */
    void sees(byte[] content) {
      if (Contents.idOf(content) != SwapWorld.B) {
        throw new Violation("nothing outside is given out", "a read of " + content.length);
      }
    }

    /** Nothing outside is looked at; that something is mounted may be told. */
    void sees(SecurityReport found) {
      SwapWorld.each(
          kernel,
          SwapWorld.OUTSIDE,
          (path, entry) ->
              found.findings().stream()
                  .filter(finding -> finding.kind() != SecurityEvidence.Kind.MOUNT)
                  .filter(finding -> finding.object() != null)
                  .filter(finding -> finding.object().ino() == entry.number())
                  .forEach(
                      finding -> {
                        throw new Violation("nothing outside is given out", finding.toString());
                      }));
    }
  }
}
