package dev.holdfast.tests.strace;

import dev.holdfast.tests.preload.Tree;
import java.nio.file.Files;
import java.nio.file.Path;

/** Loading of classes, which makes calls of its own: it has to be over before calls fail. */
final class Classes {
  private Classes() {}

  /** Loads everything in the package of a class and below it. */
  static void load(Class<?> member) throws Exception {
    Path classes = Path.of(member.getProtectionDomain().getCodeSource().getLocation().toURI());
    if (!Files.isDirectory(classes)) {
      return; // an archive, which stays open
    }
    Path top = classes.resolve(member.getPackageName().replace('.', '/'));
    for (Path each : Tree.below(top)) {
      String name = classes.relativize(each).toString();
      if (name.endsWith(".class")) {
        String type = name.substring(0, name.length() - ".class".length()).replace('/', '.');
        Class.forName(type, false, member.getClassLoader());
      }
    }
  }
}
