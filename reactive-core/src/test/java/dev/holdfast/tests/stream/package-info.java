/** Streams between the network and the disk, in little memory. */
@NullMarked
package dev.holdfast.tests.stream;

import org.jspecify.annotations.NullMarked;
