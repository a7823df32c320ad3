package org.hloexplorer.pipeline.backend.tpu.simulator;

/**
 * A sum that leaves the bottom of a column, on its way to an accumulator.
 *
 * @param tile the tile it was summed over
 * @param batch which product of the batch
 * @param m row of the result
 * @param n column of the result; beyond N it is padding and thrown away
 * @param overwrites whether it starts the accumulator, or adds to it
 * @param value the sum over the tile's rows
 */
public record Output(int tile, int batch, int m, int n, boolean overwrites, double value) {}
