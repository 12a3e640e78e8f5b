package dev.holdfast.internal.sys.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.sys.Errno;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinuxErrnoTest {
  private static final Set<Errno> NAMED = EnumSet.complementOf(EnumSet.of(Errno.OTHER));

  @TempDir Path temp;

  @Test
  void numbersHaveTheNamesThatTheHeadersGiveThem() throws Exception {
    List<String> names = Arrays.stream(Errno.values()).map(Errno::name).toList();
    Map<String, Long> theirs = new TreeMap<>(new Headers(temp, "errno.h").values(names));
    assertThat(theirs).hasSameSizeAs(NAMED);
    theirs.forEach(
        (name, number) -> assertThat(LinuxErrno.of(number.intValue())).hasToString(name));
  }

  @Test
  void everyNameHasOneNumber() {
    assertThat(
            IntStream.range(-1, 4096)
                .mapToObj(LinuxErrno::of)
                .filter(errno -> errno != Errno.OTHER))
        .containsExactlyInAnyOrderElementsOf(NAMED);
  }
}
