package dev.holdfast.internal.engine.append;

import dev.holdfast.AppendOptions;
import dev.holdfast.Durability;
import dev.holdfast.FileIdentity;
import dev.holdfast.Framing;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.directory.Target;
import dev.holdfast.internal.sys.NamePath;
import org.jspecify.annotations.Nullable;

/**
 * What is asked for.
 *
 * @param path the path of the file
 * @param names the same path, parsed
 * @param records what to append
 * @param expected which file it has to be, or null for whatever it is
 * @param options how
 */
record Request(
    String path,
    NamePath names,
    Records records,
    @Nullable FileIdentity expected,
    AppendOptions options) {

  boolean durable() {
    return options.getDurability() == Durability.FULL;
  }

  boolean lines() {
    return options.framingOf(path) == Framing.LINES;
  }

  /** Whether nothing may be cut off. */
  boolean foreign() {
    return options.isForeignAppenders();
  }

  boolean creates() {
    return options.isCreateIfAbsent() && expected == null;
  }

  /** Where the file is made if it is missing; its directory is opened as it says in any case. */
  Target target() {
    WriteOptions write =
        new WriteOptions()
            .setDurability(options.getDurability())
            .setCreateParents(creates() && options.isCreateParents())
            .setFence(options.getFence());
    return new Target(path, names, write);
  }
}
