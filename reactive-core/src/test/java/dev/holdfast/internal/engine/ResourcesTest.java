package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.WriteOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disks that are really full or read-only, limits that are really reached. */
class ResourcesTest {
  @TempDir Path temp;

  private Path root() {
    return temp.resolve("root");
  }

  private static void needsMounts() throws Exception {
    Disk.needs("unshare", "-m", "sh", "-c", "mount -t tmpfs none /mnt");
  }

  private ChildJvm onASmallDisk() {
    return ChildJvm.withMounts("mount -t tmpfs -o size=1m,mode=0700 none '" + temp + "'");
  }

  @Test
  void aFullDiskRefusesWhatIsNewAndKeepsWhatIsOld() throws Exception {
    needsMounts();
    assertThat(
            onASmallDisk()
                .run(
                    root(),
                    "publish=old,100000",
                    "fill",
                    "publish=new,50000",
                    "replace=old,60000",
                    "staged",
                    "list",
                    "whole=old"))
        .containsExactly(
            "publish ok",
            "fill ok",
            "publish NO_SPACE NOT_COMMITTED []",
            "replace NO_SPACE NOT_COMMITTED []",
            "staged []",
            "list [old]",
            "whole true100000");
  }

  @Test
  void aFullDiskCanBeEmptied() throws Exception {
    needsMounts();
    assertThat(
            onASmallDisk()
                .run(
                    root(),
                    "publish=old,100000",
                    "publish=other,1",
                    "fill",
                    "remove=old",
                    "staged",
                    "publish=new,50000",
                    "replace=other,30000",
                    "list",
                    "whole=new",
                    "whole=other"))
        .containsExactly(
            "publish ok",
            "publish ok",
            "fill ok",
            "remove ok",
            "staged []",
            "publish ok",
            "replace ok",
            "list [new, other]",
            "whole true50000",
            "whole true30000");
  }

  @Test
  void aFullDiskIsNoPlaceForANewStore() throws Exception {
    needsMounts();
    assertThat(onASmallDisk().run(root(), "fill", "open", "shell=rm " + temp + "/ballast", "open"))
        .containsExactly("fill ok", "open NO_SPACE", "shell true", "open ok");
  }

  @Test
  void aReadOnlyMountIsReadAndNotOpenedForWriting() throws Exception {
    needsMounts();
    try (TestRoot root = TestRoot.at(root())) {
      root.publish("file", Disk.bytes(100), new WriteOptions());
    }
    assertThat(
            ChildJvm.withMounts(
                    "mount --bind '%1$s' '%1$s' && mount -o remount,ro,bind '%1$s'".formatted(temp))
                .run(root(), "open", "openReadOnly", "whole=file", "list"))
        .containsExactly(
            "open READ_ONLY_FILESYSTEM", "openReadOnly ok", "whole true100", "list [file]");
  }

  @Test
  void withoutDescriptorsNothingHappensUntilSomeAreFree() throws Exception {
    Disk.needs("prlimit", "--nofile=200", "true");
    assertThat(
            ChildJvm.under("prlimit", "--nofile=200")
                .run(
                    root(),
                    "warm",
                    "publish=file,100",
                    "whole=file",
                    "exhaust",
                    "publish=new,1",
                    "publish=a/new,1",
                    "replace=file,1",
                    "whole=file",
                    "free",
                    "publish=new,1",
                    "replace=file,200",
                    "remove=new",
                    "whole=file",
                    "staged"))
        .containsExactly(
            "warm ok",
            "publish ok",
            "whole true100",
            "exhaust ok",
            "publish NO_DESCRIPTORS NOT_COMMITTED []",
            "publish NO_DESCRIPTORS NOT_COMMITTED []",
            "replace NO_DESCRIPTORS NOT_COMMITTED []",
            "whole NO_DESCRIPTORS",
            "free ok",
            "publish ok",
            "replace ok",
            "remove ok",
            "whole true200",
            "staged []");
  }

  @Test
  void withoutDescriptorsNoStoreIsOpened() throws Exception {
    Disk.needs("prlimit", "--nofile=200", "true");
    assertThat(
            ChildJvm.under("prlimit", "--nofile=200")
                .run(root(), "warm", "exhaust", "open", "free", "open", "publish=file,1"))
        .containsExactly(
            "warm ok", "exhaust ok", "open NO_DESCRIPTORS", "free ok", "open ok", "publish ok");
  }

  @Test
  void aLimitOfTheFileSizeIsToldAndDoesNotKill() throws Exception {
    Disk.needs("prlimit", "--fsize=1048576", "true");
    assertThat(
            ChildJvm.under("prlimit", "--fsize=1048576")
                .run(
                    root(),
                    "publish=file,1048576",
                    "publish=new,1048577",
                    "replace=file,1500000",
                    "list",
                    "staged",
                    "whole=file",
                    "publish=new,1000"))
        .containsExactly(
            "publish ok",
            "publish FILE_SIZE_LIMIT NOT_COMMITTED []",
            "replace FILE_SIZE_LIMIT NOT_COMMITTED []",
            "list [file]",
            "staged []",
            "whole true1048576",
            "publish ok");
  }
}
