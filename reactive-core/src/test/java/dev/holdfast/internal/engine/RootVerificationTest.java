package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.RequestException;
import dev.holdfast.internal.sys.Skip;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What may be a root, and what may not; what may not is left as it is. */
class RootVerificationTest extends RootTestCase {

  @AfterEach
  void nothingStaysOpen() throws Exception {
    closeRoots();
    Held.byNobody(temp);
  }

  private RequestException refused(ErrorCode code, Path path) {
    return refused(code, path.toString());
  }

  private RequestException refused(ErrorCode code, String text) {
    RequestException failure = Failures.request(code, () -> root.open(text, false));
    Failures.request(code, () -> root.open(text, true));
    assertThat(failure.path()).hasValue(text);
    return failure;
  }

  @Test
  void acceptsAPrivateDirectory() throws Exception {
    Disk.directory(root.path());
    Disk.file(below("mine"), "content");
    root.open();
    assertThat(root.read("mine")).isEqualTo("content");
  }

  @ParameterizedTest
  @ValueSource(ints = {0755, 0777, 0750, 0701, 02770})
  void refusesAWideModeAndLeavesIt(int mode) throws Exception {
    Files.createDirectory(root.path());
    Files.setAttribute(root.path(), "unix:mode", mode);
    refused(ErrorCode.MODE_MISMATCH, root.path());
    assertThat(Disk.mode(root.path())).isEqualTo(mode);
    assertThat(Disk.tree(root.path())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0755, 0777, 0750, 0701, 0500, 01700, 02700})
  void refusesAnotherModeOfADirectoryInUseAndLeavesIt(int mode) throws Exception {
    Files.createDirectory(root.path());
    Disk.file(below("mine"), "content");
    Files.setAttribute(root.path(), "unix:mode", mode);
    refused(ErrorCode.MODE_MISMATCH, root.path());
    assertThat(Disk.mode(root.path())).isEqualTo(mode);
    Disk.chmod(root.path(), 0700);
    assertThat(Disk.tree(root.path())).containsExactly("mine");
  }

  @ParameterizedTest
  @ValueSource(ints = {0500, 01700, 02700})
  void finishesAPrivateDirectoryThatIsEmpty(int mode) throws Exception {
    Files.createDirectory(root.path());
    Files.setAttribute(root.path(), "unix:mode", mode);
    Failures.request(ErrorCode.MODE_MISMATCH, root::openReadOnly);
    assertThat(Disk.mode(root.path())).isEqualTo(mode);
    root.open();
    assertThat(Disk.mode(root.path())).isEqualTo(0700);
  }

  @Test
  void finishesADirectoryWithADefaultAclThatIsEmpty() throws Exception {
    Disk.directory(root.path());
    Acls.grantOtherByDefault(root.path());
    Failures.request(ErrorCode.ACL_PRESENT, root::openReadOnly);
    assertThat(Acls.hasNone(root.path())).isFalse();
    root.open();
    assertThat(Acls.hasNone(root.path())).isTrue();
  }

  @Test
  void refusesAnAclOfADirectoryInUse() throws Exception {
    Disk.directory(root.path());
    Disk.file(below("mine"), "content");
    Acls.grantOtherByDefault(root.path());
    refused(ErrorCode.ACL_PRESENT, root.path());
    assertThat(Disk.tree(root.path())).containsExactly("mine");
    assertThat(Acls.hasNone(root.path())).isFalse();
  }

  @Test
  void refusesAnAclThatOpensAnEmptyDirectory() throws Exception {
    Disk.directory(root.path());
    Acls.grantOther(root.path());
    refused(ErrorCode.MODE_MISMATCH, root.path());
    assertThat(Disk.tree(root.path())).isEmpty();
    assertThat(Acls.hasNone(root.path())).isFalse();
  }

  @Test
  void refusesAnotherOwner() throws Exception {
    if (!Disk.isSuperuser()) {
      Skip.because("only root can give a directory away");
    }
    Disk.directory(root.path());
    Files.setAttribute(root.path(), "unix:uid", 12_345);
    refused(ErrorCode.OWNER_MISMATCH, root.path());
  }

  @Test
  void refusesALinkAtItsName() throws Exception {
    Path target = Disk.directory(temp.resolve("target"));
    Files.createSymbolicLink(root.path(), target);
    refused(ErrorCode.REPARSE_POINT, root.path());
    refused(ErrorCode.REPARSE_POINT, root.path() + "/");
    refused(ErrorCode.REPARSE_POINT, root.path() + "/.");
    assertThat(Disk.tree(target)).isEmpty();
  }

  @Test
  void refusesADanglingLinkAtItsName() throws Exception {
    Path target = temp.resolve("target");
    Files.createSymbolicLink(root.path(), target);
    refused(ErrorCode.REPARSE_POINT, root.path());
    assertThat(target).doesNotExist();
  }

  @Test
  void refusesADanglingLinkInTheMissingChain() throws Exception {
    Path target = temp.resolve("target");
    Files.createSymbolicLink(temp.resolve("link"), target);
    Failures.request(ErrorCode.REPARSE_POINT, () -> rootAt(temp.resolve("link/below/root")).open());
    assertThat(target).doesNotExist();
    assertThat(Disk.tree(temp)).containsExactly("link");
  }

  @Test
  void refusesALoopOfLinks() throws Exception {
    Files.createSymbolicLink(temp.resolve("one"), temp.resolve("two"));
    Files.createSymbolicLink(temp.resolve("two"), temp.resolve("one"));
    refused(ErrorCode.REPARSE_POINT, temp.resolve("one/root"));
  }

  @Test
  void refusesAFileAtItsName() throws Exception {
    Disk.file(root.path(), "content");
    refused(ErrorCode.NOT_DIRECTORY, root.path());
    assertThat(Files.readString(root.path())).isEqualTo("content");
  }

  @Test
  void refusesAFileOnTheWay() throws Exception {
    Disk.file(temp.resolve("file"), "content");
    refused(ErrorCode.NOT_DIRECTORY, temp.resolve("file/root"));
    refused(ErrorCode.NOT_DIRECTORY, temp.resolve("file/below/root"));
  }

  @Test
  void doesNotMakeARootForReading() {
    Failures.request(ErrorCode.NOT_FOUND, root::openReadOnly);
    assertThat(root.path()).doesNotExist();
  }

  @Test
  void refusesTheTop() {
    for (String top : new String[] {"/", "//", "/.", "/./"}) {
      refused(ErrorCode.INVALID_PATH, top);
    }
  }

  @Test
  void refusesPathsThatCannotBeMeant() {
    String base = temp.toString();
    refused(ErrorCode.INVALID_PATH, "");
    refused(ErrorCode.INVALID_PATH, base + "/a/../b");
    refused(ErrorCode.INVALID_PATH, "..");
    refused(ErrorCode.INVALID_PATH, base + "/gar\ufffdbled");
    refused(ErrorCode.INVALID_PATH, base + "/nul\0byte");
    refused(ErrorCode.INVALID_PATH, base + "/\ud800");
    refused(ErrorCode.INVALID_PATH, base + "/" + "n".repeat(256));
    assertThat(Disk.tree(temp)).isEmpty();
  }

  @Test
  void refusesAPathThatTheKernelDoesNotTake() {
    String tooLong = temp + "/n".repeat(2100);
    refused(ErrorCode.INVALID_PATH, tooLong);
    assertThat(Disk.tree(temp)).isEmpty();
  }

  @Test
  void takesARelativePathFromTheWorkingDirectory() {
    root.open("root", false);
    assertThat(below(".holdfast/store.json")).exists();
  }

  @Test
  void doesNotMindSlashesAndDots() {
    root.open("/" + temp + "//./root///", false);
    assertThat(below(".holdfast/store.json")).exists();
  }

  @Test
  void followsALinkAboveTheRoot() throws Exception {
    Disk.directory(temp.resolve("real"));
    Files.createSymbolicLink(temp.resolve("link"), temp.resolve("real"));
    TestRoot linked = rootAt(temp.resolve("link/root"));
    linked.publish("a", "text");
    assertThat(temp.resolve("real/root/a")).hasContent("text");
  }

  @Test
  void namesTheRootInItsMessage() throws Exception {
    Disk.chmod(Disk.directory(root.path()), 0755);
    assertThat(refused(ErrorCode.MODE_MISMATCH, root.path()))
        .hasMessageContaining(root.path().toString())
        .hasMessageContaining("0755");
  }
}
