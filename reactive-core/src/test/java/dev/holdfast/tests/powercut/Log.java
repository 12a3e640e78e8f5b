package dev.holdfast.tests.powercut;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.holdfast.AppendOptions;
import dev.holdfast.StoreException;
import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.engine.staging.ByteSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** The file of records that a writer has left. */
final class Log {
  private final String content;
  private final List<Integer> steps = new ArrayList<>();
  private int end;

  private Log(byte[] bytes) {
    content = new String(bytes, ISO_8859_1);
    for (int newline = content.indexOf('\n'); newline >= 0; newline = content.indexOf('\n', end)) {
      byte[] line = content.substring(end, newline + 1).getBytes(ISO_8859_1);
      OptionalInt step = Contents.appendedBy(Script.LOG, line);
      if (step.isEmpty()) {
        return;
      }
      steps.add(step.getAsInt());
      end = newline + 1;
    }
  }

  static Log of(byte[] bytes) {
    return new Log(bytes);
  }

  /** The steps that wrote its records, up to the first line that is none. */
  List<Integer> steps() {
    return steps;
  }

  /** What is behind them. */
  String rest() {
    return content.substring(end);
  }

  /**
   * Appends to it and looks whether that is on a line of its own, behind what was there before;
   * what is wrong, or an empty text. Of what was behind the records only whole lines may stay.
   */
  String appendOnce(StoreHandle store) {
    String line = "the record of the next process\n";
    try {
      store.append(
          Script.LOG, List.of(ByteSource.of(line.getBytes(US_ASCII))), null, new AppendOptions());
    } catch (StoreException e) {
      return "cannot be appended to: " + e.getMessage();
    }
    String whole = content.substring(0, content.lastIndexOf('\n') + 1);
    String after = new String(store.read(Script.LOG).bytes(), ISO_8859_1);
    return after.equals(whole + line) ? "" : "is not what it was, with one more record";
  }
}
