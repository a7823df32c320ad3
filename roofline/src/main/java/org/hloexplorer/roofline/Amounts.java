package org.hloexplorer.roofline;

/**
 * How much a kernel did, and in what time.
 *
 * @param flops arithmetic without transcendentals, as XLA counts it: a multiply-add is two
 * @param transcendentals evaluations of {@code exp}, {@code tanh} …, which {@code flops} leaves out
 * @param bytes read and written
 * @param seconds one run
 */
public record Amounts(Figure flops, Figure transcendentals, Figure bytes, Figure seconds) {}
