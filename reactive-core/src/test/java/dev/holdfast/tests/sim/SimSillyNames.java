package dev.holdfast.tests.sim;

import dev.holdfast.internal.sys.Name;
import dev.holdfast.tests.sim.EntryEffect.Key;
import java.util.List;

/**
 * What a client of NFS does with a file that it is to remove while it has it open by that name: it
 * gives it another name in the same directory, where everybody sees it, and removes that one at the
 * last close. The server knows nothing of open files, so what another client removes is gone.
 */
final class SimSillyNames {
  private final SimFileSystem fs;
  private long given;

  SimSillyNames(SimFileSystem fs) {
    this.fs = fs;
  }

  /** Whether a client has what is at a name open by that very name. */
  boolean isOpen(SimInode inode, SimInode dir, Name name, int client) {
    Key place = new Key(dir.id, name);
    return inode.openings.stream().anyMatch(open -> open.isAs(place, client));
  }

  /** Whether a name is one of those that wait for a last close. */
  boolean isAside(SimInode inode, SimInode dir, Name name, int client) {
    Key place = new Key(dir.id, name);
    return inode.openings.stream().anyMatch(open -> open.aside && open.isAs(place, client));
  }

  /** Gives what is open another name. */
  void setAside(SimInode inode, SimInode dir, Name name, int client, long now) {
    Name aside;
    do {
      aside = Name.of(String.format(".nfs%016x%08x", inode.number, ++given));
    } while (fs.at(dir, aside) != null);
    fs.apply(new EntryEffect("silly rename").clear(dir, name).set(dir, aside, inode), now);
    moved(inode, new Key(dir.id, name), new Key(dir.id, aside), client);
    for (SimDescription open : inode.openings) {
      open.aside |= open.isAs(new Key(dir.id, aside), client);
    }
  }

  /** A client's open files go along with a rename that it makes itself. */
  void moved(SimInode inode, Key from, Key to, int client) {
    for (SimDescription open : inode.openings) {
      if (open.isAs(from, client)) {
        open.openedAs = to;
      }
    }
  }

  /** Removes the other name with the last description that was opened by it. */
  void closed(SimDescription description) {
    List<SimDescription> others = description.inode().openings;
    if (description.aside
        && others.stream().noneMatch(open -> open.isAs(description.openedAs, description.client))) {
      remove(description.openedAs, description.inode());
    }
  }

  /** Removes it if it is still there. */
  void remove(Key aside, SimInode inode) {
    SimInode dir = fs.inode(aside.dir());
    if (dir != null && fs.at(dir, aside.name()) == fs.inode(inode.id)) {
      EntryEffect effect = new EntryEffect("unlink").clear(dir, aside.name());
      fs.apply(effect, dir.attributes.mtimeNs());
    }
  }
}
