package dev.holdfast.examples;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;

/**
 * A transcript whose records are as long as those of a real one, newline included, and have made-up
 * words; always the same.
 */
record Transcript(String name, List<Integer> lengths) {
  private static final int METADATA_STEP = 10;
  private static final List<String> ROLES = List.of("user", "assistant", "tool");
  private static final List<String> WORDS =
      List.of(
          "read", "the", "file", "then", "run", "every", "test", "and", "store", "what", "came",
          "back", "before", "next", "step", "starts");

  static Transcript load(String name) throws IOException {
    String resource = "record-lengths-" + name + ".txt";
    try (InputStream in = Transcript.class.getResourceAsStream(resource)) {
      String text =
          new String(
              Objects.requireNonNull(in, resource).readAllBytes(), StandardCharsets.US_ASCII);
      return new Transcript(
          name, text.lines().filter(s -> !s.startsWith("#")).map(Integer::valueOf).toList());
    }
  }

  /** One record: a JSON object and a newline, as long as asked for. */
  String record(int index) {
    int length = lengths.get(index);
    String role = ROLES.get(index % ROLES.size());
    String head = "{\"seq\":" + (index + 1) + ",\"role\":\"" + role + "\",\"text\":\"";
    String tail = "\"}\n";
    int end = length - tail.length();
    if (head.length() > end) {
      throw new IllegalArgumentException(
          "record " + (index + 1) + " of '" + name + "' has no room in " + length + " bytes");
    }
    StringBuilder text = new StringBuilder(length).append(head);
    Random random = new Random(index);
    while (text.length() < end) {
      text.append(WORDS.get(random.nextInt(WORDS.size()))).append(' ');
    }
    text.setLength(end);
    return text.append(tail).toString();
  }

  String path() {
    return "sessions/" + name + "/transcript.jsonl";
  }

  /** The whole transcript as one file. */
  SourceFile asFile() {
    return new SourceFile(path(), bytes(lengths.size()), this::whole);
  }

  /** How many whole records some content has; whatever it has besides them is a mismatch. */
  int recordsIn(Buffer content) {
    String found = content.toString(StandardCharsets.UTF_8);
    int count = (int) found.chars().filter(c -> c == '\n').count();
    StringBuilder expected = new StringBuilder();
    for (int i = 0; i < Math.min(count, lengths.size()); i++) {
      expected.append(record(i));
    }
    // What follows the last newline is no record: a killed run was writing it.
    MismatchException.check(
        found.substring(0, found.lastIndexOf('\n') + 1).contentEquals(expected),
        "'" + path() + "' holds other records than were appended");
    return count;
  }

  /** What the metadata says as records are added. */
  Metadata metadata() throws CloneNotSupportedException {
    List<Buffer> states = new ArrayList<>();
    MessageDigest hash = SourceFile.sha256();
    long bytes = 0;
    for (int i = 0; i < lengths.size(); i++) {
      hash.update(record(i).getBytes(StandardCharsets.UTF_8));
      bytes += lengths.get(i);
      if ((i + 1) % METADATA_STEP == 0 || i + 1 == lengths.size()) {
        byte[] soFar = ((MessageDigest) hash.clone()).digest();
        states.add(
            new JsonObject()
                .put("session", name)
                .put("records", i + 1)
                .put("bytes", bytes)
                .put("sha256", HexFormat.of().formatHex(soFar))
                .toBuffer());
      }
    }
    return new Metadata("sessions/" + name + "/meta.json", states);
  }

  /** Each record as a file of its own. */
  List<SourceFile> asRecords(String directory) {
    List<SourceFile> files = new ArrayList<>();
    for (int i = 0; i < lengths.size(); i++) {
      int index = i;
      files.add(
          new SourceFile(
              String.format(Locale.ROOT, "%s/%04d.json", directory, index + 1),
              lengths.get(index),
              () -> Buffer.buffer(record(index))));
    }
    return files;
  }

  /** How long the first records are together. */
  long bytes(int records) {
    return lengths.stream().limit(records).mapToLong(Integer::longValue).sum();
  }

  private Buffer whole() {
    Buffer all = Buffer.buffer((int) bytes(lengths.size()));
    for (int i = 0; i < lengths.size(); i++) {
      all.appendString(record(i));
    }
    return all;
  }
}
