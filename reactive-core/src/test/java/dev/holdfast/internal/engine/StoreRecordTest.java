package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The store's own directory and its record: what is not understood is refused and left alone. */
class StoreRecordTest extends RootTestCase {
  private static final String ID = "123e4567-e89b-12d3-a456-426614174000";

  private Path meta;
  private Path record;

  @BeforeEach
  void makeDirectory() throws Exception {
    Disk.directory(root.path());
    meta = below(".holdfast");
    record = meta.resolve("store.json");
  }

  private void refused(ErrorCode code) throws Exception {
    Failures.request(code, root::open);
    Failures.request(code, root::openReadOnly);
    Held.byNobody(temp);
  }

  @Test
  void isKept() throws Exception {
    root.close(root.open());
    String first = Files.readString(record);
    root.close(root.open());
    assertThat(Files.readString(record))
        .isEqualTo(first)
        .matches("\\{\"format\":1,\"id\":\"[0-9a-f-]{36}\"}\n");
  }

  @Test
  void isMadeWhereAnOpenerDiedBeforeIt() throws Exception {
    Disk.directory(meta);
    root.open();
    assertThat(record).exists();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        "garbage",
        "[]",
        "null",
        "{}",
        "{\"format\":1}",
        "{\"id\":\"" + ID + "\"}",
        "{\"format\":2,\"id\":\"" + ID + "\"}",
        "{\"format\":0,\"id\":\"" + ID + "\"}",
        "{\"format\":1.0,\"id\":\"" + ID + "\"}",
        "{\"format\":\"1\",\"id\":\"" + ID + "\"}",
        "{\"format\":4294967297,\"id\":\"" + ID + "\"}",
        "{\"format\":1,\"id\":7}",
        "{\"format\":1,\"id\":null}",
        "{\"format\":1,\"id\":\"no uuid\"}",
        "{\"format\":1,\"id\":\"" + ID + "\",\"extra\":true}",
        "{\"format\":1,\"format\":1,\"id\":\"" + ID + "\"}",
        "{\"format\":1,\"id\":\"" + ID + "\",\"id\":\"" + ID + "\"}",
        "{\"format\":1,\"id\":\"" + ID + "\"}{}",
        "{\"format\":1,\"id\":\"" + ID + "\"} trailing",
        "{\"format\":1,\"id\":\"" + ID + "\"",
      })
  void isRefusedIfNotUnderstood(String content) throws Exception {
    Disk.directory(meta);
    Disk.file(record, content);
    refused(ErrorCode.UNSUPPORTED_FORMAT);
    assertThat(record).hasContent(content);
  }

  @Test
  void mayBeWrittenWithSpaces() throws Exception {
    Disk.directory(meta);
    Disk.file(record, " { \"id\" : \"" + ID + "\" , \"format\" : 1 } \n\n");
    root.open();
  }

  @Test
  void isRefusedIfTooBig() throws Exception {
    Disk.directory(meta);
    Disk.file(record, "{\"format\":1,\"id\":\"" + ID + "\"}" + " ".repeat(4096));
    refused(ErrorCode.UNSUPPORTED_FORMAT);
  }

  @Test
  void isRefusedWithAnotherMode() throws Exception {
    root.close(root.open());
    Disk.chmod(record, 0644);
    refused(ErrorCode.MODE_MISMATCH);
  }

  @Test
  void isRefusedAsALink() throws Exception {
    Disk.directory(meta);
    Path elsewhere = Disk.file(temp.resolve("x"), "{\"format\":1,\"id\":\"" + ID + "\"}");
    Files.createSymbolicLink(record, elsewhere);
    refused(ErrorCode.REPARSE_POINT);
  }

  @Test
  void isRefusedAsADirectory() throws Exception {
    Disk.directory(meta);
    Disk.directory(record);
    refused(ErrorCode.NOT_REGULAR_FILE);
  }

  @Test
  void needsADirectoryWithTheRightMode() throws Exception {
    Disk.chmod(Disk.directory(meta), 0755);
    refused(ErrorCode.MODE_MISMATCH);
    assertThat(Disk.mode(meta)).isEqualTo(0755);
  }

  @Test
  void needsADirectoryNotAFile() throws Exception {
    Disk.file(meta, "content");
    refused(ErrorCode.NOT_DIRECTORY);
  }

  @Test
  void needsADirectoryNotALink() throws Exception {
    Path elsewhere = Disk.directory(temp.resolve("elsewhere"));
    Files.createSymbolicLink(meta, elsewhere);
    refused(ErrorCode.REPARSE_POINT);
    assertThat(Disk.tree(elsewhere)).isEmpty();
  }

  @Test
  void needsADirectoryNotADanglingLink() throws Exception {
    Files.createSymbolicLink(meta, temp.resolve("elsewhere"));
    refused(ErrorCode.REPARSE_POINT);
    assertThat(temp.resolve("elsewhere")).doesNotExist();
  }
}
