package dev.holdfast.tests.sim.search;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.holdfast.AppendOptions;
import dev.holdfast.AppendReceipt;
import dev.holdfast.Durability;
import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.StoreException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.read.Content;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.tests.sim.SimKernel;
import dev.holdfast.tests.sim.SimProcess;
import dev.holdfast.tests.sim.search.Operation.Said;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that appends to the file, and changes it in other ways, and writes down what it was
 * told.
 */
final class AppendClient {
  private final AppendScenario scenario;
  private final AppendMutant mutant;
  private final SimKernel kernel;
  private final AppendHistory history;
  private final Sights sights;
  private final Client client;
  private final int index;
  private final String who;

  AppendClient(
      AppendScenario scenario,
      AppendMutant mutant,
      SimKernel kernel,
      AppendHistory history,
      Sights sights,
      Client client,
      int index) {
    this.scenario = scenario;
    this.mutant = mutant;
    this.kernel = kernel;
    this.history = history;
    this.sights = sights;
    this.client = client;
    this.index = index;
    this.who = "P" + (index + 1);
  }

  void follow(List<AppendStep> program, Runnable afterEach) {
    int id = (index + 1) * 100;
    for (AppendStep step : program) {
      switch (step.kind()) {
        case APPEND -> {
          List<Writing> writings = new ArrayList<>();
          for (int i = 0; i < step.count(); i++) {
            int length = step.length() + 7 * i;
            writings.add(history.plan(Writing.Kind.APPEND, who, ++id, length, step.durable()));
          }
          append(writings);
        }
        case UPDATE -> update(history.plan(Writing.Kind.UPDATE, who, ++id, 40, true));
        case REPLACE -> replace(history.plan(Writing.Kind.REPLACE, who, ++id, 40, true));
        case REMOVE -> remove(history.plan(Writing.Kind.REMOVE, who, 0, 0, true));
        case READ -> read();
      }
      afterEach.run();
    }
  }

  void append(List<Writing> writings) {
    writings.forEach(history::begin);
    boolean durable = writings.get(0).durable;
    AppendOptions options =
        new AppendOptions()
            .setDurability(durable ? Durability.FULL : Durability.OS_BUFFERED)
            .setForeignAppenders(scenario.foreign() && mutant.respectsForeigners())
            .setDigest(writings.size() > 1);
    List<ByteSource> records = new ArrayList<>();
    for (Writing writing : writings) {
      String line = writing.line.substring(0, writing.line.length() - 1);
      records.add(ByteSource.of(line.getBytes(US_ASCII)));
    }
    attempt(
        writings,
        () -> {
          List<AppendReceipt> receipts =
              client.handle().append(AppendHistory.FILE, records, null, options);
          for (int i = 0; i < receipts.size(); i++) {
            AppendReceipt receipt = receipts.get(i);
            Writing writing = writings.get(i);
            Long offset = receipt.offset();
            writing.inode = receipt.identity().ino();
            writing.offset = offset == null ? -1 : offset;
            if (durable && receipt.outcome().durability() != DurabilityState.PROVEN) {
              throw new Violation("an outcome says the truth", receipt.toString());
            }
            sights.checkVisible(kernel, index, writing);
          }
        });
  }

  private void update(Writing writing) {
    history.begin(writing);
    attempt(
        List.of(writing),
        () -> {
          Content old = client.handle().read(AppendHistory.FILE);
          String content = new String(old.bytes(), US_ASCII);
          // As everybody should read such a file: what follows the last newline is no record.
          String lines = content.substring(0, content.lastIndexOf('\n') + 1) + writing.line;
          client
              .handle()
              .compareAndReplace(
                  AppendHistory.FILE,
                  new Expectation.Identity(old.identity()),
                  ByteSource.of(lines.getBytes(US_ASCII)),
                  new WriteOptions());
        });
  }

  private void replace(Writing writing) {
    history.begin(writing);
    ByteSource line = ByteSource.of(writing.line.getBytes(US_ASCII));
    attempt(
        List.of(writing),
        () -> client.handle().replace(AppendHistory.FILE, line, new WriteOptions()));
  }

  private void remove(Writing writing) {
    history.begin(writing);
    attempt(List.of(writing), () -> client.handle().remove(AppendHistory.FILE, new WriteOptions()));
  }

  private void read() {
    int began = history.now();
    attempt(
        List.of(),
        () -> {
          byte[] content = client.handle().read(AppendHistory.FILE).bytes();
          if (!scenario.foreign()) {
            new Lines(history, false, false, began).check(content, 0, true);
          }
        });
  }

  private void attempt(List<Writing> writings, Runnable change) {
    try {
      change.run();
      writings.forEach(writing -> history.end(writing, Said.DONE, "done"));
    } catch (StoreException e) {
      if (client.process().state() == SimProcess.State.ZOMBIE) {
        throw new SimProcess.Killed(); // what it says nobody hears
      }
      if (e.getCause() instanceof Violation violation) {
        throw violation;
      }
      if (e.getCause() instanceof RuntimeException || e.getCause() instanceof Error) {
        throw new Violation("no operation fails by itself", e.getCause());
      }
      String words = e.code() + " " + e.outcome().map(Object::toString).orElse("");
      writings.forEach(writing -> history.end(writing, said(e), words));
    }
  }

  private static Said said(StoreException e) {
    if (!(e instanceof MutationException change)) {
      return Said.NOT_DONE;
    }
    return switch (change.mutation().state()) {
      case NOT_COMMITTED -> e.code() == ErrorCode.NOT_FOUND ? Said.REFUSED : Said.NOT_DONE;
      case COMMITTED -> Said.DONE_NOT_PROVEN;
      case UNKNOWN -> Said.UNKNOWN;
    };
  }
}
