/**
 * A simulated machine: file systems whose effects are volatile until they are synced, processes
 * that can be killed, stopped and starved, clocks that jump. {@link dev.holdfast.tests.sim.SimSys}
 * is the port of one simulated process; it passes the contract of the real one.
 */
package dev.holdfast.tests.sim;
