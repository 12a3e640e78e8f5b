/** Ports with a known fault. A test that claims to find such faults has to find these. */
package dev.holdfast.tests.mutant;
