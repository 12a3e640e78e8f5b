package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.AppliedSecurity;
import dev.holdfast.AuditOptions;
import dev.holdfast.ErrorCode;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.OpeningSecurity;
import dev.holdfast.RepairResult.Action;
import dev.holdfast.RequestException;
import dev.holdfast.SecurityEnvelope;
import dev.holdfast.SecurityEnvelope.Clear;
import dev.holdfast.SecurityPolicy;
import dev.holdfast.internal.engine.FaultySys.Fault;
import dev.holdfast.internal.engine.FaultySys.How;
import dev.holdfast.internal.engine.history.HistoryBounds;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Skip;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What opening does about objects that are there and are not owner-only. */
class SecurityPolicyTest extends RootTestCase {
  private static final List<String> OWN =
      List.of("", ".holdfast", ".holdfast/staging", ".holdfast/rescued");

  private StoreHandle open(SecurityPolicy policy) {
    return root.open(policy);
  }

  private RequestException refused(ErrorCode code, SecurityPolicy policy) {
    return Failures.request(code, () -> open(policy));
  }

  /** A store that is closed again, with a file in a directory. */
  private void makeStore() {
    root.publish("dir/deep/file", "text");
    root.close();
  }

  private void assertClean(StoreHandle handle) {
    assertThat(handle.verifyTree(new AuditOptions(), progress -> {}).findings()).isEmpty();
  }

  // ---- verify first ----

  @Test
  void verifyingChangesNothing() throws Exception {
    makeStore();
    Disk.chmod(below(".holdfast/staging"), 0755);
    RequestException failure = refused(ErrorCode.MODE_MISMATCH, SecurityPolicy.VERIFY_FIRST);
    assertThat(failure).hasMessageContainingAll(".holdfast", "0700", "0755", "chmod");
    assertThat(Disk.mode(below(".holdfast/staging"))).isEqualTo(0755);
    Disk.chmod(below(".holdfast/staging"), 0700);
    assertThat(open(SecurityPolicy.VERIFY_FIRST).openingSecurity())
        .isEqualTo(OpeningSecurity.VERIFIED);
  }

  // ---- apply ----

  @ParameterizedTest
  @ValueSource(ints = {0755, 0777, 02770, 01700, 0500})
  void applyingNarrowsTheRootAndTheStoresOwnDirectories(int mode) throws Exception {
    makeStore();
    for (String own : OWN) {
      Files.setAttribute(below(own), "unix:mode", mode);
    }
    StoreHandle handle = open(SecurityPolicy.APPLY);
    for (String own : OWN) {
      assertThat(Disk.mode(below(own))).as(own).isEqualTo(0700);
    }
    OpeningSecurity told = handle.openingSecurity();
    assertThat(told.policy()).isEqualTo(SecurityPolicy.APPLY);
    assertThat(told.applied().stream().map(AppliedSecurity::path)).containsExactlyElementsOf(OWN);
    assertThat(told.applied())
        .allSatisfy(
            applied -> assertThat(applied.evidence().access().clear()).isNotEqualTo(Clear.NOT_RUN));
    assertThat(told.repair().results()).isEmpty();
    assertClean(handle);
  }

  @Test
  void applyingRemovesAcls() throws Exception {
    makeStore();
    Acls.grantOther(root.path());
    Acls.grantOtherByDefault(below(".holdfast"));
    open(SecurityPolicy.APPLY);
    assertThat(Acls.hasNone(root.path())).isTrue();
    assertThat(Acls.hasNone(below(".holdfast"))).isTrue();
  }

  @Test
  void applyingLeavesTheUsersObjectsAlone() throws Exception {
    makeStore();
    Disk.chmod(below("dir/deep"), 0755);
    StoreHandle handle = open(SecurityPolicy.APPLY);
    assertThat(Disk.mode(below("dir/deep"))).isEqualTo(0755);
    RequestException failure =
        Failures.request(ErrorCode.MODE_MISMATCH, () -> handle.read("dir/deep/file"));
    assertThat(failure).hasMessageContainingAll("'dir/deep'", "0755", "0700");
  }

  @Test
  void applyingMakesAStoreOfAWideDirectory() throws Exception {
    Disk.chmod(Files.createDirectory(root.path()), 0755);
    Disk.file(below("mine"), "content");
    refused(ErrorCode.MODE_MISMATCH, SecurityPolicy.VERIFY_FIRST);
    assertThat(open(SecurityPolicy.APPLY).read("mine").bytes()).hasSize(7);
    assertThat(Disk.mode(root.path())).isEqualTo(0700);
  }

  @Test
  void applyingMakesAMissingRoot() throws Exception {
    assertThat(open(SecurityPolicy.APPLY).openingSecurity().applied())
        .extracting(AppliedSecurity::path)
        .containsExactly("");
    assertThat(Disk.mode(root.path())).isEqualTo(0700);
  }

  @ParameterizedTest
  @EnumSource(names = {"APPLY", "REPAIR_ON_OPEN"})
  void aDirectoryThatIsSharedOnPurposeIsLeftAsItIs(SecurityPolicy policy) throws Exception {
    Files.createDirectory(root.path());
    Files.setAttribute(root.path(), "unix:mode", 01777);
    assertThat(refused(ErrorCode.MODE_MISMATCH, policy)).hasMessageContainingAll("1777", "shared");
    assertThat(Disk.mode(root.path())).isEqualTo(01777);
    assertThat(Disk.tree(root.path())).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"APPLY", "REPAIR_ON_OPEN"})
  void anotherOwnersDirectoryIsLeftAsItIs(SecurityPolicy policy) throws Exception {
    if (!Disk.isSuperuser()) {
      Skip.because("only root can give a directory away");
    }
    makeStore();
    for (String own : List.of(".holdfast/rescued", ".holdfast", "")) {
      Path theirs = below(own);
      Disk.chmod(theirs, 0755);
      Files.setAttribute(theirs, "unix:uid", 12_345);
      assertThat(refused(ErrorCode.OWNER_MISMATCH, policy)).hasMessageContaining("12345");
      assertThat(Disk.mode(theirs)).isEqualTo(0755);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"APPLY", "REPAIR_ON_OPEN"})
  void aLinkIsNotFollowed(SecurityPolicy policy) throws Exception {
    Path canary = Disk.chmod(Files.createDirectory(temp.resolve("canary")), 0755);
    makeStore();
    Files.delete(below(".holdfast/rescued"));
    Files.createSymbolicLink(below(".holdfast/rescued"), canary);
    assertThat(refused(ErrorCode.REPARSE_POINT, policy)).hasMessageContaining(".holdfast/rescued");
    Files.move(root.path(), temp.resolve("real"));
    Disk.chmod(temp.resolve("real"), 0755);
    Files.createSymbolicLink(root.path(), temp.resolve("real"));
    refused(ErrorCode.REPARSE_POINT, policy);
    assertThat(Disk.mode(canary)).isEqualTo(0755);
    assertThat(Disk.mode(temp.resolve("real"))).isEqualTo(0755);
  }

  @ParameterizedTest
  @EnumSource(names = {"APPLY", "REPAIR_ON_OPEN"})
  void aMountIsNotEntered(SecurityPolicy policy) throws Exception {
    makeStore();
    if (!Disk.run("mount", "-t", "tmpfs", "-o", "mode=755", "none", "" + below(".holdfast"))) {
      Skip.because("cannot mount here");
    }
    try {
      refused(ErrorCode.MOUNT, policy);
      assertThat(Disk.mode(below(".holdfast"))).isEqualTo(0755);
    } finally {
      assertThat(Disk.run("umount", "" + below(".holdfast"))).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"APPLY", "REPAIR_ON_OPEN"})
  void aDirectoryInAnotherStoreIsLeftAsItIs(SecurityPolicy policy) throws Exception {
    TestRoot outer = rootAt(temp.resolve("outer"));
    outer.open();
    Path inner = Disk.chmod(Files.createDirectory(outer.path().resolve("inner")), 0755);
    Failures.request(ErrorCode.NESTED_ROOT, () -> rootAt(inner).open(policy));
    assertThat(Disk.mode(inner)).isEqualTo(0755);
    Disk.chmod(inner, 0700);
  }

  @ParameterizedTest
  @EnumSource(names = {"APPLY", "REPAIR_ON_OPEN"})
  void nothingIsChangedForAReader(SecurityPolicy policy) throws Exception {
    makeStore();
    Disk.chmod(root.path(), 0755);
    assertThat(Failures.request(ErrorCode.OPTIONS_CONFLICT, () -> root.openReadOnly(policy)))
        .hasMessageContainingAll("readOnly", policy.name().toLowerCase(Locale.ROOT));
    assertThat(Disk.mode(root.path())).isEqualTo(0755);
  }

  // ---- repair on open ----

  /** A foreign writer was here: SC-28. */
  @Test
  void repairingMakesEverythingOwnerOnly() throws Exception {
    makeStore();
    Disk.chmod(below("dir"), 0755);
    Disk.chmod(below("dir/deep"), 0755);
    Disk.chmod(below("dir/deep/file"), 0644);
    for (String own : List.of(".holdfast/store.json", ".holdfast/commit.lock")) {
      Disk.chmod(below(own), 0660);
    }
    refused(ErrorCode.MODE_MISMATCH, SecurityPolicy.VERIFY_FIRST);

    StoreHandle handle = open(SecurityPolicy.REPAIR_ON_OPEN);

    assertClean(handle);
    assertThat(handle.read("dir/deep/file").bytes()).hasSize(4);
    assertThat(handle.openingSecurity().repair().results())
        .allMatch(result -> result.action() == Action.REPAIRED)
        .extracting(result -> result.finding().path())
        .containsExactlyInAnyOrder(
            "dir", "dir/deep", "dir/deep/file", ".holdfast/store.json", ".holdfast/commit.lock");
    assertThat(open(SecurityPolicy.REPAIR_ON_OPEN).openingSecurity().repair().results()).isEmpty();
  }

  @Test
  void repairingIsRefusedAsAWholeIfOneEntryMayNotBeRepaired() throws Exception {
    makeStore();
    Disk.chmod(below("dir"), 0755);
    Files.createLink(below("dir/second"), below("dir/deep/file"));
    RequestException failure = refused(ErrorCode.HARD_LINK, SecurityPolicy.REPAIR_ON_OPEN);
    assertThat(failure).hasMessageContainingAll("'dir/", "one name", "found 2", "find");
    assertThat(Disk.mode(below("dir"))).as("not even what could be repaired").isEqualTo(0755);
    Files.delete(below("dir/second"));
    Files.createSymbolicLink(below("dir/link"), temp);
    assertThat(refused(ErrorCode.REPARSE_POINT, SecurityPolicy.REPAIR_ON_OPEN))
        .hasMessageContainingAll("'dir/link'", "symlink", "move it away");
    Files.delete(below("dir/link"));
    assertClean(open(SecurityPolicy.REPAIR_ON_OPEN));
  }

  /** Where files are published by a second name for a moment, for example. */
  @Test
  void whatMayNotBeRepairedMayBeGoneAtTheNextLook() throws Exception {
    makeStore();
    Disk.chmod(below("dir"), 0755);
    Files.createLink(below("dir/second"), below("dir/deep/file"));
    ActingSys acting = new ActingSys(TestRoot.LINUX);
    acting.before("statPath", 3, () -> Files.delete(below("dir/second")));
    assertClean(rootAt(root.path(), acting).open(SecurityPolicy.REPAIR_ON_OPEN));
  }

  @Test
  void repairingRefusesAnotherOwnersFile() throws Exception {
    if (!Disk.isSuperuser()) {
      Skip.because("only root can give a file away");
    }
    makeStore();
    Files.setAttribute(below("dir/deep/file"), "unix:uid", 12_345);
    assertThat(refused(ErrorCode.OWNER_MISMATCH, SecurityPolicy.REPAIR_ON_OPEN))
        .hasMessageContainingAll("'dir/deep/file'", "uid 0", "uid 12345", "chown 0");
  }

  @Test
  void whatCannotBeRepairedFailsTheOpening() throws Exception {
    makeStore();
    Disk.chmod(below("dir/deep/file"), 0644);
    FaultySys faulty = new FaultySys(TestRoot.LINUX);
    faulty.arm(Fault.of("chmod", 8, Errno.EPERM, How.FOR_GOOD));
    assertThat(
            Failures.request(
                ErrorCode.PERMISSION_DENIED,
                () -> rootAt(root.path(), faulty).open(SecurityPolicy.REPAIR_ON_OPEN)))
        .hasMessageContainingAll("'dir/deep/file'", "0644", "0600");
    assertClean(open(SecurityPolicy.REPAIR_ON_OPEN));
  }

  @Test
  void repairingGoesOnWhenAnObjectIsMovedMeanwhile() throws Exception {
    makeStore();
    Disk.chmod(below("dir/deep/file"), 0644);
    ActingSys acting = new ActingSys(TestRoot.LINUX);
    acting.before("chmod", 9, () -> Disk.chmod(Files.writeString(below("dir/another"), "x"), 0640));
    TestRoot other = rootAt(root.path(), acting);
    assertClean(other.open(SecurityPolicy.REPAIR_ON_OPEN));
    assertThat(other.handle().openingSecurity().repair().results())
        .extracting(result -> result.finding().path())
        .containsExactly("dir/deep/file", "dir/another");
  }

  // ---- several handles ----

  @Test
  void eachHandleGoesByItsOwnPolicy() throws Exception {
    StoreHandle first = open(SecurityPolicy.VERIFY_FIRST);
    root.publish("file", "text");
    Disk.chmod(root.path(), 0755);
    StoreHandle second = open(SecurityPolicy.APPLY);
    assertThat(second.openingSecurity().applied()).isNotEmpty();
    assertThat(first.openingSecurity()).isEqualTo(OpeningSecurity.VERIFIED);
    assertThat(first.read("file").bytes()).as("one root, narrowed again").hasSize(4);
    Held.byOneWriter(root.path());
  }

  // ---- names ----

  @ParameterizedTest
  @ValueSource(
      strings = {".holdfast", ".holdfast/staging", ".holdfast/rescued", ".holdfast/store.json"})
  void theOffendingEntryIsNamed(String own) throws Exception {
    makeStore();
    Path object = below(own);
    Disk.chmod(object, 0755);
    int mode = Files.isDirectory(object) ? 0700 : 0600;
    assertThat(refused(ErrorCode.MODE_MISMATCH, SecurityPolicy.VERIFY_FIRST))
        .hasMessageContaining(
            String.format(
                "'%s: expected mode %04o, found 0755 (chmod %04o sets it)", own + "'", mode, mode));
  }

  @Test
  void whereOlderVersionsAreKeptIsNamedToo() throws Exception {
    root.keeping(new HistoryBounds(3, Long.MAX_VALUE, Long.MAX_VALUE));
    root.publish("file", "one");
    root.replace("file", "two");
    root.close();
    Disk.chmod(below(".holdfast/history"), 0750);
    assertThat(
            Failures.change(
                ErrorCode.MODE_MISMATCH, State.NOT_COMMITTED, () -> root.replace("file", "three")))
        .hasMessageContaining("'.holdfast/history': expected mode 0700, found 0750");
    root.close();
    root.open(SecurityPolicy.APPLY);
    root.replace("file", "three");
  }

  // ---- one object ----

  @Test
  void oneObjectIsAppliedAndVerified() throws Exception {
    StoreHandle handle = root.open();
    root.publish("dir/file", "text");
    Disk.chmod(below("dir"), 0755);
    Disk.chmod(below("dir/file"), 0400);
    for (SecurityEnvelope.Kind kind : SecurityEnvelope.Kind.values()) {
      String path = kind == SecurityEnvelope.Kind.FILE ? "dir/file" : "dir";
      assertThat(handle.verifySecurity(path, kind))
          .isEqualTo(
              new SecurityEnvelope.Failure(
                  kind, SecurityEnvelope.Protocol.VERIFY, ErrorCode.MODE_MISMATCH, null));
      assertThat(handle.applySecurity(path, kind).ok()).isTrue();
      assertThat(handle.verifySecurity(path, kind).ok()).isTrue();
    }
    assertThat(Disk.mode(below("dir"))).isEqualTo(0700);
    assertThat(Disk.mode(below("dir/file"))).isEqualTo(0600);
    assertThat(root.read("dir/file")).isEqualTo("text");
    assertThat(handle.verifySecurity("", SecurityEnvelope.Kind.DIRECTORY).ok()).isTrue();
    Failures.request(
        ErrorCode.READ_ONLY_HANDLE,
        () -> root.openReadOnly().applySecurity("dir", SecurityEnvelope.Kind.DIRECTORY));
  }

  @ParameterizedTest
  @EnumSource(SecurityEnvelope.Protocol.class)
  void whatIsNotTheExpectedObjectIsTold(SecurityEnvelope.Protocol protocol) throws Exception {
    StoreHandle handle = root.open();
    root.publish("dir/file", "text");
    Path target = Disk.chmod(Files.createDirectory(temp.resolve("target")), 0755);
    Disk.chmod(Files.writeString(target.resolve("file"), "x"), 0644);
    Files.createSymbolicLink(below("link"), target);
    Files.createSymbolicLink(below("dir/link"), target.resolve("file"));
    told(handle, protocol, "dir/file", SecurityEnvelope.Kind.DIRECTORY, ErrorCode.NOT_DIRECTORY);
    told(handle, protocol, "dir", SecurityEnvelope.Kind.FILE, ErrorCode.NOT_DIRECTORY);
    told(handle, protocol, "gone", SecurityEnvelope.Kind.FILE, ErrorCode.NOT_FOUND);
    told(handle, protocol, "link", SecurityEnvelope.Kind.DIRECTORY, ErrorCode.REPARSE_POINT);
    told(handle, protocol, "link/file", SecurityEnvelope.Kind.FILE, ErrorCode.REPARSE_POINT);
    told(handle, protocol, "dir/link", SecurityEnvelope.Kind.FILE, ErrorCode.REPARSE_POINT);
    assertThat(Disk.mode(target)).isEqualTo(0755);
    assertThat(Disk.mode(target.resolve("file"))).isEqualTo(0644);
  }

  private static void told(
      StoreHandle handle,
      SecurityEnvelope.Protocol protocol,
      String path,
      SecurityEnvelope.Kind kind,
      ErrorCode code) {
    SecurityEnvelope told =
        protocol == SecurityEnvelope.Protocol.APPLY
            ? handle.applySecurity(path, kind)
            : handle.verifySecurity(path, kind);
    assertThat(told).as(path).isEqualTo(new SecurityEnvelope.Failure(kind, protocol, code, null));
  }

  @Test
  void aFileWithTwoNamesIsNotChanged() throws Exception {
    StoreHandle handle = root.open();
    root.publish("file", "text");
    Files.createLink(temp.resolve("second"), below("file"));
    Disk.chmod(below("file"), 0644);
    Failures.request(
        ErrorCode.HARD_LINK, () -> handle.applySecurity("file", SecurityEnvelope.Kind.FILE));
    assertThat(Disk.mode(below("file"))).isEqualTo(0644);
  }

  @Test
  void anAclThatCannotBeSeenIsTold() throws Exception {
    FaultySys faulty = new FaultySys(TestRoot.LINUX);
    StoreHandle handle = rootAt(root.path(), faulty).open();
    faulty.arm(Fault.of("aclQuery", 1, Errno.EIO, How.WITHOUT_EFFECT));
    assertThat(handle.verifySecurity("", SecurityEnvelope.Kind.DIRECTORY).toJson().encode())
        .isEqualTo(
            "{\"ok\":false,\"code\":\"acl_io_error\",\"operation\":\"query\","
                + "\"attribute\":\"default\"}");
    faulty.arm(Fault.of("aclClear", 0, Errno.EPERM, How.WITHOUT_EFFECT));
    assertThat(handle.applySecurity("", SecurityEnvelope.Kind.DIRECTORY).toJson().encode())
        .isEqualTo(
            "{\"ok\":false,\"code\":\"acl_denied\",\"operation\":\"clear\","
                + "\"attribute\":\"access\"}");
    faulty.arm();
  }
}
