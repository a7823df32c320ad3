package org.hloexplorer.pipeline.driver;

import java.util.List;

/**
 * A device as its driver describes it.
 *
 * @param api the interface that its driver is called through
 * @param number what users call it by: as {@code hlox machine} lists them
 * @param version such as {@code OpenCL 3.0 CUDA}
 * @param kind CPU, GPU or accelerator
 * @param allocationBytes the largest single buffer
 * @param localBytes memory that the items of a work-group share
 * @param groupSize the most items in a work-group
 * @param alignment in bytes, of buffers that are parts of others
 * @param divisionIsExact whether f32 division and square root can be rounded correctly
 */
public record GpuDevice(
        Api api,
        int number,
        String platform,
        String name,
        String version,
        String kind,
        int computeUnits,
        long memoryBytes,
        long allocationBytes,
        long localBytes,
        long groupSize,
        int alignment,
        boolean divisionIsExact,
        List<String> extensions) {
    public GpuDevice {
        extensions = List.copyOf(extensions);
    }

    /** The interfaces that drivers have. */
    public enum Api {
        /** Of any vendor; takes OpenCL C. */
        OPENCL,
        /** NVIDIA's; takes PTX. The extensions hold the compute capability, such as {@code sm_90}. */
        CUDA
    }

    public boolean has(String extension) {
        return extensions.contains(extension);
    }

    /** Whether it computes with f64. */
    public boolean hasDoubles() {
        return api == Api.CUDA || has("cl_khr_fp64");
    }

    /** The language of its programs, for people. */
    public String language() {
        return switch (api) {
            case OPENCL -> "OpenCL C";
            case CUDA -> "PTX";
        };
    }

    GpuDevice numbered(int other) {
        return new GpuDevice(
                api,
                other,
                platform,
                name,
                version,
                kind,
                computeUnits,
                memoryBytes,
                allocationBytes,
                localBytes,
                groupSize,
                alignment,
                divisionIsExact,
                extensions);
    }

    /** Such as {@code NVIDIA H200, 132 compute units, 150.0 GB, OpenCL 3.0 CUDA (NVIDIA CUDA)}. */
    public String description() {
        return "%s, %d compute unit%s, %.1f GB, %s (%s)"
                .formatted(name, computeUnits, computeUnits == 1 ? "" : "s", memoryBytes / 1e9, version, platform);
    }
}
