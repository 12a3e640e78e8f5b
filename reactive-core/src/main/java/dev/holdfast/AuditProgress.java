package dev.holdfast;

/**
 * How far an audit has come.
 *
 * @param entries how many objects were looked at
 * @param findings how many faults they have
 */
public record AuditProgress(long entries, long findings) {}
