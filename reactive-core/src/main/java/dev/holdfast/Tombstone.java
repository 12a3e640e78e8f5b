package dev.holdfast;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A record that something is gone, or has moved, for those who look for it later.
 *
 * @param subject what is gone, a path for example
 * @param reason why, for people
 * @param successor where it is now, or null if nowhere
 * @param at when
 */
public record Tombstone(String subject, String reason, @Nullable String successor, Instant at) {

  /**
   * A record.
   *
   * @param subject what is gone
   * @param reason why
   * @param successor where it is now, or null
   * @param at when
   */
  public Tombstone {
    Objects.requireNonNull(subject, "subject");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(at, "at");
  }

  /**
   * The content of its file: one line of JSON with {@code type}, {@code subject}, {@code reason},
   * {@code successor} if there is one, and {@code at} in ISO 8601.
   *
   * @return the bytes
   */
  public Buffer toBuffer() {
    JsonObject json =
        new JsonObject().put("type", "tombstone").put("subject", subject).put("reason", reason);
    if (successor != null) {
      json.put("successor", successor);
    }
    return json.put("at", at.toString()).toBuffer().appendString("\n");
  }

  /**
   * Reads a record.
   *
   * @param path where it was read, for messages
   * @param content the content of its file
   * @return the record
   * @throws RequestException {@link ErrorCode#INVALID_REQUEST} if it is none
   */
  static Tombstone of(String path, Buffer content) {
    try {
      JsonObject json = new JsonObject(content);
      if ("tombstone".equals(json.getValue("type"))
          && json.getValue("subject") instanceof String subject
          && json.getValue("reason") instanceof String reason
          && json.getValue("at") instanceof String at
          && (json.getValue("successor") == null || json.getValue("successor") instanceof String)) {
        return new Tombstone(subject, reason, json.getString("successor"), Instant.parse(at));
      }
    } catch (DecodeException | ClassCastException | DateTimeParseException e) {
      // said below
    }
    throw new RequestException(
        ErrorCode.INVALID_REQUEST,
        "readTombstone '"
            + path
            + "': expected a JSON object of type tombstone, found something else. "
            + ErrorCode.INVALID_REQUEST.remedy(),
        path,
        null,
        null);
  }
}
