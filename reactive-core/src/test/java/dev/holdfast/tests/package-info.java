/** Tests that take the store as a whole, on simulated machines and on real ones. */
package dev.holdfast.tests;
