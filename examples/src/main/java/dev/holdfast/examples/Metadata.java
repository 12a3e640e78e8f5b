package dev.holdfast.examples;

import static dev.holdfast.examples.MismatchException.check;

import io.vertx.core.buffer.Buffer;
import java.util.List;

/** A session's metadata in the store: what it says, from the first records to the last one. */
record Metadata(String path, List<Buffer> states) {

  /** Which state some content is; whatever is not exactly one of them is a mismatch. */
  int stateOf(Buffer content) {
    int state = states.indexOf(content);
    check(state >= 0, "'" + path + "' holds what was never written as a whole: " + content);
    return state;
  }

  Buffer last() {
    return states.get(states.size() - 1);
  }
}
