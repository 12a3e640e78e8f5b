package dev.holdfast.internal.engine.root;

import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.security.OwnerOnly;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.engine.staging.StagedFile;
import dev.holdfast.internal.engine.staging.StagedFiles;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.Sys.Access;
import dev.holdfast.internal.sys.SysException;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;

/** Reads the store's record, or makes it, whole or not at all. */
final class StoreRecord {
  private final Sys sys;
  private final OwnerOnly ownerOnly;

  StoreRecord(Sys sys, OwnerOnly ownerOnly) {
    this.sys = sys;
    this.ownerOnly = ownerOnly;
  }

  Optional<StoreFormat> readIfThere(Fd meta) throws Problem, SysException {
    try (Fd file = sys.openFile(meta, Layout.STORE_JSON, Access.READ)) {
      Stat stat = verify(file);
      if (stat.size() > StoreFormat.MAX_BYTES) {
        throw StoreFormat.unsupported("found " + stat.size() + " bytes, too many for a record");
      }
      byte[] bytes = new byte[(int) stat.size()];
      int length = 0;
      while (length < bytes.length) {
        int count = sys.read(file, length, bytes, length, bytes.length - length);
        if (count == 0) {
          break;
        }
        length += count;
      }
      return Optional.of(StoreFormat.decode(Arrays.copyOf(bytes, length)));
    } catch (SysException e) {
      if (e.errno() == Errno.ENOENT) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private Stat verify(Fd file) throws Problem, SysException {
    try {
      return ownerOnly.verify(file, FileType.REGULAR).stat();
    } catch (Problem e) {
      throw e.with("'" + Layout.META + "/" + Layout.STORE_JSON + "'");
    }
  }

  StoreFormat readOrCreate(Fd meta, StagedFiles files, boolean local) throws Problem, SysException {
    Optional<StoreFormat> found = readIfThere(meta);
    if (found.isPresent()) {
      return found.get();
    }
    StoreFormat fresh = new StoreFormat(UUID.randomUUID());
    try (StagedFile staged = files.wantedIn(meta)) {
      staged.secure(ownerOnly);
      staged.write(ByteSource.of(fresh.encode()));
      staged.sync();
      staged.linkUnlessTaken(meta, Layout.STORE_JSON, local);
    }
    // Somebody else's record counts if it was there first.
    return readIfThere(meta)
        .orElseThrow(() -> StoreFormat.unsupported("it vanished while the store was opened"));
  }
}
