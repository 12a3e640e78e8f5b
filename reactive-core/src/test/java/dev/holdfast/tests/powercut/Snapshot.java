package dev.holdfast.tests.powercut;

import java.nio.file.Path;

/**
 * What was on a writer's disk at one moment: where a power cut then would have left it.
 *
 * @param image a copy of the disk
 * @param least how many steps were acknowledged before the moment
 * @param most how many may have been finished at it
 */
record Snapshot(Path image, int least, int most) {}
