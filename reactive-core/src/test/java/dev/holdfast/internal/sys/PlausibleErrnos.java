package dev.holdfast.internal.sys;

import java.util.EnumSet;
import java.util.Set;

/** Which calls of the port can fail how. The forms of stat are {@code stat, statName, statPath}. */
public final class PlausibleErrnos {
  private static final Set<Errno> ALWAYS = EnumSet.of(Errno.EIO, Errno.ENOMEM, Errno.ESTALE);
  private static final Set<Errno> OPEN =
      EnumSet.of(Errno.EACCES, Errno.EPERM, Errno.EMFILE, Errno.ENFILE, Errno.ENOENT, Errno.ELOOP);
  private static final Set<Errno> SPACE = EnumSet.of(Errno.ENOSPC, Errno.EDQUOT, Errno.EROFS);
  private static final Set<String> EFFECTS =
      Set.of(
          "mkdir",
          "link",
          "linkName",
          "createFile",
          "renameNoReplace",
          "renameReplace",
          "renameExchange",
          "unlink",
          "rmdir",
          "sync",
          "dataSync",
          "syncFs",
          "write",
          "append",
          "truncate",
          "chmod",
          "aclClear");

  private PlausibleErrnos() {}

  /** Every plausible failure of a call, {@code EINTR} left out, always in the same order. */
  public static Set<Errno> of(String call) {
    Set<Errno> errnos = EnumSet.copyOf(ALWAYS);
    errnos.addAll(special(call));
    return errnos;
  }

  private static Set<Errno> special(String call) {
    Set<Errno> errnos = EnumSet.noneOf(Errno.class);
    switch (call) {
      case "openRoot", "openParent", "openDir", "openFile", "list" -> errnos.addAll(OPEN);
      case "openTmp", "createFile" -> {
        errnos.addAll(OPEN);
        errnos.addAll(SPACE);
      }
      case "mkdir", "link", "linkName", "renameNoReplace", "renameReplace", "renameExchange" -> {
        errnos.addAll(SPACE);
        errnos.addAll(
            EnumSet.of(Errno.EACCES, Errno.EPERM, Errno.ENOENT, Errno.EEXIST, Errno.EMLINK));
      }
      case "unlink", "rmdir" -> {
        errnos.addAll(SPACE);
        errnos.addAll(EnumSet.of(Errno.EACCES, Errno.EPERM, Errno.ENOENT));
      }
      case "statName", "statPath" -> errnos.addAll(EnumSet.of(Errno.EACCES, Errno.ENOENT));
      case "write", "append" -> {
        errnos.addAll(SPACE);
        errnos.add(Errno.EFBIG);
      }
      case "sync", "dataSync", "syncFs" -> errnos.addAll(SPACE);
      case "truncate" -> errnos.add(Errno.EROFS);
      case "chmod", "aclClear" -> errnos.addAll(EnumSet.of(Errno.EACCES, Errno.EPERM, Errno.EROFS));
      case "aclQuery" -> errnos.add(Errno.EACCES);
      default -> {}
    }
    return errnos;
  }

  /** Whether a call can take effect and report failure all the same. */
  public static boolean hasEffect(String call) {
    return EFFECTS.contains(call);
  }
}
