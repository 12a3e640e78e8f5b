/**
 * Power cuts on real file systems: what Linux does with what the store asks of it. Needs root and
 * loop devices.
 */
package dev.holdfast.tests.powercut;
