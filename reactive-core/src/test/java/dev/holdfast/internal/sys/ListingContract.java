package dev.holdfast.internal.sys;

import static dev.holdfast.internal.sys.SysAssertions.assertClosed;
import static dev.holdfast.internal.sys.SysAssertions.assertErrno;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

interface ListingContract extends SysFixture {

  @Test
  default void listOfAnEmptyDirectoryHasNoDots() throws SysException {
    try (DirStream stream = sys().list(dir())) {
      assertThat(stream.next()).isEmpty();
      assertThat(stream.next()).isEmpty();
    }
  }

  @Test
  default void listTellsNamesAndTypes() throws SysException, IOException {
    file(Name.of("file"));
    sys().mkdir(dir(), Name.of("directory"));
    outside().symlink(Name.of("symlink"), "missing");
    outside().fifo(Name.of("fifo"));
    outside().socket(Name.of("socket"));
    file(Name.of("..."));
    file(Name.of(".h"));
    Map<Name, FileType> found = entries(dir());
    assertThat(found).hasSize(7);
    assertType(found, "file", FileType.REGULAR);
    assertType(found, "directory", FileType.DIRECTORY);
    assertType(found, "symlink", FileType.SYMLINK);
    assertType(found, "fifo", FileType.FIFO);
    assertType(found, "socket", FileType.SOCKET);
    assertType(found, "...", FileType.REGULAR);
    assertType(found, ".h", FileType.REGULAR);
  }

  private static void assertType(Map<Name, FileType> found, String name, FileType type) {
    assertThat(found.get(Name.of(name))).as(name).isIn(type, FileType.UNKNOWN);
  }

  @Test
  default void listFindsEachOfThreeThousandEntriesOnce() throws SysException {
    List<Name> made = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      Name name = Name.of("a rather long name, so that one batch is not enough for all " + i);
      sys().createFile(dir(), name).close();
      made.add(name);
    }
    assertThat(entries(dir()).keySet()).containsExactlyInAnyOrderElementsOf(made);
  }

  @Test
  default void listsOfOneDirectoryAreIndependent() throws SysException {
    for (int i = 0; i < 100; i++) {
      sys().mkdir(dir(), Name.of("entry" + i));
    }
    DirStream first = own(sys().list(dir()));
    DirStream second = own(sys().list(dir()));
    List<DirStream.Entry> all = new ArrayList<>(first.next());
    assertThat(second.next()).isEqualTo(all).isNotEmpty();
    second.close();
    for (List<DirStream.Entry> more = first.next(); !more.isEmpty(); more = first.next()) {
      all.addAll(more);
    }
    assertThat(all).doesNotHaveDuplicates().hasSize(100);
  }

  @Test
  default void batchesStayAsTheyWereRead() throws SysException {
    file(A);
    Fd other = directory(B);
    try (DirStream stream = sys().list(dir())) {
      List<DirStream.Entry> batch = stream.next();
      List<DirStream.Entry> copy = List.copyOf(batch);
      entries(other);
      content(dir(), A);
      assertThat(batch).isEqualTo(copy);
    }
  }

  @Test
  default void listOutlivesTheDescriptorItCameFrom() throws SysException {
    Fd directory = directory(A);
    sys().mkdir(directory, B);
    try (DirStream stream = sys().list(directory)) {
      directory.close();
      assertThat(stream.next()).extracting(DirStream.Entry::name).containsExactly(B);
    }
  }

  @Test
  default void listEndsWithItsClose() throws SysException {
    DirStream stream = sys().list(dir());
    stream.close();
    stream.close();
    assertClosed(stream::next);
  }

  @Test
  default void listOfAFileAnswersENOTDIR() throws SysException {
    Fd file = file(A);
    assertErrno(Errno.ENOTDIR, () -> sys().list(file));
  }
}
