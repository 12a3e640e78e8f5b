package dev.holdfast.internal.sys;

import static dev.holdfast.internal.sys.SysAssertions.assertErrno;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.sys.Sys.Access;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Names are bytes, in every locale of the Java runtime. */
interface ByteNamesContract extends SysFixture {

  static Stream<Name> names() {
    return Stream.of(
        Name.of("x".repeat(255)),
        Name.of("ü".repeat(127) + "x"),
        Name.of("日".repeat(85)),
        Name.of("😀 Größe"),
        Name.of("e\u0301"),
        Name.of("back\\slash"),
        Name.of("new\nline \"quoted\" 'name' *?"),
        Name.of("-rf"),
        Name.of(" "),
        Name.of(new byte[] {(byte) 0xff}),
        Name.of(new byte[] {'a', (byte) 0xc3}),
        Name.of(new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80}),
        Name.of(new byte[] {1, 0x7f, (byte) 0x80}));
  }

  @Tag("locale")
  @ParameterizedTest
  @MethodSource("names")
  default void aNameIsListedAsItWasGiven(Name name) throws SysException {
    file(name, "hello");
    assertThat(entries(dir())).containsOnlyKeys(name);
    assertThat(content(dir(), name)).isEqualTo("hello");
  }

  @Tag("locale")
  @ParameterizedTest
  @MethodSource("names")
  default void everyCallTakesEveryName(Name name) throws SysException {
    Fd other = directory(A);
    Fd below = directory(name);
    assertThat(sys().stat(own(sys().openRoot(pathOf(name), false)))).isEqualTo(sys().stat(below));
    assertThat(sys().stat(pathOf(name))).isEqualTo(sys().stat(below));
    sys().rmdir(dir(), name);
    Fd file = file(B);
    sys().link(file, dir(), name);
    assertThat(sys().stat(dir(), name).sameObject(sys().stat(file))).isTrue();
    sys().renameNoReplace(dir(), name, other, name);
    sys().renameReplace(other, name, dir(), name);
    sys().renameExchange(dir(), name, dir(), A);
    assertThat(sys().stat(dir(), A).sameObject(sys().stat(file))).isTrue();
    sys().renameExchange(dir(), name, dir(), A);
    assertThat(sys().stat(open(name, Access.READ)).sameObject(sys().stat(file))).isTrue();
    sys().unlink(dir(), name);
    assertErrno(Errno.ENOENT, () -> sys().stat(dir(), name));
  }

  @Tag("locale")
  @Test
  default void aWayDownMayHaveNamesOfEveryKind() throws SysException {
    Fd at = dir();
    NamePath way = NamePath.EMPTY;
    for (Name name : names().toList()) {
      sys().mkdir(at, name);
      at = own(sys().openDir(at, NamePath.of(name)));
      way = way.resolve(name);
    }
    Fd opened = own(sys().openDir(dir(), way));
    assertThat(sys().stat(opened).sameObject(sys().stat(at))).isTrue();
  }

  @Tag("locale")
  @Test
  default void namesThatLookAlikeAreDifferentFiles() throws SysException {
    List<Name> names =
        List.of(
            Name.of("\u00e9"),
            Name.of("e\u0301"),
            Name.of(new byte[] {(byte) 0xe9}),
            Name.of("?"),
            Name.of("\ufffd"));
    for (Name name : names) {
      file(name, name.toString());
    }
    assertThat(entries(dir())).containsOnlyKeys(names);
    for (Name name : names) {
      assertThat(content(dir(), name)).isEqualTo(name.toString());
    }
  }
}
