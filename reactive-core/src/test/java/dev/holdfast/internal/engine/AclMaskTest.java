package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.sys.Skip;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Attributes alone prove that nobody else has access: the group bits of an object with an ACL are
 * the ACL's mask, and no entry but the owner's grants more than the mask (acl(5)). So an ACL under
 * a file of mode 0600 is without effect, which a second user tries here.
 */
class AclMaskTest {
  private static final String OTHER_USER = "12345"; // the one that Acls grants everything

  @TempDir Path temporary;

  @Test
  void anAclUnderMode0600GrantsNothing() throws Exception {
    if (!Disk.run("setpriv", "--reuid=" + OTHER_USER, "--clear-groups", "true")) {
      Skip.because("not root, or no setpriv: cannot act as another user");
    }
    Path directory = Files.createDirectory(temporary.resolve("open"));
    Disk.chmod(temporary, 0755);
    Disk.chmod(directory, 0755);
    Path file = Files.writeString(directory.resolve("file"), "secret");
    Acls.grantOther(file);
    assertThat(readableByOther(file)).as("the ACL works").isTrue();

    Disk.chmod(file, 0600);

    assertThat(readableByOther(file)).isFalse();
    assertThat(Acls.fileHasNone(file)).as("although the ACL is still there").isFalse();
  }

  private static boolean readableByOther(Path file) throws Exception {
    return Disk.run("setpriv", "--reuid=" + OTHER_USER, "--clear-groups", "cat", file.toString());
  }
}
