package dev.holdfast;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a value from a JSON object and leaves nothing unread: a missing key, one that nobody asks
 * for, and a value of another type are refused.
 */
final class StrictFields {
  private static final Pattern DECIMAL = Pattern.compile("0|-?[1-9][0-9]{0,18}");

  private final String what;
  private final JsonObject json;
  private final Set<String> asked = new HashSet<>();

  private StrictFields(String what, JsonObject json) {
    this.what = what;
    this.json = json;
  }

  /**
   * Reads a whole value.
   *
   * @throws RequestException {@link ErrorCode#INVALID_REQUEST} saying what is wrong with it
   */
  static <T> T read(String what, JsonObject json, Function<StrictFields, T> reader) {
    try {
      return all(what, json.copy(), reader);
    } catch (IllegalArgumentException | IllegalStateException | ClassCastException e) {
      throw new RequestException(
          ErrorCode.INVALID_REQUEST, what + " is none: " + e.getMessage(), null, null, e);
    }
  }

  private static <T> T all(String what, JsonObject json, Function<StrictFields, T> reader) {
    StrictFields fields = new StrictFields(what, json);
    T value = reader.apply(fields);
    for (String key : json.fieldNames()) {
      if (!fields.asked.contains(key)) {
        throw new IllegalArgumentException(what + "." + key + " is unknown");
      }
    }
    return value;
  }

  boolean has(String key) {
    return json.containsKey(key);
  }

  String text(String key) {
    return value(key, String.class);
  }

  /** Text that can only be one. */
  void exactly(String key, String expected) {
    if (!text(key).equals(expected)) {
      throw wrong(key, expected);
    }
  }

  boolean flag(String key) {
    return value(key, Boolean.class);
  }

  /** A whole number that fits, written as such. */
  long number(String key, long min, long max) {
    Object value = value(key, Number.class);
    if (value instanceof Integer || value instanceof Long) {
      long number = ((Number) value).longValue();
      if (number >= min && number <= max) {
        return number;
      }
    }
    throw wrong(key, "a whole number from " + min + " to " + max);
  }

  /** A whole number that other readers would round, written as text. */
  long decimal(String key) {
    String text = text(key);
    if (!DECIMAL.matcher(text).matches()) {
      throw wrong(key, "a decimal number as text");
    }
    return Long.parseLong(text); // a NumberFormatException is an IllegalArgumentException
  }

  <E extends Enum<E>> E constant(String key, Class<E> type) {
    String text = text(key);
    for (E constant : type.getEnumConstants()) {
      if (lower(constant).equals(text)) {
        return constant;
      }
    }
    throw wrong(key, "the name of one of them");
  }

  <T> T object(String key, Function<StrictFields, T> reader) {
    return all(what + "." + key, value(key, JsonObject.class), reader);
  }

  <T> List<T> objects(String key, Function<StrictFields, T> reader) {
    JsonArray array = value(key, JsonArray.class);
    List<T> values = new ArrayList<>(array.size());
    for (int i = 0; i < array.size(); i++) {
      String element = key + "[" + i + "]";
      if (!(array.getValue(i) instanceof JsonObject each)) {
        throw wrong(element, "an object");
      }
      values.add(all(what + "." + element, each, reader));
    }
    return values;
  }

  private <T> T value(String key, Class<T> type) {
    asked.add(key);
    @Nullable Object value = json.getValue(key);
    if (!type.isInstance(value)) {
      throw wrong(key, type.getSimpleName());
    }
    return type.cast(value);
  }

  private IllegalArgumentException wrong(String key, String expected) {
    return new IllegalArgumentException(
        what + "." + key + (json.containsKey(key) ? " is not " : " is missing: ") + expected);
  }

  static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
