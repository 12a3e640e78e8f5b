package dev.holdfast.internal.engine.read;

import dev.holdfast.ErrorCode;
import dev.holdfast.ListEntry;
import dev.holdfast.ListOptions;
import dev.holdfast.ListPage;
import dev.holdfast.internal.engine.directory.Identities;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.directory.OpenDirectory;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.path.ManagedPath;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.sys.DirStream;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.SysException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Lists directories by pages. */
public final class Listing {
  private final ManagedRoot root;
  private final Binding binding;

  /**
   * The operation on one root.
   *
   * @param root the root
   * @param binding what the root's path has to mean
   */
  public Listing(ManagedRoot root, Binding binding) {
    this.root = root;
    this.binding = binding;
  }

  /**
   * Lists one page. Directories have no order of their own, so each page looks at every name and
   * keeps the smallest ones behind the last page; memory stays bounded by the page.
   *
   * @param directory the directory, {@code ""} for the root
   * @param options which page
   * @return the page
   * @throws Problem if there is no such directory, or a name in it is not UTF-8
   * @throws SysException if a call fails in a way that has no special meaning
   */
  public ListPage page(String directory, ListOptions options) throws Problem, SysException {
    NamePath names = root.view().parseDirectory(directory);
    Optional<Name> after = after(options);
    try (OpenDirectory dir = root.directories().open(names, binding.check(root.sys()))) {
      NavigableSet<Name> page = smallestNames(dir.fd(), after, options.getLimit());
      boolean more = page.size() > options.getLimit();
      if (more) {
        page.pollLast();
      }
      return new ListPage(describe(dir.fd(), page), more ? page.last().text().orElseThrow() : null);
    }
  }

  private static Optional<Name> after(ListOptions options) throws Problem {
    Optional<String> after = options.getAfter();
    if (after.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Name.of(after.get()));
    } catch (IllegalArgumentException e) {
      throw new Problem(ErrorCode.INVALID_REQUEST, "the name to list after " + e.getMessage());
    }
  }

  /** The smallest names behind a given one, one more than the limit if there are more. */
  private NavigableSet<Name> smallestNames(Fd dir, Optional<Name> after, int limit)
      throws Problem, SysException {
    NavigableSet<Name> smallest = new TreeSet<>();
    try (DirStream stream = root.sys().list(dir)) {
      for (List<DirStream.Entry> batch = stream.next(); !batch.isEmpty(); batch = stream.next()) {
        for (DirStream.Entry entry : batch) {
          Name name = entry.name();
          if (!isListed(name) || (after.isPresent() && name.compareTo(after.get()) <= 0)) {
            continue;
          }
          smallest.add(name);
          if (smallest.size() > limit + 1) {
            smallest.pollLast();
          }
        }
      }
    }
    return smallest;
  }

  private static boolean isListed(Name name) throws Problem {
    String text =
        name.text()
            .orElseThrow(
                () -> new Problem(ErrorCode.NOT_UTF8, "expected UTF-8 names, found " + name));
    return !ManagedPath.isReserved(text);
  }

  private List<ListEntry> describe(Fd dir, Set<Name> names) throws SysException {
    List<ListEntry> entries = new ArrayList<>(names.size());
    for (Name name : names) {
      try {
        Stat stat = root.sys().stat(dir, name);
        entries.add(new ListEntry(name.toString(), kind(stat.type()), Identities.of(stat)));
      } catch (SysException e) {
        if (e.errno() != Errno.ENOENT) {
          throw e;
        }
        // removed since its name was read: as if we had come later
      }
    }
    return entries;
  }

  private static ListEntry.Kind kind(FileType type) {
    return switch (type) {
      case REGULAR -> ListEntry.Kind.FILE;
      case DIRECTORY -> ListEntry.Kind.DIRECTORY;
      default -> ListEntry.Kind.OTHER;
    };
  }
}
