package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.Publication;
import dev.holdfast.StoreCapabilities;
import dev.holdfast.StoreException;
import dev.holdfast.internal.sys.Errno;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Machines that lack one primitive or two: everything works in another way, or nothing opens. */
class FallbackTest extends RootTestCase {

  static Stream<Arguments> lacking() {
    List<Set<Primitive>> sets = new ArrayList<>();
    for (Primitive one : Primitive.values()) {
      sets.add(EnumSet.of(one));
      for (Primitive two : Primitive.values()) {
        if (one.compareTo(two) < 0) {
          sets.add(EnumSet.of(one, two));
        }
      }
    }
    sets.add(EnumSet.of(Primitive.UNNAMED_FILES, Primitive.NO_REPLACE, Primitive.EXCHANGE));
    return Stream.of(Errno.ENOSYS, Errno.EPERM, Errno.EINVAL, Errno.EOPNOTSUPP)
        .flatMap(errno -> sets.stream().map(set -> Arguments.of(set, errno)));
  }

  private static boolean has(Set<Primitive> lacking, Primitive primitive) {
    return !lacking.contains(primitive);
  }

  private static boolean linksOpenFiles(Set<Primitive> lacking) {
    return has(lacking, Primitive.LINKS) && has(lacking, Primitive.LINKS_OF_OPEN_FILES);
  }

  private static boolean namesAfterwards(Set<Primitive> lacking) {
    return has(lacking, Primitive.UNNAMED_FILES) && linksOpenFiles(lacking);
  }

  private static boolean publishes(Set<Primitive> lacking) {
    return namesAfterwards(lacking)
        || has(lacking, Primitive.NO_REPLACE)
        || has(lacking, Primitive.LINKS);
  }

  private static Publication publication(Set<Primitive> lacking) {
    if (namesAfterwards(lacking)) {
      return Publication.UNNAMED_FILE;
    }
    return has(lacking, Primitive.NO_REPLACE) ? Publication.RENAME : Publication.LINK;
  }

  @ParameterizedTest
  @MethodSource("lacking")
  void worksInAnotherWayOrDoesNotOpen(Set<Primitive> lacking, Errno answer) throws Exception {
    TestRoot lame = rootAt(root.path(), new LackingSys(TestRoot.LINUX, answer, lacking));
    if (has(lacking, Primitive.LOCKS) && publishes(lacking)) {
      works(lame, lacking);
    } else {
      refuses(lame, has(lacking, Primitive.LOCKS) ? "linkat" : "F_OFD_SETLK");
    }
  }

  private void works(TestRoot lame, Set<Primitive> lacking) throws Exception {
    StoreCapabilities found = lame.open().capabilities();
    assertThat(found.unnamedFiles()).isEqualTo(namesAfterwards(lacking));
    assertThat(found.hardLinks()).isEqualTo(has(lacking, Primitive.LINKS));
    assertThat(found.renameNoReplace()).isEqualTo(has(lacking, Primitive.NO_REPLACE));
    assertThat(found.renameExchange())
        .isEqualTo(has(lacking, Primitive.NO_REPLACE) && has(lacking, Primitive.EXCHANGE));
    assertThat(found.openFileLocks()).isTrue();
    assertThat(found.publication()).isEqualTo(publication(lacking));
    assertThat(EveryOperation.on(lame)).isEqualTo(EveryOperation.expected(found));
    lame.close();
    assertThat(StoreTree.own(root.path())).containsAll(StoreTree.CLOSED);
    assertThat(StoreTree.staged(root.path())).isEmpty();
    Held.byNobody(temp);
    root.publish("later", "by a process that lacks nothing");
    assertThat(root.handle().recovery().engines()).isZero();
  }

  private void refuses(TestRoot lame, String primitive) throws Exception {
    StoreException failure = Failures.request(ErrorCode.UNSUPPORTED_FILESYSTEM, lame::open);
    String type = root.open().capabilities().fileSystem();
    String mount = Files.getFileStore(root.path()).toString().replaceFirst(" \\(.*", "");
    assertThat(failure).hasMessageContaining(primitive).hasMessageContaining(type + " at " + mount);
  }
}
