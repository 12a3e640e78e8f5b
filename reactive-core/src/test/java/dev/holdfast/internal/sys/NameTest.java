package dev.holdfast.internal.sys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("locale")
class NameTest {

  static Stream<Arguments> refused() {
    return Stream.of(
        Arguments.of("", "is empty"),
        Arguments.of("a/b", "has a slash"),
        Arguments.of("/", "has a slash"),
        Arguments.of("a\0", "has a zero byte"),
        Arguments.of(".", "is \".\" or \"..\""),
        Arguments.of("..", "is \".\" or \"..\""),
        Arguments.of("x".repeat(256), "has 256 bytes, more than 255"),
        Arguments.of("ü".repeat(128), "has 256 bytes, more than 255"),
        Arguments.of("a\ud800", "has characters that UTF-8 cannot express"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void whatIsNoNameIsRefusedWithItsRule(String text, String rule) {
    assertThatIllegalArgumentException().isThrownBy(() -> Name.of(text)).withMessage(rule);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "...", ".a", "..a", "a.", " ", "-", "\\", "\n", "ü", "日本", "😀"})
  void aNameKeepsItsText(String text) {
    assertThat(Name.of(text).text()).contains(text);
    assertThat(Name.of(text)).hasToString(text);
  }

  @Test
  void textIsEncodedAsUtf8() {
    assertThat(Name.of("aü€😀").terminated())
        .isEqualTo(
            new byte[] {
              'a',
              (byte) 0xc3,
              (byte) 0xbc,
              (byte) 0xe2,
              (byte) 0x82,
              (byte) 0xac,
              (byte) 0xf0,
              (byte) 0x9f,
              (byte) 0x98,
              (byte) 0x80,
              0
            });
  }

  @Test
  void lengthCountsBytes() {
    assertThat(Name.of("a").length()).isEqualTo(1);
    assertThat(Name.of("ü").length()).isEqualTo(2);
    assertThat(Name.of("x".repeat(255)).length()).isEqualTo(Name.MAX_BYTES);
    assertThat(Name.of("ü".repeat(127) + "x").length()).isEqualTo(Name.MAX_BYTES);
  }

  @Test
  void bytesThatAreNotUtf8AreANameWithoutText() {
    Name name = Name.of(new byte[] {'a', (byte) 0xff, '\n', '~', 0x7f});
    assertThat(name.text()).isEmpty();
    assertThat(name).hasToString("a\\xff\\x0a~\\x7f");
  }

  @Test
  void bytesAreCopied() {
    byte[] bytes = {'a', 'b'};
    Name name = Name.of(bytes);
    bytes[0] = 'x';
    assertThat(name).isEqualTo(Name.of("ab")).hasToString("ab");
  }

  @Test
  void namesAreEqualIfTheirBytesAre() {
    assertThat(Name.of("é"))
        .isEqualTo(Name.of(new byte[] {(byte) 0xc3, (byte) 0xa9}))
        .hasSameHashCodeAs(Name.of("é"))
        .isNotEqualTo(Name.of("e\u0301"))
        .isNotEqualTo("é");
  }

  @Test
  void namesAreOrderedByUnsignedBytes() {
    Name high = Name.of(new byte[] {(byte) 0xff});
    assertThat(Stream.of(high, Name.of("é"), Name.of("b"), Name.of("ab"), Name.of("a")).sorted())
        .containsExactly(Name.of("a"), Name.of("ab"), Name.of("b"), Name.of("é"), high);
    assertThat(Name.of("a")).isEqualByComparingTo(Name.of("a"));
  }
}
