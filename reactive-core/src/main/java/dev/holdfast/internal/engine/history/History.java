package dev.holdfast.internal.engine.history;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.path.ManagedPath;
import dev.holdfast.internal.engine.security.OwnerOnly;
import dev.holdfast.internal.engine.staging.Names;
import dev.holdfast.internal.engine.staging.NewDirectory;
import dev.holdfast.internal.engine.staging.Shelf;
import dev.holdfast.internal.engine.staging.Unlinking;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.InterruptRetrySys;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The older versions of a root's files, in {@code .holdfast/history}: in 256 directories by the
 * first digits of their keys, so that neither one directory nor a sweep grows with all of them.
 */
public final class History implements Shelf {
  private static final Name META = Name.of(ManagedPath.RESERVED_PREFIX);
  private static final Name HISTORY = Name.of("history");
  private static final NamePath PLACE = NamePath.of(META).resolve(HISTORY);
  private static final int KEY_DIGITS = 2;

  private final Sys sys;
  private final OwnerOnly ownerOnly;
  private final Fd root;
  private final HistoryBounds bounds;

  /** Directories that are known to be there to stay. */
  private final Set<Name> lasting = ConcurrentHashMap.newKeySet();

  /**
   * The versions in a root.
   *
   * @param sys the port
   * @param ownerOnly the rule
   * @param root the root, which stays the caller's
   * @param bounds how much is kept
   */
  public History(Sys sys, OwnerOnly ownerOnly, Fd root, HistoryBounds bounds) {
    this.sys = sys;
    this.ownerOnly = ownerOnly;
    this.root = root;
    this.bounds = bounds;
  }

  /**
   * Whether files that are replaced are kept.
   *
   * @return false if they are dropped
   */
  public boolean keeps() {
    return bounds.keeps();
  }

  /**
   * The key under which the versions of a file are kept.
   *
   * @param path the path of the file
   * @return the key
   */
  public static String keyOf(NamePath path) {
    return VersionName.keyOf(path);
  }

  /**
   * Makes the place for the versions of a file, before anything of it is replaced.
   *
   * @param key the file's key
   * @throws Problem if it is not fit
   * @throws SysException if it cannot be made
   */
  public void prepare(String key) throws Problem, SysException {
    if (!lasting.contains(shardOf(key))) {
      make(key).close();
    }
  }

  @Override
  public void keep(Fd dir, Name name, String key, long size) throws Problem, SysException {
    keep(dir, name, key, size, true);
  }

  /**
   * Moves a file that was replaced to its older versions, and removes what exceeds the bounds then.
   *
   * @param dir where it is
   * @param name its name there
   * @param key whose older version it is
   * @param size how many bytes it has
   * @param durable whether it has to be there after a power cut
   * @throws Problem if there is no place for it
   * @throws SysException if a call fails; the file is still where it was then, unless nobody knows
   */
  public void keep(Fd dir, Name name, String key, long size, boolean durable)
      throws Problem, SysException {
    try (Shard shard = make(key)) {
      List<VersionName> versions = new ArrayList<>(shard.versions(key));
      long latest = versions.isEmpty() ? 0 : versions.get(0).number();
      VersionName version = new VersionName(key, Math.max(latest + 1, sys.wallMillis()), size);
      move(dir, name, shard.dir(), version.asName());
      if (durable) {
        sys.sync(shard.dir());
      }
      versions.add(0, version);
      shard.trim(versions, bounds, sys.wallMillis());
    }
  }

  /** A call that failed is not believed: whether the name is free decides. */
  private void move(Fd from, Name name, Fd shard, Name version) throws SysException {
    for (int repeats = 0; ; repeats++) {
      try {
        sys.renameNoReplace(from, name, shard, version);
        return;
      } catch (SysException e) {
        if (Names.lookUp(sys, from, name).isEmpty()
            && Names.lookUp(sys, shard, version).isPresent()) {
          return;
        }
        if (e.errno() != Errno.EINTR || repeats == InterruptRetrySys.ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /**
   * The versions of a file that are there.
   *
   * @param path the path of the file
   * @return their numbers and sizes, newest first
   * @throws SysException if a call fails
   */
  public List<Version> versions(NamePath path) throws SysException {
    String key = keyOf(path);
    try (Shard shard = open(key)) {
      return shard.versions(key).stream()
          .map(found -> new Version(found.number(), found.size()))
          .toList();
    } catch (SysException e) {
      if (e.errno() == Errno.ENOENT) {
        return List.of();
      }
      throw e;
    }
  }

  /**
   * An older version of a file.
   *
   * @param number its number
   * @param size how many bytes it has
   */
  public record Version(long number, long size) {}

  /**
   * Opens a version to be read.
   *
   * @param path the path of the file
   * @param number the version's number
   * @return the open file, to be closed
   * @throws Problem {@link ErrorCode#NOT_FOUND} if there is no such version
   * @throws SysException if a call fails
   */
  public Fd open(NamePath path, long number) throws Problem, SysException {
    String key = keyOf(path);
    try (Shard shard = open(key)) {
      Optional<VersionName> version =
          shard.versions(key).stream().filter(found -> found.number() == number).findFirst();
      if (version.isPresent()) {
        Fd file = sys.openFile(shard.dir(), version.get().asName(), Sys.Access.READ);
        try {
          ownerOnly.check(sys.stat(file), FileType.REGULAR);
          return file;
        } catch (Problem e) {
          file.close();
          throw e.with("'" + way(shardOf(key)).resolve(version.get().asName()) + "'");
        } catch (SysException | RuntimeException | Error e) {
          file.close();
          throw e;
        }
      }
    } catch (SysException e) {
      if (e.errno() != Errno.ENOENT) {
        throw e;
      }
    }
    throw new Problem(ErrorCode.NOT_FOUND, "there is no version " + number + " (any more)");
  }

  /**
   * Removes all versions of a file.
   *
   * @param path the path of the file
   * @return how many
   * @throws SysException if one cannot be removed
   */
  public int clear(NamePath path) throws SysException {
    String key = keyOf(path);
    try (Shard shard = open(key)) {
      List<VersionName> versions = shard.versions(key);
      for (VersionName version : versions) {
        Unlinking.unlinkIfThere(sys, shard.dir(), version.asName());
      }
      sys.sync(shard.dir());
      return versions.size();
    } catch (SysException e) {
      if (e.errno() == Errno.ENOENT) {
        return 0;
      }
      throw e;
    }
  }

  /**
   * Removes what exceeds the bounds, of files that are not replaced any more: directory by
   * directory, beginning anywhere, until enough versions were looked at.
   *
   * @param first where to begin, any number
   * @param most how many versions are enough
   * @return how many were removed
   * @throws SysException if the versions cannot be looked at
   */
  public int sweep(int first, int most) throws SysException {
    if (!keeps()) {
      return 0;
    }
    List<Name> shards;
    try (Fd history = sys.openDir(root, PLACE)) {
      shards = new ArrayList<>(Names.all(sys, history));
    } catch (SysException e) {
      if (e.errno() == Errno.ENOENT) {
        return 0;
      }
      throw e;
    }
    Collections.rotate(shards, first % Math.max(1, shards.size()));
    int removed = 0;
    int seen = 0;
    for (Name name : shards) {
      if (seen >= most) {
        break;
      }
      try (Shard shard = new Shard(sys, sys.openDir(root, way(name)))) {
        Map<String, List<VersionName>> all = shard.all();
        for (List<VersionName> versions : all.values()) {
          seen += versions.size();
          removed += shard.trim(versions, bounds, sys.wallMillis());
        }
      }
    }
    return removed;
  }

  private Shard open(String key) throws SysException {
    return new Shard(sys, sys.openDir(root, way(shardOf(key))));
  }

  /** Opens the directory, making it if it is missing; its name lasts when this returns. */
  private Shard make(String key) throws Problem, SysException {
    Name name = shardOf(key);
    if (lasting.contains(name)) {
      return open(key);
    }
    try (Fd meta = sys.openDir(root, NamePath.of(META));
        Fd history = own(meta, HISTORY, PLACE)) {
      sys.sync(meta);
      Fd dir = own(history, name, PLACE.resolve(name));
      try {
        sys.sync(history);
        lasting.add(name);
        return new Shard(sys, dir);
      } catch (SysException | RuntimeException | Error e) {
        dir.close();
        throw e;
      }
    }
  }

  private Fd own(Fd parent, Name name, NamePath path) throws Problem, SysException {
    boolean made = NewDirectory.make(sys, parent, name);
    Fd fd = sys.openDir(parent, NamePath.of(name));
    try {
      if (made) {
        ownerOnly.secureFresh(fd, FileType.DIRECTORY);
      } else {
        ownerOnly.verifyOrFinish(fd);
      }
      return fd;
    } catch (Problem e) {
      fd.close();
      throw e.with("'" + path + "'");
    } catch (SysException | RuntimeException | Error e) {
      fd.close();
      throw e;
    }
  }

  private static Name shardOf(String key) {
    return Name.of(key.substring(0, KEY_DIGITS));
  }

  private static NamePath way(Name shard) {
    return PLACE.resolve(shard);
  }
}
