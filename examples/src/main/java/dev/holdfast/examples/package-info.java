/**
 * Programs that use the store: {@link dev.holdfast.examples.Quickstart} in ten lines and {@link
 * dev.holdfast.examples.TranscriptVault} as an application would.
 */
@NullMarked
package dev.holdfast.examples;

import org.jspecify.annotations.NullMarked;
