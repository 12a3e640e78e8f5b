package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.ListEntry;
import dev.holdfast.ListEntry.Kind;
import dev.holdfast.ListOptions;
import dev.holdfast.ListPage;
import dev.holdfast.internal.engine.path.RootPath;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Skip;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Listing by pages, in the order of the names' bytes. */
class ListingTest extends RootTestCase {
  private static final List<String> TRICKY =
      List.of(
          "!",
          "-",
          "0",
          "A",
          "Z",
          "_",
          "a",
          "a b",
          "a-",
          "a.b",
          "a0",
          "aa",
          "z",
          "~",
          "\u00e9",
          "\u20ac",
          "\ue000",
          "\ud83d\ude00");

  @BeforeEach
  void open() {
    root.handle().ensureDirectory("dir");
  }

  @AfterEach
  void nothingStaysOpen() throws Exception {
    Held.byOneWriter(root.path());
  }

  private List<String> names(String directory, ListOptions options) {
    return root.handle().list(directory, options).entries().stream().map(ListEntry::name).toList();
  }

  private List<List<String>> pages(int limit) {
    List<List<String>> pages = new ArrayList<>();
    ListOptions options = new ListOptions().setLimit(limit);
    while (true) {
      ListPage page = root.handle().list("dir", options);
      pages.add(page.entries().stream().map(ListEntry::name).toList());
      if (page.next().isEmpty()) {
        return pages;
      }
      assertThat(options.getAfter()).as("goes on").isNotEqualTo(page.next());
      options.setAfter(page.next().get());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 17, 18, 19, 1000})
  void givesEveryNameOnceInOrder(int limit) {
    for (int i = TRICKY.size() - 1; i >= 0; i--) {
      root.publish("dir/" + TRICKY.get(i), "text");
    }
    List<List<String>> pages = pages(limit);
    assertThat(pages.stream().flatMap(List::stream)).containsExactlyElementsOf(TRICKY);
    assertThat(pages).hasSize((TRICKY.size() + limit - 1) / limit);
    assertThat(pages.subList(0, pages.size() - 1)).allMatch(page -> page.size() == limit);
  }

  @Test
  void givesAnEmptyPageForAnEmptyDirectory() {
    ListPage page = root.list("dir");
    assertThat(page.entries()).isEmpty();
    assertThat(page.next()).isEmpty();
  }

  @Test
  void givesManyNamesInOrder() throws Exception {
    Path dir = below("dir");
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      String name = String.format("%04d-%s", i, "x".repeat(40));
      expected.add(name);
      Files.createFile(dir.resolve(name));
    }
    assertThat(pages(701).stream().flatMap(List::stream)).containsExactlyElementsOf(expected);
  }

  @Test
  void leavesTheReservedNamesOut() throws Exception {
    Disk.file(below(".holdfast-other"), "");
    Disk.file(below(".holdfas"), "");
    Disk.file(below("dir/.holdfast"), "");
    root.publish("a", "text");
    assertThat(names("", new ListOptions())).containsExactly(".holdfas", "a", "dir");
    assertThat(names("dir", new ListOptions())).isEmpty();
  }

  @Test
  void doesNotCountTheReservedNames() {
    root.publish("a", "text");
    ListPage page = root.handle().list("", new ListOptions().setLimit(2));
    assertThat(page.entries()).hasSize(2);
    assertThat(page.next()).isEmpty();
  }

  @Test
  void tellsKindsAndIdentities() throws Exception {
    root.publish("dir/a-file", "text");
    root.handle().ensureDirectory("dir/b-dir");
    Files.createSymbolicLink(below("dir/c-link"), below("dir/a-file"));
    Files.createSymbolicLink(below("dir/d-link"), below("dir/nothing"));
    if (!Disk.run("mkfifo", "-m", "600", below("dir/e-fifo").toString())) {
      Skip.because("no mkfifo");
    }
    List<ListEntry> entries = root.list("dir").entries();
    assertThat(entries.stream().map(ListEntry::kind))
        .containsExactly(Kind.FILE, Kind.DIRECTORY, Kind.OTHER, Kind.OTHER, Kind.OTHER);
    assertThat(entries.get(0).identity()).isEqualTo(root.handle().identify("dir/a-file"));
  }

  @Test
  void leavesOutWhatVanishesMeanwhile() throws Exception {
    ActingSys sys = new ActingSys(TestRoot.LINUX);
    TestRoot unlucky = rootAt(root.path(), sys);
    for (String name : List.of("a", "b", "c")) {
      root.publish("dir/" + name, "text");
    }
    root.close();
    unlucky.open();
    sys.before("statName", 2, () -> Files.delete(below("dir/b")));
    ListPage page = unlucky.handle().list("dir", new ListOptions().setLimit(2));
    assertThat(page.entries().stream().map(ListEntry::name)).containsExactly("a");
    assertThat(page.next()).as("goes on behind what vanished").isEqualTo(Optional.of("b"));
    assertThat(
            unlucky
                .handle()
                .list("dir", new ListOptions().setLimit(2).setAfter("b"))
                .entries()
                .stream()
                .map(ListEntry::name))
        .containsExactly("c");
  }

  @Test
  void goesOnBehindANameThatIsGone() {
    for (String name : List.of("a", "c", "d")) {
      root.publish("dir/" + name, "text");
    }
    assertThat(names("dir", new ListOptions().setAfter("b"))).containsExactly("c", "d");
    assertThat(names("dir", new ListOptions().setAfter("d"))).isEmpty();
    assertThat(names("dir", new ListOptions().setAfter("zz"))).isEmpty();
    assertThat(names("dir", new ListOptions().setAfter("!"))).containsExactly("a", "c", "d");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a/b", ".", "..", "nul\0", "\ud800"})
  void refusesToGoOnBehindWhatIsNoName(String after) {
    Failures.request(
        ErrorCode.INVALID_REQUEST,
        () -> root.handle().list("dir", new ListOptions().setAfter(after)));
  }

  @Test
  void refusesWhatIsNoDirectory() throws Exception {
    root.publish("file", "text");
    Files.createSymbolicLink(below("link"), below("dir"));
    Failures.request(ErrorCode.NOT_FOUND, () -> root.list("absent"));
    Failures.request(ErrorCode.NOT_FOUND, () -> root.list("absent/below"));
    Failures.request(ErrorCode.NOT_DIRECTORY, () -> root.list("file"));
    Failures.request(ErrorCode.REPARSE_POINT, () -> root.list("link"));
    Failures.request(ErrorCode.REPARSE_POINT, () -> root.list("link/below"));
    for (String path : List.of("/", "dir/", "..", ".holdfast")) {
      Failures.request(ErrorCode.INVALID_PATH, () -> root.list(path));
    }
  }

  @Test
  void refusesADirectoryOpenToOthers() throws Exception {
    Disk.chmod(below("dir"), 0755);
    Failures.request(ErrorCode.MODE_MISMATCH, () -> root.list("dir"));
  }

  @Test
  void refusesNamesThatAreNotText() throws Exception {
    Name strange = Name.of(new byte[] {'x', (byte) 0xff});
    try (Fd at = TestRoot.LINUX.openRoot(RootPath.parse(root.path().toString(), "/"), false);
        Fd dir = TestRoot.LINUX.openDir(at, NamePath.of(Name.of("dir")))) {
      TestRoot.LINUX.createFile(dir, strange).close();
      assertThat(Failures.request(ErrorCode.NOT_UTF8, () -> root.list("dir")))
          .hasMessageContaining("x\\xff");
      TestRoot.LINUX.unlink(dir, strange);
    }
    assertThat(root.list("dir").entries()).isEmpty();
  }
}
