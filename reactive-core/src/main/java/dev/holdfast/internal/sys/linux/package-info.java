/** The port on Linux, through JNA: the only place that knows numbers, layouts and libc. */
@NullMarked
package dev.holdfast.internal.sys.linux;

import org.jspecify.annotations.NullMarked;
