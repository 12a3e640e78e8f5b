/** The store against a map in memory: sequences of operations, restarts and crashes. */
package dev.holdfast.tests.model;
