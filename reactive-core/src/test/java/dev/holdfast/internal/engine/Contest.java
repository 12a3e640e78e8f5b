package dev.holdfast.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.AppendOptions;
import dev.holdfast.Expectation;
import dev.holdfast.ListOptions;
import dev.holdfast.MutationException;
import dev.holdfast.StoreException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.read.Content;
import dev.holdfast.internal.engine.staging.ByteSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What several processes do to the same few names at once, and whether that went well: each name is
 * published by one of them, a counter misses nobody's step, no record is lost, and a file that all
 * of them replace is whole.
 */
final class Contest {
  private static final WriteOptions OPTIONS = new WriteOptions();
  private static final int SIZE = 50_000;

  private final StoreHandle store;
  private final Map<String, Integer> failures = new TreeMap<>();

  private Contest(StoreHandle store) {
    this.store = store;
  }

  /** One change; what it changes is the operation's business. */
  @FunctionalInterface
  private interface Change {
    void make();
  }

  private boolean done(String name, Change change) {
    try {
      change.make();
      return true;
    } catch (MutationException e) {
      failures.merge(name + " " + e.code() + " " + e.mutation().state(), 1, Integer::sum);
    } catch (StoreException e) {
      failures.merge(name + " " + e.code(), 1, Integer::sum);
    }
    return false;
  }

  /** Takes part: how much of it was done by this process, and how often what was refused. */
  static String take(StoreHandle store, int rounds) {
    return new Contest(store).take(rounds);
  }

  private String take(int rounds) {
    int published = 0;
    int counted = 0;
    int appended = 0;
    int replaced = 0;
    for (int round = 0; round < rounds; round++) {
      String name = "name" + round;
      published += done("publish", () -> store.publish(name, bytes(name), OPTIONS)) ? 1 : 0;
      counted += done("compareAndReplace", this::count) ? 1 : 0;
      appended +=
          done(
                  "append",
                  () -> store.append("log", List.of(bytes("step\n")), null, new AppendOptions()))
              ? 1
              : 0;
      ByteSource content = ByteSource.of(Disk.bytes(SIZE + round));
      replaced += done("replace", () -> store.replace("file", content, OPTIONS)) ? 1 : 0;
    }
    return "published %d counted %d appended %d replaced %d of %d, refused %s"
        .formatted(published, counted, appended, replaced, rounds, failures);
  }

  /** Adds one to the counter, or begins with one. */
  private void count() {
    if (store.list("", new ListOptions()).entries().stream()
        .noneMatch(entry -> entry.name().equals("counter"))) {
      store.publish("counter", bytes("1"), OPTIONS);
      return;
    }
    Content before = store.read("counter");
    int next = Integer.parseInt(text(before)) + 1;
    store.compareAndReplace(
        "counter", Expectation.identity(before.identity()), bytes(next + ""), OPTIONS);
  }

  /** What is there afterwards. */
  static String result(StoreHandle store, int rounds) {
    int names = 0;
    for (int round = 0; round < rounds; round++) {
      names += text(store.read("name" + round)).equals("name" + round) ? 1 : 0;
    }
    byte[] file = store.read("file").bytes();
    String log = text(store.read("log"));
    boolean whole = file.length >= SIZE && Arrays.equals(file, Disk.bytes(file.length));
    return "names %d counter %s records %d of %d bytes, file %s"
        .formatted(
            names,
            text(store.read("counter")),
            log.lines().filter("step"::equals).count(),
            log.length(),
            whole ? "whole" : "torn");
  }

  private static ByteSource bytes(String text) {
    return ByteSource.of(text.getBytes(UTF_8));
  }

  private static String text(Content content) {
    return new String(content.bytes(), UTF_8);
  }
}
