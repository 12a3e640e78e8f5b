package dev.holdfast.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArtifactsTest {
  @TempDir Path temp;

  @Test
  void withoutGitAllSourcesAreArtifacts() throws Exception {
    for (String name : new String[] {"src/A.java", "target/A.class", ".git/config", "README"}) {
      Path file = temp.resolve(name);
      Files.createDirectories(file.getParent());
      Files.createFile(file);
    }
    assertThat(Artifacts.ofRepository(temp, temp.resolve("store")).files)
        .extracting(SourceFile::path)
        .containsExactlyInAnyOrder("artifacts/src/A.java", "artifacts/README");
  }
}
