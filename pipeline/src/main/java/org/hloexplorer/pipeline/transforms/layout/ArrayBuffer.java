package org.hloexplorer.pipeline.transforms.layout;

/** An array where it is made: the instruction, and which of the {@linkplain Leaves leaves} of its result. */
record ArrayBuffer(int instruction, int leaf) {}
