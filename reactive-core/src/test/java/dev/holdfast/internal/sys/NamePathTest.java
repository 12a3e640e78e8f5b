package dev.holdfast.internal.sys;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NamePathTest {
  private static final Name A = Name.of("a");
  private static final Name B = Name.of("b");
  private static final NamePath A_B = new NamePath(List.of(A, B));

  @Test
  void theEmptyWayHasNoNames() {
    assertThat(NamePath.EMPTY.isEmpty()).isTrue();
    assertThat(A_B.isEmpty()).isFalse();
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(NamePath.EMPTY::leaf);
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(NamePath.EMPTY::parent);
  }

  @Test
  void leafAndParentTakeTheWayApart() {
    assertThat(A_B.leaf()).isEqualTo(B);
    assertThat(A_B.parent()).isEqualTo(NamePath.of(A));
    assertThat(NamePath.of(A).parent()).isEqualTo(NamePath.EMPTY);
  }

  @Test
  void resolveGoesOneStepFurther() {
    assertThat(NamePath.EMPTY.resolve(A).resolve(B)).isEqualTo(A_B);
    assertThat(A_B.names()).containsExactly(A, B);
  }

  @Test
  void firstIsTheBeginning() {
    assertThat(A_B.first(0)).isEqualTo(NamePath.EMPTY);
    assertThat(A_B.first(1)).isEqualTo(NamePath.of(A));
    assertThat(A_B.first(2)).isEqualTo(A_B);
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> A_B.first(3));
  }

  @Test
  void namesAreCopied() {
    List<Name> names = new ArrayList<>(List.of(A));
    NamePath way = new NamePath(names);
    names.add(B);
    assertThat(way).isEqualTo(NamePath.of(A));
  }

  @Test
  void terminatedBytesHaveSlashesBetweenAndAZeroAtTheEnd() {
    assertThat(A_B.resolve(Name.of("ü")).terminated()).isEqualTo("a/b/ü\0".getBytes(UTF_8));
    assertThat(NamePath.of(A).terminated()).isEqualTo("a\0".getBytes(UTF_8));
    assertThat(NamePath.EMPTY.terminated()).isEqualTo(new byte[1]);
  }

  @Test
  void terminatedBytesAreACopy() {
    A_B.terminated()[0] = 'x';
    assertThat(A_B.terminated()).isEqualTo("a/b\0".getBytes(UTF_8));
    assertThat(A_B.names()).containsExactly(A, B);
  }

  @Test
  void theTextHasSlashesBetween() {
    assertThat(A_B).hasToString("a/b");
    assertThat(NamePath.EMPTY).hasToString("");
  }
}
