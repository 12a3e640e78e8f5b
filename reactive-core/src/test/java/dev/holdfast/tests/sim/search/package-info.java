/**
 * Looks for schedules under which the store breaks a promise: who goes next, what fails, who dies,
 * where the power goes off. Every process runs the real engine, one call at a time.
 */
package dev.holdfast.tests.sim.search;
