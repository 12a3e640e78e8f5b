package dev.holdfast.internal.sys;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Opens the directory before each test; closes and empties everything after it. */
public abstract class SysTestCase implements SysFixture {
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private Environment environment;
  private Fd dir;

  /** The port and a directory for the next test. */
  protected abstract Environment environment() throws Exception;

  @BeforeEach
  void openDirectory() throws Exception {
    environment = environment();
    dir = sys().openRoot(path(), false);
  }

  @AfterEach
  void closeAndEmpty() throws Exception {
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
    if (dir != null) {
      try (Fd last = dir) {
        empty(last);
      }
    }
  }

  /** Through the port, since the Java runtime cannot express every name in every locale. */
  private void empty(Fd directory) throws SysException {
    for (Name name : List.copyOf(entries(directory).keySet())) {
      if (sys().stat(directory, name).type() != FileType.DIRECTORY) {
        sys().unlink(directory, name);
        continue;
      }
      try (Fd child = sys().openDir(directory, NamePath.of(name))) {
        empty(child);
      }
      sys().rmdir(directory, name);
    }
  }

  @Override
  public Sys sys() {
    return environment.sys();
  }

  @Override
  public Fd dir() {
    return dir;
  }

  @Override
  public AbsolutePath path() {
    return environment.path();
  }

  @Override
  public Outside outside() {
    return environment.outside();
  }

  @Override
  public <T extends AutoCloseable> T own(T resource) {
    opened.push(resource);
    return resource;
  }
}
