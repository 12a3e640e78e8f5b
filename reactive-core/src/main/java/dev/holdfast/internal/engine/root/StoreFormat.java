package dev.holdfast.internal.engine.root;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.outcome.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * The store's record, {@code .holdfast/store.json}: one line, {@code {"format":1,"id":"<uuid>"}}.
 * Whatever this version does not know is refused, since it cannot know what it would break.
 *
 * @param id the store's identity, for as long as the root lives
 */
record StoreFormat(UUID id) {
  /** The one format there is so far. */
  static final int FORMAT = 1;

  /** More than any record has; a larger file is no record. */
  static final int MAX_BYTES = 4096;

  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  byte[] encode() {
    return ("{\"format\":" + FORMAT + ",\"id\":\"" + id + "\"}\n").getBytes(StandardCharsets.UTF_8);
  }

  static StoreFormat decode(byte[] bytes) throws Problem {
    Integer format = null;
    String id = null;
    try (JsonParser parser = JSON.createParser(bytes)) {
      expect(parser.nextToken() == JsonToken.START_OBJECT, "an object");
      for (String key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
        JsonToken value = parser.nextToken();
        if (key.equals("format")) {
          expect(value == JsonToken.VALUE_NUMBER_INT, "a whole number as format");
          format = parser.getIntValue();
          expect(format == FORMAT, "format " + FORMAT + " (found " + format + ")");
        } else if (key.equals("id")) {
          expect(value == JsonToken.VALUE_STRING, "a string as id");
          id = parser.getText();
        } else {
          expect(false, "only format and id (found " + key + ")");
        }
      }
      expect(parser.currentToken() == JsonToken.END_OBJECT, "the end of the object");
      expect(parser.nextToken() == null, "nothing after the object");
      expect(format != null && id != null, "format and id");
      return new StoreFormat(UUID.fromString(id));
    } catch (IOException | IllegalArgumentException e) {
      throw unsupported("found content that is no record (" + e.getMessage() + ")");
    }
  }

  private static void expect(boolean holds, String what) throws Problem {
    if (!holds) {
      throw unsupported("expected " + what);
    }
  }

  static Problem unsupported(String finding) {
    return new Problem(ErrorCode.UNSUPPORTED_FORMAT, ".holdfast/store.json: " + finding);
  }
}
