package dev.holdfast.tests.sim;

import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;

/** A machine with one directory and one process in it, for tests of the machine itself. */
final class SimMachine {
  static final int USER = 1000;
  static final AbsolutePath WORK = new AbsolutePath(new NamePath(List.of(Name.of("work"))));
  static final Name A = Name.of("a");
  static final Name B = Name.of("b");
  static final Name C = Name.of("c");

  final SimKernel kernel;
  final SimProcess process;
  final Sys sys;
  final Fd dir;

  SimMachine() throws SysException {
    this(new SimKernel());
  }

  SimMachine(SimKernel kernel) throws SysException {
    this.kernel = kernel;
    if (kernel.entry(WORK) == null) {
      kernel.makeDirectory(WORK, USER, 0700);
    }
    process = kernel.spawn(USER);
    sys = process.sys();
    dir = sys.openRoot(WORK, false);
  }

  static AbsolutePath at(Name name) {
    return new AbsolutePath(WORK.names().resolve(name));
  }

  Fd file(Name name, String content) throws SysException {
    Fd file = sys.createFile(dir, name);
    write(file, content);
    return file;
  }

  void write(Fd file, String content) throws SysException {
    byte[] bytes = content.getBytes(StandardCharsets.US_ASCII);
    sys.write(file, 0, bytes, 0, bytes.length);
  }

  /** The names in the directory with their contents. */
  static TreeMap<String, String> files(SimKernel kernel) {
    TreeMap<String, String> files = new TreeMap<>();
    for (Name name : kernel.names(WORK)) {
      byte[] content = kernel.entry(at(name)).content();
      files.put(name.toString(), new String(content, StandardCharsets.US_ASCII));
    }
    return files;
  }
}
