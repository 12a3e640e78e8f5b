package dev.holdfast.examples;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * A transcript with the record lengths of a real one and made-up words; always the same.
 *
 * @param name which one
 * @param lengths the bytes of each record, newline included
 */
record Transcript(String name, List<Integer> lengths) {
  private static final List<String> ROLES = List.of("user", "assistant", "tool");
  private static final List<String> WORDS =
      List.of(
          "read", "the", "file", "then", "run", "every", "test", "and", "store", "what", "came",
          "back", "before", "next", "step", "starts");

  static Transcript load(String name) throws IOException {
    String resource = "record-lengths-" + name + ".txt";
    try (InputStream in = Transcript.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new FileNotFoundException(resource);
      }
      String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
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

  /** The whole transcript and a note about it. */
  List<SourceFile> asSession() {
    String directory = "sessions/" + name + "/";
    Buffer meta =
        new JsonObject()
            .put("session", name)
            .put("records", lengths.size())
            .put("bytes", bytes())
            .toBuffer();
    return List.of(
        new SourceFile(directory + "transcript.jsonl", bytes(), this::whole),
        new SourceFile(directory + "meta.json", meta.length(), () -> meta));
  }

  /** Each record as a file of its own. */
  List<SourceFile> asRecords() {
    List<SourceFile> files = new ArrayList<>();
    for (int i = 0; i < lengths.size(); i++) {
      int index = i;
      files.add(
          new SourceFile(
              String.format(Locale.ROOT, "records/%04d.json", index + 1),
              lengths.get(index),
              () -> Buffer.buffer(record(index))));
    }
    return files;
  }

  private long bytes() {
    return lengths.stream().mapToLong(Integer::longValue).sum();
  }

  private Buffer whole() {
    Buffer all = Buffer.buffer((int) bytes());
    for (int i = 0; i < lengths.size(); i++) {
      all.appendString(record(i));
    }
    return all;
  }
}
