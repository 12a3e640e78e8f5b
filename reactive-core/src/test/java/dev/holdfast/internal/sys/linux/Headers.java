package dev.holdfast.internal.sys.linux;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.holdfast.internal.sys.Skip;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the C headers of this machine say. */
final class Headers {
  private final Path directory;
  private final List<String> includes;

  Headers(Path directory, String... includes) {
    this.directory = directory;
    this.includes = List.of(includes);
  }

  /** The values of names and expressions; names that the headers do not know are left out. */
  Map<String, Long> values(Collection<String> expressions)
      throws IOException, InterruptedException {
    String missing = compile("int main(void) { return 0; }");
    if (!missing.isEmpty()) {
      Skip.because("no C compiler or not all headers: " + missing.lines().findFirst().get());
    }
    StringBuilder main = new StringBuilder("#include <stdio.h>\nint main(void) {\n");
    for (String each : expressions) {
      boolean name = each.matches("[A-Z][A-Za-z0-9_]*");
      main.append(name ? "#ifdef " + each + "\n" : "")
          .append("printf(\"%s=%lld\\n\", \"" + each + "\", (long long) (" + each + "));\n")
          .append(name ? "#endif\n" : "");
    }
    String errors = compile(main.append("return 0;\n}").toString());
    if (!errors.isEmpty()) {
      throw new IOException(errors);
    }
    Map<String, Long> values = new HashMap<>();
    for (String line : run(directory.resolve("program").toString()).lines().toList()) {
      int at = line.lastIndexOf('=');
      values.put(line.substring(0, at), Long.valueOf(line.substring(at + 1)));
    }
    return values;
  }

  /** What the compiler had to say; nothing if it is content. */
  private String compile(String main) throws IOException, InterruptedException {
    StringBuilder source = new StringBuilder("#define _GNU_SOURCE\n#include <stddef.h>\n");
    includes.forEach(header -> source.append("#include <" + header + ">\n"));
    Path file = directory.resolve("program.c");
    Files.writeString(file, source.append(main).append('\n').toString(), US_ASCII);
    return run("cc", "-w", "-o", directory.resolve("program").toString(), file.toString());
  }

  private static String run(String... command) throws IOException, InterruptedException {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      return Skip.because("cannot run " + command[0] + ": " + e.getMessage());
    }
    String output = new String(process.getInputStream().readAllBytes(), US_ASCII);
    int status = process.waitFor();
    return status != 0 && output.isEmpty() ? command[0] + " ended with " + status : output;
  }
}
