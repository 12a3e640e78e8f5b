package dev.holdfast.tests.sim;

import dev.holdfast.internal.sys.DirStream;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.SysException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;

/** A listing, a batch at a time of what is there at that time. */
final class SimDirStream implements DirStream {
  private static final int BATCH = 64;

  private final SimProcess process;
  private final Fd dir;
  private Name last;

  SimDirStream(SimProcess process, Fd dir) {
    this.process = process;
    this.dir = dir;
  }

  @Override
  public List<Entry> next() throws SysException {
    return process.call(
        new SimCall("next", dir),
        () -> {
          SimFd fd = (SimFd) dir;
          if (fd.closed) {
            throw new IllegalStateException("listing is closed");
          }
          SimInode inode = fd.description.inode();
          NavigableMap<Name, Long> rest =
              last == null ? inode.entries : inode.entries.tailMap(last, false);
          List<Entry> batch = new ArrayList<>();
          for (Map.Entry<Name, Long> entry : rest.entrySet()) {
            FileType type = fd.description.at.fs().inode(entry.getValue()).type;
            batch.add(new Entry(entry.getKey(), type));
            if (batch.size() == BATCH) {
              break;
            }
          }
          if (!batch.isEmpty()) {
            last = batch.get(batch.size() - 1).name();
          }
          return batch;
        });
  }

  @Override
  public void close() {
    dir.close();
  }
}
