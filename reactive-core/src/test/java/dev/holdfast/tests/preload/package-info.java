/**
 * Real operations in real virtual machines, with a library preloaded that makes any one call to the
 * C library fail, be cut short, or be the last thing the process does. The sweeps of the engine's
 * own tests put their faults into the port; these put them below it, where the port itself, its
 * fallbacks and its descriptors are tried as well, and where a kill is one.
 */
package dev.holdfast.tests.preload;
