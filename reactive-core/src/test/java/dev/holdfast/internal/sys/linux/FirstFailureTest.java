package dev.holdfast.internal.sys.linux;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.Native;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first failing call of a Java process: nothing is loaded or translated yet. */
class FirstFailureTest {
  @TempDir Path temp;

  /** Runs in a process of its own. */
  public static void main(String[] arguments) throws SysException {
    Sys sys = new LinuxSys(LinuxEnvironment.ABI, call -> {});
    try (Fd dir = sys.openRoot(LinuxEnvironment.pathOf(Path.of(arguments[0])), false)) {
      sys.createFile(dir, Name.of("taken")).close();
    } catch (SysException e) {
      System.out.println(e.getMessage());
    }
  }

  private static String classPath() throws URISyntaxException {
    List<String> places = new ArrayList<>();
    for (Class<?> type : List.of(FirstFailureTest.class, LinuxSys.class, Native.class)) {
      places.add(
          Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString());
    }
    return String.join(":", places);
  }

  @Test
  void hasTheRightReason() throws Exception {
    Files.createFile(temp.resolve("taken"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-Djna.tmpdir=" + System.getProperty("jna.tmpdir", temp.toString()));
    command.addAll(List.of("-cp", classPath(), FirstFailureTest.class.getName()));
    command.add(temp.toString());
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(Map.of("LC_ALL", "fr_FR.UTF-8", "LANGUAGE", "fr"));
    Process child = builder.start();
    String output = new String(child.getInputStream().readAllBytes(), UTF_8);
    assertThat(child.waitFor()).as(output).isZero();
    assertThat(output.strip()).isEqualTo("openat: EEXIST (exists already)");
  }
}
