/**
 * Content of any size in constant memory: streams into and out of a {@link
 * dev.holdfast.ManagedStore}.
 */
@NullMarked
package dev.holdfast.stream;

import org.jspecify.annotations.NullMarked;
