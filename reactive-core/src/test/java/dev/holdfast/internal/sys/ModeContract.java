package dev.holdfast.internal.sys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.sys.Sys.Access;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

interface ModeContract extends SysFixture {

  @Test
  default void newObjectsBelongToTheirOwnerAlone() throws SysException {
    assertThat(sys().stat(file(A)).mode()).isEqualTo(0600);
    assertThat(sys().stat(directory(B)).mode()).isEqualTo(0700);
  }

  @Test
  default void newFilesWithoutANameBelongToTheirOwnerAlone() throws SysException {
    assertThat(sys().stat(unnamed()).mode()).isEqualTo(0600);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 0400, 0600, 0644, 0777, 01644, 04711})
  default void chmodSetsAFilesBits(int mode) throws SysException {
    Fd file = file(A);
    sys().chmod(file, mode);
    assertThat(sys().stat(file).mode()).isEqualTo(mode);
    assertThat(sys().stat(file).type()).isEqualTo(FileType.REGULAR);
  }

  @ParameterizedTest
  @ValueSource(ints = {0700, 0755, 01777})
  default void chmodSetsADirectorysBits(int mode) throws SysException {
    Fd directory = directory(A);
    sys().chmod(directory, mode);
    assertThat(sys().stat(dir(), A).mode()).isEqualTo(mode);
  }

  @Test
  default void chmodWorksThroughAReadOnlyDescriptor() throws SysException {
    file(A);
    sys().chmod(open(A, Access.READ), 0640);
    assertThat(sys().stat(dir(), A).mode()).isEqualTo(0640);
  }

  /** A set-group-id directory hands its bit down to directories, not to files (inode(7)). */
  @Test
  default void newDirectoriesInheritTheSetGroupIdBit() throws SysException {
    Fd parent = directory(A);
    sys().chmod(parent, 02700);
    sys().mkdir(parent, B);
    assertThat(sys().stat(parent, B).mode()).isEqualTo(02700);
    assertThat(sys().stat(own(sys().createFile(parent, C))).mode()).isEqualTo(0600);
    assertThat(sys().stat(unnamed(parent)).mode()).isEqualTo(0600);
  }
}
