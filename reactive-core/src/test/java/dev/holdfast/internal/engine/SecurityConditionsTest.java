package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.sys.Skip;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Stores of processes that run as the superuser and as ordinary users, in all sorts of places. */
class SecurityConditionsTest {
  private static final int NOBODY = 65_534;
  private static final int OTHER = 12_345;

  /** Whose process it is. */
  private enum User {
    SUPERUSER(0),
    ORDINARY(NOBODY);

    private final int uid;

    User(int uid) {
      this.uid = uid;
    }

    private List<String> prefix() {
      return this == SUPERUSER
          ? List.of()
          : List.of("setpriv", "--reuid=" + uid, "--regid=" + uid, "--clear-groups", "--");
    }
  }

  /** For all of them, since copying takes longer than most. */
  @TempDir static Path classes;

  private static ChildJvm java;

  @TempDir Path temp;
  private final List<String> steps = new ArrayList<>();
  private final List<String> expected = new ArrayList<>();

  @BeforeEach
  void prepare() throws Exception {
    List<String> probe = new ArrayList<>(User.ORDINARY.prefix());
    probe.add("true");
    if (!Disk.isSuperuser() || !Disk.run(probe.toArray(String[]::new))) {
      Skip.because("only root, with setpriv, can run processes of several users");
    }
    Disk.chmod(temp, 0755);
  }

  @BeforeAll
  static void copyClasses() throws Exception {
    java = ChildJvm.under().withClassesIn(Disk.chmod(classes, 0777)).withNativeLibraryIn(classes);
  }

  // ---- steps ----

  private void step(String step, String answer) {
    steps.add(step);
    expected.add(step.replaceFirst("=.*", "") + " " + answer);
  }

  private void ok(String... all) {
    for (String step : all) {
      step(step, "ok");
    }
  }

  private void shell(String command) {
    step("shell=" + command, "true");
  }

  private void run(List<String> prefix) throws Exception {
    assertThat(java.also(prefix).run(temp.resolve("unused"), steps.toArray(String[]::new)))
        .containsExactlyElementsOf(expected);
  }

  /** A directory of a user. */
  private Path of(User user, String name, int mode) throws Exception {
    return give(Files.createDirectory(temp.resolve(name)), user.uid, mode);
  }

  private static Path give(Path object, int uid, int mode) throws Exception {
    Files.setAttribute(object, "unix:uid", uid);
    Files.setAttribute(object, "unix:mode", mode);
    return object;
  }

  // ---- umask, default ACLs, set-group-id directories ----

  @ParameterizedTest
  @CsvSource({
    "SUPERUSER, 0",
    "SUPERUSER, 0177",
    "ORDINARY, 0",
    "ORDINARY, 0177",
    "ORDINARY, 0777",
  })
  void whatIsMadeIsOwnerOnlyWhateverIsHandedDown(User user, String umask) throws Exception {
    Path acl = of(user, "acl", 0755);
    Acls.grantOtherByDefault(acl);
    for (Path parent : List.of(of(user, "plain", 0755), acl, of(user, "setgid", 02775))) {
      ok("root=" + parent.resolve("a/root"));
      ok("publish=dir/deep/file,1000", "replace=dir/deep/file,2000", "append=dir/log,10");
      ok("stream=streamed/file,3000");
      step("batch=batched/new,dir/deep/file,100", "ok, ok");
      step("audit", "[]");
      ok("close", "openWith=APPLY", "close", "openWith=REPAIR_ON_OPEN", "remove=streamed/file");
      step("audit", "[]");
      step("staged", "[]");
    }
    List<String> prefix = new ArrayList<>(user.prefix());
    prefix.addAll(List.of("sh", "-c", "umask " + umask + " && exec \"$@\"", "sh"));
    run(prefix);
    for (String parent : List.of("plain", "acl", "setgid")) {
      assertThat(Disk.mode(temp.resolve(parent + "/a"))).isEqualTo(0700);
      assertThat(Acls.hasNone(temp.resolve(parent + "/a"))).isTrue();
    }
  }

  // ---- places ----

  @ParameterizedTest
  @EnumSource(User.class)
  void everyPlaceHasItsAnswer(User user) throws Exception {
    aRootOfSomebodyElse(user);
    aDirectoryOfSomebodyElse(user);
    below(user);
    links(user);
    aSharedAncestor(user);
    widened(user);
    run(user.prefix());
    assertThat(Disk.mode(temp.resolve("other"))).isEqualTo(0755);
    assertThat(Disk.tree(temp.resolve("other"))).isEmpty();
    assertThat(temp.resolve("mine/theirs/marker")).hasContent("theirs");
    assertThat(Disk.tree(temp.resolve("mine/theirs"))).containsExactly("marker");
    assertThat(Disk.mode(temp.resolve("mine/theirs"))).isEqualTo(0755);
    assertThat(Disk.tree(temp.resolve("target"))).isEmpty();
    assertThat(Disk.mode(temp.resolve("target"))).isEqualTo(0755);
    assertThat(Disk.mode(temp.resolve("shared"))).isEqualTo(01777);
    assertThat(Disk.mode(temp.resolve("shared/app"))).isEqualTo(0700);
  }

  private void aRootOfSomebodyElse(User user) throws Exception {
    Path other = give(Files.createDirectory(temp.resolve("other")), OTHER, 0755);
    ok("root=" + other);
    for (String policy : List.of("VERIFY_FIRST", "APPLY", "REPAIR_ON_OPEN")) {
      step("openWith=" + policy, "OWNER_MISMATCH");
      step("said=expected uid " + user.uid + " as owner, found uid " + OTHER, "true");
    }
    step("openReadOnly", "OWNER_MISMATCH");
    if (user == User.ORDINARY) {
      ok("root=" + other.resolve("a/root"));
      step("open", "PERMISSION_DENIED");
    }
  }

  private void aDirectoryOfSomebodyElse(User user) throws Exception {
    Path mine = of(user, "mine", 0700);
    Path theirs = give(Files.createDirectory(mine.resolve("theirs")), OTHER, 0755);
    give(Files.writeString(theirs.resolve("marker"), "theirs"), OTHER, 0644);
    ok("root=" + mine);
    step("publish=theirs/file,10", "OWNER_MISMATCH NOT_COMMITTED []");
    step("said='theirs'", "true");
    step("publish=theirs/new/file,10", "OWNER_MISMATCH NOT_COMMITTED []");
    step("whole=theirs/marker", "OWNER_MISMATCH");
    step("audit", "[theirs " + OTHER + ", theirs/marker " + OTHER + "]");
    ok("close");
    step("openWith=REPAIR_ON_OPEN", "OWNER_MISMATCH");
    step("said='theirs'", "true");
    ok("openWith=APPLY");
  }

  /** What is above the root is nobody's business. */
  private void below(User user) throws Exception {
    Path above = give(Files.createDirectory(temp.resolve("above")), OTHER, 0777);
    ok("root=" + above.resolve("a/root"), "publish=file,10");
    step("audit", "[]");
    Path real = of(user, "real", 0755);
    Files.createSymbolicLink(temp.resolve("way"), real);
    ok("root=" + temp.resolve("way/root"), "publish=file,10");
    step("audit", "[]");
  }

  private void links(User user) throws Exception {
    Path target = of(user, "target", 0755);
    Files.createSymbolicLink(temp.resolve("link"), target);
    ok("root=" + temp.resolve("link"));
    for (String policy : List.of("VERIFY_FIRST", "APPLY", "REPAIR_ON_OPEN")) {
      step("openWith=" + policy, "REPARSE_POINT");
    }
  }

  private void aSharedAncestor(User user) throws Exception {
    Path shared = give(Files.createDirectory(temp.resolve("shared")), 0, 01777);
    ok("root=" + shared.resolve("app/root"), "publish=file,10");
    ok("remember=" + shared, "close");
    for (String policy : List.of("VERIFY_FIRST", "APPLY", "REPAIR_ON_OPEN")) {
      ok("openWith=" + policy, "publish=" + policy + ",10", "close");
    }
    step("same=" + shared, "true");
    ok("root=" + shared);
    String refused = user == User.SUPERUSER ? "MODE_MISMATCH" : "OWNER_MISMATCH";
    step("openWith=VERIFY_FIRST", refused);
    step("openWith=APPLY", user == User.SUPERUSER ? refused : "MODE_MISMATCH");
    step("same=" + shared, "true");
  }

  /** Behind the store's back, while it is open. */
  private void widened(User user) throws Exception {
    Path root = of(user, "widened", 0755).resolve("root");
    ok("root=" + root, "publish=dir/file,10");

    shell("chmod 755 '" + root + "'");
    step("publish=dir/new,10", "MODE_MISMATCH NOT_COMMITTED []");
    step("said=the root: expected mode 0700, found 0755", "true");
    step("whole=dir/file", "MODE_MISMATCH");
    step("audit", "[ 0755]");
    shell("chmod 700 '" + root + "'");

    shell("chmod 770 '" + root + "/dir'");
    step("publish=dir/new,10", "MODE_MISMATCH NOT_COMMITTED []");
    step("said=the directory 'dir': expected mode 0700, found 0770", "true");
    step("replace=dir/file,5", "MODE_MISMATCH NOT_COMMITTED []");
    step("append=dir/log,5", "MODE_MISMATCH NOT_COMMITTED []");
    step("remove=dir/file", "MODE_MISMATCH NOT_COMMITTED []");
    step("audit", "[dir 0770]");
    shell("chmod 700 '" + root + "/dir'");

    shell("chmod 644 '" + root + "/dir/file'");
    step("whole=dir/file", "MODE_MISMATCH");
    step("said='dir/file': expected mode 0600, found 0644", "true");
    step("compareAndReplace=dir/file,5", "MODE_MISMATCH");
    step("append=dir/file,5", "MODE_MISMATCH NOT_COMMITTED []");
    step("audit", "[dir/file 0644]");
    step("repair", "[dir/file REPAIRED null]");

    shell("chmod 755 '" + root + "/.holdfast' '" + root + "/.holdfast/staging'");
    step("rootAudit", "[.holdfast 0755, .holdfast/staging 0755]");
    ok("replace=dir/file,5", "close");
    step("open", "MODE_MISMATCH");
    step("said='.holdfast': expected mode 0700, found 0755 (chmod 0700", "true");
    ok("openWith=APPLY");
    step("audit", "[]");
  }

  // ---- user namespaces ----

  private static List<String> with(User user, String... more) {
    List<String> prefix = new ArrayList<>(user.prefix());
    prefix.addAll(List.of(more));
    return prefix;
  }

  private static void needs(List<String> prefix) throws Exception {
    List<String> probe = new ArrayList<>(prefix);
    probe.add("true");
    if (!Disk.run(probe.toArray(String[]::new))) {
      Skip.because("no user namespaces: cannot run " + prefix);
    }
  }

  @ParameterizedTest
  @CsvSource({"SUPERUSER, --map-root-user", "ORDINARY, --map-root-user", "ORDINARY, -c"})
  void inAUserNamespaceOursIsOurs(User user, String map) throws Exception {
    List<String> prefix = with(user, "unshare", "-U", map);
    needs(prefix);
    Path other = give(Files.createDirectory(temp.resolve("other")), OTHER, 0755);
    ok("root=" + of(user, "mine", 0755).resolve("a/root"), "publish=dir/file,10");
    step("audit", "[]");
    ok("root=" + other);
    // With -c, he who is shown for everybody else is us; but the kernel knows better.
    boolean told = !map.equals("-c");
    step("openWith=APPLY", told ? "OWNER_MISMATCH" : "PERMISSION_DENIED");
    step("said=does not map", Boolean.toString(told));
    run(prefix);
  }

  @ParameterizedTest
  @EnumSource(User.class)
  void whoIsNotMappedOwnsNothing(User user) throws Exception {
    List<String> prefix = with(user, "unshare", "-U");
    needs(prefix);
    Path mine = of(user, "mine", 0755);
    Path root = give(Files.createDirectory(mine.resolve("root")), user.uid, 0700);
    for (Path each : List.of(root, mine.resolve("new"))) {
      ok("root=" + each);
      for (String policy : List.of("VERIFY_FIRST", "APPLY", "REPAIR_ON_OPEN")) {
        step("openWith=" + policy, "OWNER_MISMATCH");
        step("said=uid 65534, which stands for every user that this user namespace", "true");
      }
    }
    run(prefix);
    assertThat(Disk.tree(root)).isEmpty();
  }
}
