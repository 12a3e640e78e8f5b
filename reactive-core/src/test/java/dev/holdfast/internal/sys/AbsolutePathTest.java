package dev.holdfast.internal.sys;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;

class AbsolutePathTest {
  private static final AbsolutePath TOP = new AbsolutePath(NamePath.EMPTY);
  private static final AbsolutePath A = new AbsolutePath(NamePath.of(Name.of("a")));
  private static final AbsolutePath A_B =
      new AbsolutePath(new NamePath(List.of(Name.of("a"), Name.of("b"))));

  @Test
  void parentsLeadToTheTop() {
    assertThat(A_B.parent()).isEqualTo(A);
    assertThat(A.parent()).isEqualTo(TOP);
    assertThat(A.isTop()).isFalse();
    assertThat(TOP.isTop()).isTrue();
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(TOP::parent);
  }

  @Test
  void bytesAndTextBeginWithASlash() {
    assertThat(A_B.terminated()).isEqualTo("/a/b\0".getBytes(UTF_8));
    assertThat(TOP.terminated()).isEqualTo("/\0".getBytes(UTF_8));
    assertThat(A_B).hasToString("/a/b");
    assertThat(TOP).hasToString("/");
  }
}
