package dev.holdfast.internal.engine.replace;

import dev.holdfast.ErrorCode;
import dev.holdfast.FileIdentity;
import dev.holdfast.FileVersion;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.Primitive;
import dev.holdfast.ReplaceReceipt;
import dev.holdfast.internal.engine.directory.FileChange;
import dev.holdfast.internal.engine.directory.Identities;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.directory.Target;
import dev.holdfast.internal.engine.history.History;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.read.Content;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.engine.staging.Sha256;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.SysException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/** The older versions of files: lists, reads and restores them. */
public final class Versions {
  private static final int CHUNK = 128 * 1024;

  private final ManagedRoot root;
  private final Binding binding;
  private final Replace replace;
  private final History history;

  /**
   * The versions in one root.
   *
   * @param root the root
   * @param binding what the root's path has to mean
   * @param replace puts restored ones at their names
   */
  public Versions(ManagedRoot root, Binding binding, Replace replace) {
    this.root = root;
    this.binding = binding;
    this.replace = replace;
    this.history =
        new History(root.sys(), root.ownerOnly(), root.root().dir(), root.options().history());
  }

  /**
   * A restore that has not begun.
   *
   * @param path the path of the file
   * @return the change
   */
  public static Mutation mutation(String path) {
    return new Mutation("restore", path, Primitive.RENAMEAT_REPLACE);
  }

  /**
   * The versions of a file.
   *
   * @param path the path of the file
   * @return the versions, newest first
   * @throws Problem if the path breaks a rule, or the root's path means something else
   * @throws SysException if a call fails
   */
  public List<FileVersion> list(String path) throws Problem, SysException {
    binding.check(root.sys());
    return history.versions(root.view().parse(path)).stream()
        .map(
            found ->
                new FileVersion(
                    path, found.number(), Instant.ofEpochMilli(found.number()), found.size()))
        .toList();
  }

  /**
   * Reads a version.
   *
   * @param path the path of the file
   * @param version the version's number
   * @return its content
   * @throws Problem {@link ErrorCode#NOT_FOUND}, {@link ErrorCode#TOO_LARGE}
   * @throws SysException if a call fails
   */
  public Content read(String path, long version) throws Problem, SysException {
    binding.check(root.sys());
    try (Fd file = history.open(root.view().parse(path), version)) {
      Stat stat = root.sys().stat(file);
      int limit = root.options().maxFileBytes();
      if (stat.size() > limit) {
        throw new Problem(
            ErrorCode.TOO_LARGE, "expected at most " + limit + " bytes, found " + stat.size());
      }
      byte[] bytes = new byte[(int) stat.size()];
      read(file, 0, bytes, bytes.length);
      Sha256 digest = new Sha256();
      digest.update(bytes, 0, bytes.length);
      FileIdentity identity = Identities.of(stat).withSha256(digest.hex());
      return new Content(identity, bytes);
    }
  }

  /**
   * Replaces a file by a copy of a version, or publishes it if nothing is there.
   *
   * @param mutation the change, as {@link #mutation} makes it
   * @param target the file; durability, parents and fence
   * @param version the version's number
   * @return the receipt
   * @throws Problem {@link ErrorCode#NOT_FOUND} if there is no such version; others
   * @throws SysException if a call failed
   * @throws MutationException if nobody knows whether it was replaced
   */
  public ReplaceReceipt restore(Mutation mutation, Target target, long version)
      throws Problem, SysException {
    binding.check(root.sys());
    try (Fd file = history.open(target.names(), version);
        FileChange<ReplaceReceipt> copy = replace.begin(mutation, target)) {
      byte[] chunk = new byte[CHUNK];
      long size = root.sys().stat(file).size();
      for (long done = 0; done < size; ) {
        int count = (int) Math.min(chunk.length, size - done);
        read(file, done, chunk, count);
        copy.write(ByteSource.of(Arrays.copyOf(chunk, count)));
        done += count;
      }
      return copy.commit();
    }
  }

  /**
   * Removes all versions of a file.
   *
   * @param path the path of the file
   * @return how many
   * @throws Problem if the path breaks a rule, or the root's path means something else
   * @throws SysException if one cannot be removed
   */
  public int clear(String path) throws Problem, SysException {
    binding.check(root.sys());
    return history.clear(root.view().parse(path));
  }

  private void read(Fd file, long position, byte[] target, int length)
      throws Problem, SysException {
    for (int done = 0; done < length; ) {
      int count = root.sys().read(file, position + done, target, done, length - done);
      if (count == 0) {
        throw new Problem(
            ErrorCode.CHANGED_CONCURRENTLY, "the version was cut off by somebody else");
      }
      done += count;
    }
  }
}
