package dev.holdfast;

import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads options from JSON and leaves nothing unread: a misspelt key or a value of another type
 * would otherwise silently become a default.
 */
final class StrictJson {
  private final String what;
  private final JsonObject json;
  private final Set<String> known = new HashSet<>();

  StrictJson(String what, JsonObject json) {
    this.what = what;
    this.json = json;
  }

  @Nullable String string(String key) {
    Object value = value(key);
    if (value == null || value instanceof String) {
      return (String) value;
    }
    throw wrongType(key, "a string", value);
  }

  /** A constant by its name in lower case. */
  <E extends Enum<E>> E constant(String key, Class<E> type, E absent) {
    String text = string(key);
    if (text == null) {
      return absent;
    }
    for (E constant : type.getEnumConstants()) {
      if (StrictFields.lower(constant).equals(text)) {
        return constant;
      }
    }
    List<String> names = Arrays.stream(type.getEnumConstants()).map(StrictFields::lower).toList();
    throw invalid(what + "." + key + " is '" + text + "', expected one of " + names);
  }

  boolean bool(String key, boolean absent) {
    Object value = value(key);
    if (value == null) {
      return absent;
    }
    if (value instanceof Boolean flag) {
      return flag;
    }
    throw wrongType(key, "true or false", value);
  }

  long integer(String key, long absent, long min, long max) {
    Object value = value(key);
    if (value == null) {
      return absent;
    }
    if (!(value instanceof Integer || value instanceof Long || value instanceof BigInteger)) {
      throw wrongType(key, "a whole number", value);
    }
    BigInteger number = new BigInteger(value.toString()); // JSON numbers may be of any size
    if (number.compareTo(BigInteger.valueOf(min)) < 0
        || number.compareTo(BigInteger.valueOf(max)) > 0) {
      throw invalid(what + "." + key + " is " + number + ", expected " + min + " to " + max);
    }
    return number.longValueExact();
  }

  /** To be called last: refuses the keys that nobody asked for. */
  void finish() {
    for (String key : json.fieldNames()) {
      if (!known.contains(key)) {
        throw invalid(
            what
                + "."
                + key
                + " is not an option; expected one of "
                + known.stream().sorted().toList());
      }
    }
  }

  private @Nullable Object value(String key) {
    known.add(key);
    if (!json.containsKey(key)) {
      return null;
    }
    Object value = json.getValue(key);
    if (value == null) {
      throw invalid(what + "." + key + " is null; leave it out to get the default");
    }
    return value;
  }

  private RequestException wrongType(String key, String expected, Object found) {
    return invalid(
        what + "." + key + " is " + found.getClass().getSimpleName() + ", expected " + expected);
  }

  private static RequestException invalid(String message) {
    return new RequestException(ErrorCode.INVALID_OPTIONS, message, null, null, null);
  }
}
