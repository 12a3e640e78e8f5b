package dev.holdfast.internal.engine.append;

import dev.holdfast.AppendOptions;
import dev.holdfast.AppendReceipt;
import dev.holdfast.ErrorCode;
import dev.holdfast.FileIdentity;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.MutationOutcome.Primitive;
import dev.holdfast.PublishReceipt;
import dev.holdfast.internal.engine.directory.CommitSection;
import dev.holdfast.internal.engine.directory.FileChange;
import dev.holdfast.internal.engine.directory.Identities;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.directory.OpenDirectory;
import dev.holdfast.internal.engine.directory.Parents;
import dev.holdfast.internal.engine.directory.PresentFile;
import dev.holdfast.internal.engine.kept.KeptFile;
import dev.holdfast.internal.engine.outcome.Fencing;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.publish.Publish;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.engine.staging.Sha256;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys.Access;
import dev.holdfast.internal.sys.SysException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Appends records to one file, in one write: under the commit lock of its name, to the file that
 * the name means, which is kept open for the next time; synced there, and acknowledged if the name
 * still means it then. The cost does not depend on the size of the file. A file that is missing is
 * published with the records as its content.
 */
public final class Append {
  /** How often a file may vanish and come back, or be replaced, under our eyes. */
  private static final int ATTEMPTS = 4;

  private final ManagedRoot root;
  private final Binding binding;
  private final Parents parents;
  private final Publish publish;

  /**
   * The operation on one root.
   *
   * @param root the root
   * @param binding what the root's path has to mean
   */
  public Append(ManagedRoot root, Binding binding) {
    this.root = root;
    this.binding = binding;
    this.parents = new Parents(root, binding);
    this.publish = new Publish(root, binding);
  }

  /**
   * A change that has not begun.
   *
   * @param path the path of the file
   * @return the change
   */
  public static Mutation mutation(String path) {
    return new Mutation("append", path, Primitive.WRITE_APPEND);
  }

  /**
   * Appends, all or nothing.
   *
   * @param mutation the change, as {@link #mutation} makes it
   * @param path the path of the file
   * @param records what to append, at least one record
   * @param expected which file it has to be, or null for whatever it is
   * @param options how
   * @return a receipt for each record
   * @throws Problem if it cannot go on
   * @throws SysException if a call failed
   * @throws MutationException if nobody knows what was appended
   */
  public List<AppendReceipt> make(
      Mutation mutation,
      String path,
      List<ByteSource> records,
      @Nullable FileIdentity expected,
      AppendOptions options)
      throws Problem, SysException {
    Records framed = Records.of(root, records, options.framingOf(path));
    Request request = new Request(path, root.view().parse(path), framed, expected, options);
    Fencing.check(options.getFence());
    return append(mutation, request);
  }

  private List<AppendReceipt> append(Mutation mutation, Request request)
      throws Problem, SysException {
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      mutation.enter(Phase.PREFLIGHT);
      Optional<List<AppendReceipt>> receipts = appendToPresent(mutation, request);
      if (receipts.isEmpty() && request.creates()) {
        receipts = create(mutation, request);
      }
      if (receipts.isPresent()) {
        return receipts.get();
      }
    }
    throw new Problem(
        ErrorCode.CHANGED_CONCURRENTLY,
        "the file was removed or replaced during each of " + ATTEMPTS + " attempts");
  }

  // ---- a file that is missing ----

  /** Publishes the records as a new file; empty if there is one by now. */
  private Optional<List<AppendReceipt>> create(Mutation mutation, Request request)
      throws Problem, SysException {
    mutation.by(Primitive.LINKAT_NOREPLACE);
    Records records = request.records();
    try (FileChange<PublishReceipt> file =
        publish.begin(mutation, request.target()).filledWith(records.asSource())) {
      PublishReceipt made = file.commit();
      return Optional.of(receipts(request, made.identity(), 0L, true, "", made.outcome()));
    } catch (Problem e) {
      if (e.code() != ErrorCode.DESTINATION_CONFLICT) {
        throw e;
      }
      mutation.by(Primitive.WRITE_APPEND);
      return Optional.empty();
    }
  }

  // ---- a file that is there ----

  /** Empty if nothing is there, or something else from one moment to the next. */
  private Optional<List<AppendReceipt>> appendToPresent(Mutation mutation, Request request)
      throws Problem, SysException {
    @Nullable CommitSection known = enterKnown(request);
    try (CommitSection section = known == null ? enter(mutation, request) : known) {
      OpenDirectory dir = section.parent();
      @Nullable KeptFile file = root.kept().take(request.names());
      Optional<Stat> now;
      try {
        now = PresentFile.at(root, dir, request.names().leaf());
      } catch (Problem | SysException e) {
        if (file != null) {
          file.close();
        }
        throw e;
      }
      if (file != null && (now.isEmpty() || !file.is(now.get()))) {
        file.close();
        file = null;
      }
      if (now.isEmpty()) {
        if (!request.creates()) {
          throw new Problem(ErrorCode.NOT_FOUND, "nothing is there");
        }
        return Optional.empty();
      }
      file = file == null ? open(dir, request, now.get()) : file;
      return file == null
          ? Optional.empty()
          : Optional.of(append(mutation, request, section, file, now.get()));
    }
  }

  /** Enters by what is known from the last time; null if that is not enough. */
  private @Nullable CommitSection enterKnown(Request request) throws Problem, SysException {
    Optional<KeptFile.Way> way = root.kept().way(request.names());
    if (way.isEmpty() || (request.durable() && !way.get().lasting())) {
      return null;
    }
    try {
      return CommitSection.enter(
          root, binding, request.names(), way.get().parent(), request.durable());
    } catch (Problem e) {
      if (e.code() != ErrorCode.CHANGED_CONCURRENTLY) {
        throw e;
      }
      root.kept().forget(request.names()); // its directory is gone, maybe since long ago
      return null;
    }
  }

  private CommitSection enter(Mutation mutation, Request request) throws Problem, SysException {
    try (OpenDirectory parent = parents.open(mutation, request.target())) {
      return CommitSection.enter(root, binding, request.names(), parent, request.durable());
    }
  }

  /** Opens what is at the name; null if it is another object by now. */
  private @Nullable KeptFile open(OpenDirectory dir, Request request, Stat now)
      throws Problem, SysException {
    Fd fd;
    try {
      fd = root.sys().openFile(dir.fd(), request.names().leaf(), Access.APPEND);
    } catch (SysException e) {
      if (e.errno() == Errno.ENOENT || e.errno() == Errno.ELOOP) {
        return null; // the next look tells what is there
      }
      throw e;
    }
    KeptFile file = new KeptFile(fd, now, dir.stat());
    try {
      if (file.is(root.sys().stat(fd))) {
        return file;
      }
    } catch (SysException | RuntimeException | Error e) {
      file.close();
      throw e;
    }
    file.close();
    return null;
  }

  /** Whatever goes wrong, the descriptor is not used again. */
  private List<AppendReceipt> append(
      Mutation mutation, Request request, CommitSection section, KeptFile file, Stat now)
      throws Problem, SysException {
    List<AppendReceipt> receipts;
    try {
      receipts = appendTo(mutation, request, section.parent(), file, now);
    } catch (Problem | SysException | RuntimeException | Error e) {
      file.close();
      throw e;
    }
    root.kept().give(request.names(), file);
    section.conclude(mutation, false);
    return receipts;
  }

  private List<AppendReceipt> appendTo(
      Mutation mutation, Request request, OpenDirectory dir, KeptFile file, Stat now)
      throws Problem, SysException {
    checkExpected(request, file, now);
    if (request.durable() && !file.way().lasting()) {
      root.ways().settle(dir); // somebody else may have put it there, and not synced it yet
    }
    file.at(dir.stat(), request.durable() || file.way().lasting());
    new Rewriting(root).settle(request, dir, now);
    FileEnd.Found end = new FileEnd(root).prepare(mutation, request, file, now);
    Records records = request.records();
    int length = records.length() + (end.open() ? 1 : 0);
    int offset = end.open() ? 0 : 1;
    Writing writing = new Writing(root, mutation, request, file, end.size());
    Fencing.commit(
        request.options().getFence(), () -> writing.write(records.bytes(), offset, length));
    mutation.committed();
    sync(mutation, request, dir, file);
    Stat after = verify(mutation, request, dir, file);
    boolean alone = after.size() == end.size() + length;
    FileIdentity identity = leave(file, after, alone, records.bytes(), offset, length);
    return receipts(
        request,
        identity,
        alone ? end.size() + 1 - offset : null,
        false,
        end.rescued(),
        mutation.complete(request.options().getDurability()));
  }

  private static void checkExpected(Request request, KeptFile file, Stat now) throws Problem {
    FileIdentity expected = request.expected();
    if (expected == null) {
      return;
    }
    FileIdentity found = Identities.of(now);
    if (file.isAsLeft(now) && file.digest().isPresent()) {
      found = found.withSha256(file.digest().get().hexSoFar());
    }
    if (!expected.sameAs(found)) {
      throw new Problem(ErrorCode.IDENTITY_MISMATCH, "expected " + expected + ", found " + found);
    }
  }

  /**
   * The kernel may have dropped what a failed sync did not write; the next append deals with it.
   */
  private void sync(Mutation mutation, Request request, OpenDirectory dir, KeptFile file)
      throws Problem, SysException {
    if (!request.durable()) {
      return;
    }
    mutation.enter(Phase.FILE_SYNC);
    try {
      root.sys().dataSync(file.file());
    } catch (SysException e) {
      root.kept().doubt(request.names(), file.doubt());
      verify(mutation, request, dir, file);
      mutation.enter(Phase.FILE_SYNC);
      throw e;
    }
    file.synced();
    root.kept().trust(request.names());
  }

  /** If the name means something else by now, the records may be in a file that nobody sees. */
  private Stat verify(Mutation mutation, Request request, OpenDirectory dir, KeptFile file) {
    mutation.enter(Phase.VERIFY);
    Stat after;
    try {
      after = root.sys().stat(dir.fd(), request.names().leaf());
    } catch (SysException e) {
      throw mutation.unknown(Problem.of(e));
    }
    if (!file.is(after)) {
      throw mutation.unknown(
          new Problem(
              ErrorCode.IDENTITY_MISMATCH,
              "the file was replaced by somebody without the lock while it was appended to"));
    }
    return after;
  }

  private static FileIdentity leave(
      KeptFile file, Stat after, boolean alone, byte[] bytes, int offset, int length) {
    FileIdentity identity = Identities.of(after);
    if (!alone) {
      file.forgetContent();
      return identity;
    }
    file.leave(after, bytes[offset + length - 1] == '\n');
    Optional<Sha256> digest = file.digest();
    if (digest.isEmpty()) {
      return identity;
    }
    digest.get().update(bytes, offset, length);
    return identity.withSha256(digest.get().hexSoFar());
  }

  private static List<AppendReceipt> receipts(
      Request request,
      FileIdentity identity,
      @Nullable Long start,
      boolean created,
      String rescued,
      MutationOutcome outcome) {
    Records records = request.records();
    List<AppendReceipt> receipts = new ArrayList<>(records.count());
    @Nullable Long offset = start;
    for (int i = 0; i < records.count(); i++) {
      receipts.add(
          new AppendReceipt(
              request.path(),
              identity,
              offset,
              records.length(i),
              created && i == 0,
              rescued.isEmpty() ? null : rescued,
              outcome));
      offset = offset == null ? null : Long.valueOf(offset + records.length(i));
    }
    return receipts;
  }
}
