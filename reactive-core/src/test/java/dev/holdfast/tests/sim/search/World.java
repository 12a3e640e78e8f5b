package dev.holdfast.tests.sim.search;

import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Sys.Acl;
import dev.holdfast.tests.sim.SimFileSystem;
import dev.holdfast.tests.sim.SimKernel;
import dev.holdfast.tests.sim.SimOutside;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A machine with a store on it, all of it durable, to begin runs from. */
final class World {
  static final int USER = 1000;
  static final String ROOT = "/data/root";
  static final String ELSEWHERE = "/data/elsewhere";

  private final SimKernel template;
  private final Map<String, Integer> initial;
  private final String open;

  private World(SimKernel template, Map<String, Integer> initial, String open) {
    this.template = template;
    this.initial = initial;
    this.open = open;
  }

  /** A machine without a store. */
  static World empty() {
    return new World(bare(), Map.of(), "");
  }

  private static SimKernel bare() {
    SimKernel kernel = new SimKernel();
    kernel.makeDirectory(path("/data"), USER, 0700);
    kernel.makeDirectory(path(ELSEWHERE), USER, 0700);
    new SimOutside(kernel, path(ELSEWHERE), USER, null).symlink(Intruder.LINK, ELSEWHERE);
    kernel.settle();
    return kernel;
  }

  /** A machine with a store that holds some files. */
  static World with(Map<String, Integer> contents) {
    return with(contents, fs -> {});
  }

  /** The same on a file system of another kind. */
  static World with(Map<String, Integer> contents, Consumer<SimFileSystem> settings) {
    SimKernel kernel = bare();
    settings.accept(kernel.fileSystem());
    Client founder =
        new Client("founder", kernel.spawn(USER), UnaryOperator.identity(), new History(Map.of()));
    founder.open();
    contents.forEach((path, content) -> founder.publish(path, Contents.of(content, 600)));
    founder.close();
    kernel.settle();
    return new World(kernel.copy(), Map.copyOf(contents), "");
  }

  /** A machine with a store in which others have access to one of the files. */
  static World open(Map<String, Integer> contents, String path) {
    SimKernel kernel = with(contents).start();
    AbsolutePath at = inRoot(path);
    new SimOutside(kernel, at.parent(), USER, null).grantOther(at.names().leaf(), Acl.ACCESS);
    kernel.settle();
    return new World(kernel.copy(), Map.copyOf(contents), path);
  }

  /** A machine of its own. */
  SimKernel start() {
    return template.copy();
  }

  /** The file that others have access to at first, empty if there is none. */
  String open() {
    return open;
  }

  Map<String, Integer> initial() {
    return initial;
  }

  static AbsolutePath path(String text) {
    List<Name> names = new ArrayList<>();
    for (String part : text.substring(1).split("/")) {
      names.add(Name.of(part));
    }
    return new AbsolutePath(new NamePath(names));
  }

  static AbsolutePath inRoot(String relative) {
    return path(ROOT + "/" + relative);
  }
}
