package dev.holdfast.internal.engine.move;

import dev.holdfast.DetachReceipt;
import dev.holdfast.DetachedFile;
import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.FileIdentity;
import dev.holdfast.MoveReceipt;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.Primitive;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.commit.CommitKey;
import dev.holdfast.internal.engine.commit.CommitLocks;
import dev.holdfast.internal.engine.commit.CommitLocks.Topology;
import dev.holdfast.internal.engine.directory.Identities;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.directory.Target;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.path.ManagedPath;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.engine.staging.Names;
import dev.holdfast.internal.engine.staging.Unlinking;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.SysException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Takes files out of their paths without removing them: a file is moved to {@code
 * .holdfast/detached/<id>}, beside a note that says where it was, and stays there, whatever becomes
 * of this process, until it is attached again or discarded.
 *
 * <p>The note is written and synced under the commit locks, before the file comes; so a note
 * without a file, seen under the file's commit lock, is left over and may be removed.
 */
public final class Detach {
  private static final NamePath PLACE =
      NamePath.of(Name.of(ManagedPath.RESERVED_PREFIX)).resolve(Name.of("detached"));

  private final ManagedRoot root;
  private final Binding binding;
  private final Move move;

  /**
   * The operation on one root.
   *
   * @param root the root
   * @param binding what the root's path has to mean
   * @param move moves the files
   */
  public Detach(ManagedRoot root, Binding binding, Move move) {
    this.root = root;
    this.binding = binding;
    this.move = move;
  }

  /**
   * A detach that has not begun.
   *
   * @param path the path of the file
   * @return the change
   */
  public static Mutation mutation(String path) {
    return new Mutation("detach", path, Primitive.RENAMEAT2_NOREPLACE);
  }

  /**
   * An attach that has not begun.
   *
   * @param path the path of the file
   * @return the change
   */
  public static Mutation attachMutation(String path) {
    return new Mutation("attach", path, Primitive.RENAMEAT2_NOREPLACE);
  }

  /**
   * Detaches.
   *
   * @param mutation the change, as {@link #mutation} makes it
   * @param source the file, durability and fence
   * @param expectation what it has to be
   * @param id a new name for it
   * @return the receipt
   * @throws Problem if it cannot go on
   * @throws SysException if a call failed
   * @throws MutationException if nobody knows where the file is
   */
  public DetachReceipt detach(Mutation mutation, Target source, Expectation expectation, String id)
      throws Problem, SysException {
    NamePath place = PLACE.resolve(Name.of(id));
    WriteOptions options = new WriteOptions(source.options()).setCreateParents(true);
    Target detached = new Target(place.toString(), place, options);
    DetachNote note = new DetachNote(root.sys(), id);
    Stat moved;
    try {
      moved =
          move.carry(
              mutation,
              source.names(),
              detached,
              expectation,
              names -> note.write(names.second().fd(), source.names(), source.durable()));
    } catch (Problem | SysException | RuntimeException | Error e) {
      boolean unknown =
          e instanceof MutationException known && !known.mutation().provenNotCommitted();
      if (!mutation.isCommitted() && !unknown) {
        forgetNote(id);
      }
      throw e;
    }
    return new DetachReceipt(
        new DetachedFile(id, source.path(), Identities.of(moved)),
        mutation.complete(source.options().getDurability()));
  }

  /**
   * Gives a detached file its path back, without replacing.
   *
   * @param mutation the change, as {@link #attachMutation} makes it
   * @param file the file
   * @param destination its path; durability, parents and fence
   * @return the receipt
   * @throws Problem if it cannot go on
   * @throws SysException if a call failed
   * @throws MutationException if nobody knows where the file is
   */
  public MoveReceipt attach(Mutation mutation, DetachedFile file, Target destination)
      throws Problem, SysException {
    NamePath place = placeOf(file);
    Stat moved =
        move.carry(
            mutation, place, destination, Expectation.identity(file.identity()), names -> {});
    forgetNote(file.id());
    return new MoveReceipt(
        destination.path(),
        place.toString(),
        Identities.of(moved),
        mutation.complete(destination.options().getDurability()));
  }

  private static Name nameOf(DetachedFile file) throws Problem {
    if (!DetachNote.isId(file.id())) {
      throw new Problem(
          ErrorCode.INVALID_REQUEST,
          "expected the id of a detached file, found '" + file.id() + "'");
    }
    return Name.of(file.id());
  }

  /**
   * The way to a detached file.
   *
   * @param file the file
   * @return the way from the root
   * @throws Problem {@link ErrorCode#INVALID_REQUEST} if it has no such id, {@link
   *     ErrorCode#NOT_FOUND} if it was not detached from the path that it names
   * @throws SysException if a call fails
   */
  public NamePath placeOf(DetachedFile file) throws Problem, SysException {
    NamePath place = PLACE.resolve(nameOf(file));
    binding.check(root.sys());
    if (!wasAt(file)) {
      throw new Problem(
          ErrorCode.NOT_FOUND, "no file with this id was detached from '" + file.path() + "'");
    }
    return place;
  }

  /** Another view knows it by another path, and would give it back to the wrong one. */
  private boolean wasAt(DetachedFile file) throws SysException {
    try (Fd dir = root.sys().openDir(root.root().dir(), PLACE)) {
      Optional<String> path = pathOf(dir, file.id());
      return path.equals(Optional.of(file.path())) || path.equals(Optional.of(""));
    } catch (SysException e) {
      if (e.errno() == Errno.ENOENT) {
        return false;
      }
      throw e;
    }
  }

  /**
   * Where a file was, as users of this view know it: {@code ""} if the note is lost, empty if it
   * was elsewhere.
   */
  private Optional<String> pathOf(Fd dir, String id) throws SysException {
    String noted = new DetachNote(root.sys(), id).read(dir).orElse("");
    return root.view().textOf(noted);
  }

  /**
   * Removes what is left of a detached file that is gone.
   *
   * @param id its id
   */
  public void forgetNote(String id) {
    try (Fd dir = root.sys().openDir(root.root().dir(), PLACE)) {
      Unlinking.unlinkIfThere(root.sys(), dir, DetachNote.nameFor(id));
    } catch (SysException e) {
      // a sweep removes it
    }
  }

  /**
   * The files that were detached from paths of this view.
   *
   * @return the files, in no particular order
   * @throws Problem if the root's path means something else
   * @throws SysException if a call fails
   */
  public List<DetachedFile> list() throws Problem, SysException {
    binding.check(root.sys());
    List<DetachedFile> files = new ArrayList<>();
    try (Fd dir = root.sys().openDir(root.root().dir(), PLACE)) {
      for (Name name : Names.all(root.sys(), dir)) {
        Optional<Stat> stat =
            DetachNote.isId(name.toString())
                ? Names.lookUp(root.sys(), dir, name)
                : Optional.empty();
        if (stat.isPresent()) {
          FileIdentity identity = Identities.of(stat.get());
          pathOf(dir, name.toString())
              .ifPresent(path -> files.add(new DetachedFile(name.toString(), path, identity)));
        }
      }
    } catch (SysException e) {
      if (e.errno() != Errno.ENOENT) {
        throw e;
      }
    }
    return files;
  }

  /**
   * Removes notes whose file never came, or is gone.
   *
   * @throws Problem if others keep a name busy
   * @throws SysException if a call fails
   */
  public void sweep() throws Problem, SysException {
    try (Fd dir = root.sys().openDir(root.root().dir(), PLACE)) {
      Stat stat = root.sys().stat(dir);
      for (Name name : Names.all(root.sys(), dir)) {
        Optional<String> id = DetachNote.idOf(name);
        if (id.isPresent()) {
          sweep(dir, CommitKey.of(stat, Name.of(id.get())), id.get());
        }
      }
    } catch (SysException e) {
      if (e.errno() != Errno.ENOENT) {
        throw e;
      }
    }
  }

  private void sweep(Fd dir, CommitKey key, String id) throws Problem, SysException {
    CommitLocks.Section section = root.writeSide().locks().enter(List.of(key), Topology.STABLE);
    try {
      if (Names.lookUp(root.sys(), dir, Name.of(id)).isEmpty()) {
        Unlinking.unlinkIfThere(root.sys(), dir, DetachNote.nameFor(id));
      }
    } finally {
      section.close();
    }
  }
}
