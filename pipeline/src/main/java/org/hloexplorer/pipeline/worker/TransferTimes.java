package org.hloexplorer.pipeline.worker;

/** What it took to bring values to a device and back, by the device's clock. */
public record TransferTimes(long bytesIn, long nanosecondsIn, long bytesOut, long nanosecondsOut) {
    public static final TransferTimes NONE = new TransferTimes(0, 0, 0, 0);

    public TransferTimes plus(TransferTimes other) {
        return new TransferTimes(
                bytesIn + other.bytesIn,
                nanosecondsIn + other.nanosecondsIn,
                bytesOut + other.bytesOut,
                nanosecondsOut + other.nanosecondsOut);
    }
}
