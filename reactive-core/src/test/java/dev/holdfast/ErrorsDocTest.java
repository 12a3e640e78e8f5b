package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code docs/errors.md} says what the enum says. */
class ErrorsDocTest {
  private static final Path FILE =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("../docs/errors.md");

  /** The titles of the groups, by the code that a group starts with. */
  private static final Map<ErrorCode, String> GROUPS =
      Map.of(
          ErrorCode.ACL_DENIED, "Security: who may see and touch an object",
          ErrorCode.DESTINATION_CONFLICT, "Publish and other mutations",
          ErrorCode.LOCK_BUSY, "Lease locks",
          ErrorCode.INVALID_PATH, "Paths and objects",
          ErrorCode.ROOT_BINDING_CHANGED, "The store",
          ErrorCode.NOT_AUTHORIZED, "The event bus",
          ErrorCode.NO_SPACE, "Resources");

  private static final String INTRODUCTION =
      """
      # Errors

      <!-- Generated from ErrorCode.java by ErrorsDocTest; do not edit.
           mvn -pl reactive-core test -Dtest=ErrorsDocTest -Dholdfast.docs.write=true -->

      Every failure of a store except a programming error is a `StoreException`. Its `code()` is one
      of the codes below: match on that, never on the message, which is for people and may change. In
      logs, JSON and on the event bus a code appears by its wire name, the name below. Wire names
      never change once released, but later versions may add codes: have a branch for all others.
      `errno()` gives the system's error number where there is one.

      ## What happened to the data

      A code says what went wrong, not what became of the data. The failure of a change is a
      `MutationException`, and its `mutation()` tells:

      | State | What it means | What to do |
      |---|---|---|
      | `not_committed` | Nothing changed at the path. | Remove the cause, then repeat the same call. |
      | `committed` | The change is there for everybody to see, but something after it failed; `durability()` says whether it survives a power cut. | Do not repeat it. |
      | `unknown` | It could not be found out. | Look at what is there before deciding; do not repeat it blindly. |

      `residue()` names what was left behind. Any other failure is a `RequestException`, and has
      changed nothing within the store.

      ## Repeating

      "Worth repeating" means that the same call can succeed without anybody doing anything but
      waiting (`ErrorCode.retryable()`). A change is repeated only if its outcome is `not_committed`
      as well. Wait between attempts, and give up after some.

      ## Earlier names

      Where an earlier storage layer of the same kind had another name for the same thing, the last
      column has it (`ErrorCode.referenceCode()`), for logs and tools that still look for it.
      """;

  @Test
  void thePageIsTheOneGeneratedFromTheCodes() throws IOException {
    String page = page();
    if (Boolean.getBoolean("holdfast.docs.write")) {
      Files.writeString(FILE, page);
    }

    assertThat(FILE)
        .as("run this test with -Dholdfast.docs.write=true to write the file")
        .hasContent(page);
  }

  @Test
  void everyCodeIsInOneGroup() {
    assertThat(GROUPS).containsKey(ErrorCode.values()[0]);
    assertThat(page().lines().filter(line -> line.startsWith("## "))).hasSize(3 + GROUPS.size());
    assertThat(ErrorCode.values())
        .allSatisfy(code -> assertThat(page()).containsOnlyOnce("\n| `" + code.wireName() + "` |"));
  }

  private static String page() {
    StringBuilder page = new StringBuilder(INTRODUCTION);
    for (ErrorCode code : ErrorCode.values()) {
      if (GROUPS.containsKey(code)) {
        page.append("\n## ")
            .append(GROUPS.get(code))
            .append("\n\n| Code | Meaning | What to do | Worth repeating? | Earlier name |\n")
            .append("|---|---|---|---|---|\n");
      }
      page.append(row(code));
    }
    return page.toString();
  }

  private static String row(ErrorCode code) {
    String earlier = code.referenceCode().equals(code.wireName()) ? "" : code.referenceCode();
    return "| `%s` | %s | %s | %s | %s |\n"
        .formatted(
            code.wireName(),
            cell(code.meaning()),
            cell(code.remedy()),
            code.retryable() ? "yes" : "no",
            earlier.isEmpty() ? "" : "`" + earlier + "`");
  }

  private static String cell(String text) {
    return text.replace("|", "\\|").replace("<", "&lt;");
  }
}
