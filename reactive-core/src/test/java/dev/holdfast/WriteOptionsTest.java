package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import org.junit.jupiter.api.Test;

class WriteOptionsTest {

  @Test
  void byDefaultAChangeIsDurableAndMakesDirectories() {
    WriteOptions options = new WriteOptions();

    assertThat(options.getDurability())
        .isEqualTo(Durability.FULL)
        .isEqualTo(WriteOptions.DEFAULT_DURABILITY);
    assertThat(options.isCreateParents()).isTrue().isEqualTo(WriteOptions.DEFAULT_CREATE_PARENTS);
    assertThat(options.getFence()).isNull();
  }

  @Test
  void whatIsSetIsWhatIsThere() {
    WriteOptions options =
        new WriteOptions().setDurability(Durability.OS_BUFFERED).setCreateParents(false);

    assertThat(options.getDurability()).isEqualTo(Durability.OS_BUFFERED);
    assertThat(options.isCreateParents()).isFalse();
  }

  @Test
  void noDurabilityIsRefusedAtOnce() {
    assertThatNullPointerException()
        .isThrownBy(() -> new WriteOptions().setDurability(null))
        .withMessage("durability");
  }

  @Test
  void aCopyIsIndependent() {
    Fence fence = () -> {};
    WriteOptions original =
        new WriteOptions()
            .setDurability(Durability.OS_BUFFERED)
            .setCreateParents(false)
            .setFence(fence);
    WriteOptions copy = new WriteOptions(original);

    original.setDurability(Durability.FULL).setCreateParents(true).setFence(null);

    assertThat(copy.getDurability()).isEqualTo(Durability.OS_BUFFERED);
    assertThat(copy.isCreateParents()).isFalse();
    assertThat(copy.getFence()).isSameAs(fence);
  }
}
