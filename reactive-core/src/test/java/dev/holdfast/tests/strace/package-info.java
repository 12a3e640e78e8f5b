/**
 * Real operations whose calls are made to fail by the tracer, one at a time. It knows nothing of
 * the code and is no part of the process, so this checks what the other sweeps, whose faults are
 * put in by our own port and our own library, take for granted.
 */
package dev.holdfast.tests.strace;
