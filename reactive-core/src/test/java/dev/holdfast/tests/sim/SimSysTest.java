package dev.holdfast.tests.sim;

import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.Environment;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Outside;
import dev.holdfast.internal.sys.SysContract;
import java.util.List;

/** The simulated port keeps the contract of the real one, for an ordinary user. */
class SimSysTest extends SysContract {
  private static final int USER = 1000;

  @Override
  protected Environment environment() {
    SimKernel kernel = new SimKernel();
    AbsolutePath top = new AbsolutePath(NamePath.EMPTY);
    AbsolutePath work = new AbsolutePath(new NamePath(List.of(Name.of("work"))));
    AbsolutePath other = new AbsolutePath(new NamePath(List.of(Name.of("other"))));
    kernel.makeDirectory(work, USER, 0700);
    kernel.makeDirectory(other, USER, 0755);
    kernel.mount(kernel.newFileSystem().type("tmpfs"), other);
    kernel.makeDirectory(new AbsolutePath(other.names().resolve(Name.of("self"))), USER, 0755);
    Outside.Mount mount = new Outside.Mount(top, NamePath.of(Name.of("other")));
    return new Environment(
        kernel.spawn(USER).sys(), work, new SimOutside(kernel, work, USER, mount));
  }
}
