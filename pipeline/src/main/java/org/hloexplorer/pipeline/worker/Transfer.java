package org.hloexplorer.pipeline.worker;

/** Bytes to copy between the exchange file and a program's memory; which way, the list it is in says. */
record Transfer(long fileOffset, long memoryOffset, long bytes) {}
