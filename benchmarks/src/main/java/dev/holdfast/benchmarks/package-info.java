/**
 * The harness of the benchmarks: {@link dev.holdfast.benchmarks.Bench} runs the contestants of a
 * {@link dev.holdfast.benchmarks.BenchCase} interleaved and reports.
 */
@NullMarked
package dev.holdfast.benchmarks;

import org.jspecify.annotations.NullMarked;
