package org.hloexplorer.pipeline.backend;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the time went.
 *
 * @param whole the program from first kernel to last, without transfers in and out
 * @param kernels in the order they run; times of a kernel that runs several times are added up per run
 * @param threads how many threads ran it
 * @param source how the times were taken, in words
 * @param transfers of arguments to the device and of results back; null where device and host share their memory
 */
public record ExecutionProfile(
        Timing whole,
        List<KernelTime> kernels,
        int threads,
        String source,
        @Nullable Transfers transfers) {

    public ExecutionProfile(Timing whole, List<KernelTime> kernels, int threads, String source) {
        this(whole, kernels, threads, source, null);
    }

    /** Copies to a device and back, each way all of them together. */
    public record Transfers(long bytesIn, double nanosIn, long bytesOut, double nanosOut) {}

    /** A kernel's times, by the name in {@link KernelDescription}. */
    public record KernelTime(String kernel, Timing timing) {}

    /** Times of repeated runs, in nanoseconds. */
    public record Timing(int runs, double minNanos, double medianNanos, double maxNanos) {

        public double medianMillis() {
            return medianNanos / 1e6;
        }
    }

    public ExecutionProfile {
        kernels = List.copyOf(kernels);
    }
}
