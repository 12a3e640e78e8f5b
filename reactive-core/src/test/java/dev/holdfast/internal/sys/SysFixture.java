package dev.holdfast.internal.sys;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.internal.sys.Sys.Access;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The port, a fresh empty directory, and the usual things done with them. */
public interface SysFixture {
  Name A = Name.of("a");
  Name B = Name.of("b");
  Name C = Name.of("c");

  Sys sys();

  Fd dir();

  AbsolutePath path();

  Outside outside();

  /** Closes it after the test. */
  <T extends AutoCloseable> T own(T opened);

  default AbsolutePath pathOf(Name... names) {
    NamePath way = path().names();
    for (Name name : names) {
      way = way.resolve(name);
    }
    return new AbsolutePath(way);
  }

  default Fd file(Name name) throws SysException {
    return own(sys().createFile(dir(), name));
  }

  default Fd file(Name name, String content) throws SysException {
    Fd file = file(name);
    write(file, content);
    return file;
  }

  default Fd open(Name name, Access access) throws SysException {
    return own(sys().openFile(dir(), name, access));
  }

  default Fd directory(Name name) throws SysException {
    sys().mkdir(dir(), name);
    return own(sys().openDir(dir(), NamePath.of(name)));
  }

  /** An open directory that has no name any more. */
  default Fd removedDirectory() throws SysException {
    Name name = Name.of("removed");
    Fd removed = directory(name);
    sys().rmdir(dir(), name);
    return removed;
  }

  default Fd unnamed() throws SysException {
    return unnamed(dir());
  }

  default Fd unnamed(Fd dir) throws SysException {
    try {
      return own(sys().openTmp(dir));
    } catch (SysException e) {
      if (e.errno() == Errno.EOPNOTSUPP || e.errno() == Errno.EISDIR) {
        return Skip.because("no files without a name on " + sys().statfs(dir()) + ": " + e);
      }
      throw e;
    }
  }

  default void write(Fd file, String content) throws SysException {
    write(file, 0, content.getBytes(UTF_8));
  }

  default void write(Fd file, long position, byte[] bytes) throws SysException {
    for (int done = 0; done < bytes.length; ) {
      done += sys().write(file, position + done, bytes, done, bytes.length - done);
    }
  }

  /** Reads up to that many bytes, fewer only at the end. */
  default byte[] read(Fd file, long position, int length) throws SysException {
    byte[] bytes = new byte[length];
    int done = 0;
    while (done < length) {
      int count = sys().read(file, position + done, bytes, done, length - done);
      if (count == 0) {
        break;
      }
      done += count;
    }
    return Arrays.copyOf(bytes, done);
  }

  default String content(Fd file) throws SysException {
    return new String(read(file, 0, 1000), UTF_8);
  }

  default String content(Fd dir, Name name) throws SysException {
    try (Fd file = sys().openFile(dir, name, Access.READ)) {
      return content(file);
    }
  }

  default Map<Name, FileType> entries(Fd dir) throws SysException {
    Map<Name, FileType> found = new HashMap<>();
    try (DirStream stream = sys().list(dir)) {
      for (List<DirStream.Entry> batch = stream.next(); !batch.isEmpty(); batch = stream.next()) {
        for (DirStream.Entry entry : batch) {
          if (found.put(entry.name(), entry.type()) != null) {
            throw new AssertionError("listed twice: " + entry.name());
          }
        }
      }
    }
    return found;
  }
}
