package dev.holdfast.internal.engine.kept;

import dev.holdfast.internal.engine.staging.Sha256;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Stat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file that is open for appending, and what this process knows of it. Used by one operation at a
 * time: the one that took it out of {@link KeptFiles} while it holds the commit lock of the name.
 */
public final class KeptFile implements AutoCloseable {

  /**
   * Where it was when it was used last.
   *
   * @param parent the directory of its name
   * @param lasting whether its name, and every directory on the way, is known to be durable
   */
  public record Way(Stat parent, boolean lasting) {}

  private final Fd file;
  private final Stat self;
  private volatile Way way;
  private volatile long lastUsedNanos;
  private @Nullable Stat left;
  private boolean leftAtLineEnd;
  private @Nullable Sha256 digest;
  private long unsyncedFrom = Long.MAX_VALUE;

  /**
   * A file that was just opened.
   *
   * @param file the descriptor, closed with this
   * @param self which object it is
   * @param parent the directory of its name
   */
  public KeptFile(Fd file, Stat self, Stat parent) {
    this.file = file;
    this.self = self;
    this.way = new Way(parent, false);
  }

  /**
   * The open file.
   *
   * @return its descriptor, not to be closed by the caller
   */
  public Fd file() {
    return file;
  }

  /**
   * Whether something is this file.
   *
   * @param other its attributes
   * @return true if it is the same object
   */
  public boolean is(Stat other) {
    return self.sameObject(other);
  }

  /**
   * Where it was when it was used last.
   *
   * @return the directory, and whether the way to the file is durable
   */
  public Way way() {
    return way;
  }

  /**
   * Notes where it is.
   *
   * @param parent the directory of its name
   * @param lasting whether its name, and every directory on the way, is known to be durable
   */
  public void at(Stat parent, boolean lasting) {
    way = new Way(parent, lasting);
  }

  /**
   * Whether nobody has written to the file since this process did. A change within the same step of
   * the file system's clock that leaves the size as it was cannot be seen.
   *
   * @param now its attributes
   * @return true if they are those that it was left with
   */
  public boolean isAsLeft(Stat now) {
    Stat last = left;
    return last != null
        && last.size() == now.size()
        && last.mtimeNs() == now.mtimeNs()
        && last.ctimeNs() == now.ctimeNs();
  }

  /**
   * Notes how it is left.
   *
   * @param stat its attributes
   * @param atLineEnd whether its last byte is a newline
   */
  public void leave(Stat stat, boolean atLineEnd) {
    left = stat;
    leftAtLineEnd = atLineEnd;
  }

  /**
   * Whether its last byte was a newline when this process left it.
   *
   * @return false if a record without framing is at its end
   */
  public boolean isLeftAtLineEnd() {
    return leftAtLineEnd;
  }

  /** Forgets everything about the content. */
  public void forgetContent() {
    left = null;
    digest = null;
  }

  /**
   * The digest of the whole content.
   *
   * @return the digest so far, or empty if this process has not seen every byte
   */
  public Optional<Sha256> digest() {
    return Optional.ofNullable(digest);
  }

  /**
   * Notes the digest of the whole content.
   *
   * @param whole the digest so far, which this object keeps
   */
  public void digest(Sha256 whole) {
    digest = whole;
  }

  /**
   * Notes that bytes were written.
   *
   * @param from where the first of them is
   */
  public void wrote(long from) {
    unsyncedFrom = Math.min(unsyncedFrom, from);
  }

  /** Notes that everything is durable. */
  public void synced() {
    unsyncedFrom = Long.MAX_VALUE;
  }

  /**
   * What a failed sync puts in doubt.
   *
   * @return the file and where the bytes begin that no sync has proven
   */
  public Doubt doubt() {
    return new Doubt(self, unsyncedFrom);
  }

  long lastUsedNanos() {
    return lastUsedNanos;
  }

  void usedAt(long nanos) {
    lastUsedNanos = nanos;
  }

  @Override
  public void close() {
    file.close();
  }
}
