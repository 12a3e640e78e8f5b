package dev.holdfast.internal.engine;

import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Records the calls in order, failed ones included. */
final class TracingSys extends InterceptingSys {
  private final List<Call> calls = Collections.synchronizedList(new ArrayList<>());

  TracingSys(Sys delegate) {
    super(delegate);
  }

  @Override
  <T> T around(Call call, Real<T> real) throws SysException {
    calls.add(call);
    return real.run();
  }

  void forget() {
    calls.clear();
  }

  /**
   * The calls as {@code name path}, the path relative to a directory, {@code .} for itself; random
   * names are shown as {@code *}.
   */
  List<String> below(Path directory) {
    String prefix = directory.toString();
    return calls.stream()
        .map(
            call ->
                call.on().equals(prefix)
                    ? call.name() + " ."
                    : call.on().startsWith(prefix + "/")
                        ? call.name() + " " + call.on().substring(prefix.length() + 1)
                        : call.toString())
        .map(call -> call.replaceAll("[0-9a-f]{32}", "*"))
        .toList();
  }

  /** What was synced, relative to a directory. */
  List<String> syncs(Path directory) {
    return below(directory).stream()
        .filter(call -> call.startsWith("sync ") || call.startsWith("dataSync "))
        .map(call -> call.substring(call.indexOf(' ') + 1))
        .toList();
  }
}
