package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.sys.Skip;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the superuser never sees: directories that refuse. */
class OrdinaryUserTest {
  private static final int NOBODY = 65_534;

  @TempDir Path temp;

  private ChildJvm nobody;
  private Path parent;

  @BeforeEach
  void becomeNobody() throws Exception {
    String[] prefix = {"setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--"};
    if (!Disk.run(prefix[0], prefix[1], prefix[2], prefix[3], prefix[4], "true")) {
      Skip.because("cannot become another user here");
    }
    Disk.chmod(temp, 0755);
    Path classes = Files.createDirectory(temp.resolve("classes"));
    Disk.chmod(classes, 0777);
    nobody = ChildJvm.under(prefix).withClassesIn(classes);
    parent = Files.createDirectory(temp.resolve("parent"));
  }

  @Test
  void makesNoRootWhereItMayNotWrite() throws Exception {
    Disk.chmod(parent, 0755);
    assertThat(nobody.run(parent.resolve("root"), "open", "openReadOnly"))
        .containsExactly("open PERMISSION_DENIED", "openReadOnly NOT_FOUND");
    assertThat(nobody.run(parent.resolve("a/b/root"), "open"))
        .containsExactly("open PERMISSION_DENIED");
    assertThat(Disk.tree(parent)).isEmpty();
  }

  @Test
  void doesNotFindWhatItMayNotSee() throws Exception {
    Disk.chmod(parent, 0700);
    assertThat(nobody.run(parent.resolve("root"), "open", "openReadOnly"))
        .containsExactly("open PERMISSION_DENIED", "openReadOnly PERMISSION_DENIED");
  }

  @Test
  void opensNoRootOfAnotherUser() throws Exception {
    Disk.chmod(parent, 0755);
    Path theirs = Disk.directory(parent.resolve("root"));
    assertThat(nobody.run(theirs, "open")).containsExactly("open PERMISSION_DENIED");
    Disk.chmod(theirs, 0755);
    assertThat(nobody.run(theirs, "open")).containsExactly("open OWNER_MISMATCH");
    assertThat(Disk.tree(theirs)).isEmpty();
  }

  @Test
  void worksWhereItMay() throws Exception {
    Disk.chmod(parent, 0777);
    assertThat(
            nobody.run(
                parent.resolve("a/root"),
                "publish=dir/file,1000",
                "replace=dir/file,2000",
                "whole=dir/file",
                "remove=dir/file",
                "staged"))
        .containsExactly("publish ok", "replace ok", "whole true2000", "remove ok", "staged []");
  }

  @Test
  void auditsAndRepairsWhatIsItsOwn() throws Exception {
    Disk.chmod(parent, 0777);
    Path root = parent.resolve("root");
    assertThat(
            nobody.run(
                root,
                "publish=dir/wide,10",
                "publish=dir/closed,10",
                "publish=dir/deep/in,10",
                "audit",
                "shell=chmod 644 '" + root + "/dir/wide'",
                "shell=chmod 0 '" + root + "/dir/closed' '" + root + "/dir/deep'",
                "audit"))
        .containsExactly(
            "publish ok",
            "publish ok",
            "publish ok",
            "audit []",
            "shell true",
            "shell true",
            "audit [dir/closed 0000, dir/closed PERMISSION_DENIED, dir/deep 0000,"
                + " dir/deep PERMISSION_DENIED, dir/wide 0644]");
    Path theirs = Disk.file(root.resolve("dir/theirs"), "root's");
    String before = Planted.state(theirs);
    assertThat(nobody.run(root, "repair"))
        .containsExactly(
            "repair [dir/closed REFUSED PERMISSION_DENIED, dir/closed REFUSED PERMISSION_DENIED,"
                + " dir/deep REFUSED PERMISSION_DENIED, dir/deep REFUSED PERMISSION_DENIED,"
                + " dir/theirs REFUSED OWNER_MISMATCH, dir/wide REPAIRED null]");
    assertThat(Planted.state(theirs)).isEqualTo(before);
    assertThat(Disk.mode(root.resolve("dir/wide"))).isEqualTo(0600);
  }
}
