/**
 * The syscall port: the few calls that the protocols are made of, blocking, in terms of directory
 * descriptors and single names as bytes. It knows nothing of stores, paths or Vert.x.
 */
@NullMarked
package dev.holdfast.internal.sys;

import org.jspecify.annotations.NullMarked;
