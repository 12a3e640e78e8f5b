package dev.holdfast.internal.sys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.sys.Sys.Acl;
import dev.holdfast.internal.sys.Sys.AclClearing;
import dev.holdfast.internal.sys.Sys.AclPresence;
import java.io.IOException;
import org.junit.jupiter.api.Test;

interface AclContract extends SysFixture {

  /** Where the file system keeps no ACLs, the port has to say so, and there is no more to see. */
  private void grantOther(Name name, Acl acl) throws SysException, IOException {
    if (!outside().grantOther(name, acl)) {
      assertThat(sys().aclQuery(dir(), acl)).isEqualTo(AclPresence.UNSUPPORTED);
      assertThat(sys().aclClear(dir(), acl)).isEqualTo(AclClearing.UNSUPPORTED);
      Skip.because("no ACLs on " + sys().statfs(dir()));
    }
  }

  @Test
  default void aclQueryFindsNoneOnNewObjects() throws SysException, IOException {
    Fd file = file(A);
    Fd directory = directory(B);
    file(C);
    grantOther(C, Acl.ACCESS);
    assertThat(sys().aclQuery(file, Acl.ACCESS)).isEqualTo(AclPresence.ABSENT);
    assertThat(sys().aclQuery(file, Acl.DEFAULT)).isEqualTo(AclPresence.ABSENT);
    assertThat(sys().aclQuery(directory, Acl.ACCESS)).isEqualTo(AclPresence.ABSENT);
    assertThat(sys().aclQuery(directory, Acl.DEFAULT)).isEqualTo(AclPresence.ABSENT);
  }

  @Test
  default void aclQueryFindsTheOneAskedFor() throws SysException, IOException {
    Fd directory = directory(A);
    grantOther(A, Acl.DEFAULT);
    assertThat(sys().aclQuery(directory, Acl.DEFAULT)).isEqualTo(AclPresence.PRESENT);
    assertThat(sys().aclQuery(directory, Acl.ACCESS)).isEqualTo(AclPresence.ABSENT);
    grantOther(A, Acl.ACCESS);
    assertThat(sys().aclQuery(directory, Acl.ACCESS)).isEqualTo(AclPresence.PRESENT);
  }

  @Test
  default void aclClearOfAnAbsentOneLeavesNone() throws SysException, IOException {
    Fd directory = directory(A);
    file(B);
    grantOther(B, Acl.ACCESS);
    for (Acl acl : Acl.values()) {
      assertThat(sys().aclClear(directory, acl))
          .isIn(AclClearing.CLEARED, AclClearing.ALREADY_ABSENT);
      assertThat(sys().aclQuery(directory, acl)).isEqualTo(AclPresence.ABSENT);
    }
    assertThat(sys().stat(directory).mode()).isEqualTo(0700);
  }

  @Test
  default void aclClearKeepsTheMaskInTheGroupBits() throws SysException, IOException {
    Fd file = file(A);
    grantOther(A, Acl.ACCESS);
    assertThat(sys().stat(file).mode()).isEqualTo(0770);
    assertThat(sys().aclClear(file, Acl.ACCESS)).isEqualTo(AclClearing.CLEARED);
    assertThat(sys().aclQuery(file, Acl.ACCESS)).isEqualTo(AclPresence.ABSENT);
    assertThat(sys().stat(file).mode()).isEqualTo(0770);
  }

  @Test
  default void aclClearRemovesTheOneAskedFor() throws SysException, IOException {
    Fd directory = directory(A);
    grantOther(A, Acl.DEFAULT);
    grantOther(A, Acl.ACCESS);
    assertThat(sys().aclClear(directory, Acl.DEFAULT)).isEqualTo(AclClearing.CLEARED);
    assertThat(sys().aclQuery(directory, Acl.DEFAULT)).isEqualTo(AclPresence.ABSENT);
    assertThat(sys().aclQuery(directory, Acl.ACCESS)).isEqualTo(AclPresence.PRESENT);
  }

  @Test
  default void chmodOfAnObjectWithAnAclSetsTheMask() throws SysException, IOException {
    Fd file = file(A);
    grantOther(A, Acl.ACCESS);
    sys().chmod(file, 0600);
    assertThat(sys().stat(file).mode()).isEqualTo(0600);
    assertThat(sys().aclQuery(file, Acl.ACCESS)).isEqualTo(AclPresence.PRESENT);
  }

  /** Where an ACL is there, the group bits show its mask: empty, so that it grants nothing. */
  @Test
  default void aDefaultAclGrantsNobodyAnythingOnNewFiles() throws SysException, IOException {
    Fd parent = directory(A);
    grantOther(A, Acl.DEFAULT);
    Fd created = own(sys().createFile(parent, B));
    assertThat(sys().stat(created).mode()).isEqualTo(0600);
    assertThat(sys().aclQuery(created, Acl.ACCESS)).isEqualTo(AclPresence.PRESENT);
    Fd tmp = unnamed(parent);
    assertThat(sys().stat(tmp).mode()).isEqualTo(0600);
    sys().link(tmp, parent, C);
    assertThat(sys().stat(parent, C).mode()).isEqualTo(0600);
  }

  @Test
  default void aDefaultAclGrantsNobodyAnythingOnNewDirectories() throws SysException, IOException {
    Fd parent = directory(A);
    grantOther(A, Acl.DEFAULT);
    sys().mkdir(parent, B);
    Fd child = own(sys().openDir(parent, NamePath.of(B)));
    assertThat(sys().stat(child).mode()).isEqualTo(0700);
    assertThat(sys().aclQuery(child, Acl.ACCESS)).isEqualTo(AclPresence.PRESENT);
    assertThat(sys().aclQuery(child, Acl.DEFAULT)).isEqualTo(AclPresence.PRESENT);
  }

  @Test
  default void clearingWhatADefaultAclLeftKeepsTheMode() throws SysException, IOException {
    Fd parent = directory(A);
    grantOther(A, Acl.DEFAULT);
    Fd created = own(sys().createFile(parent, B));
    assertThat(sys().aclClear(created, Acl.ACCESS)).isEqualTo(AclClearing.CLEARED);
    assertThat(sys().stat(created).mode()).isEqualTo(0600);
  }
}
