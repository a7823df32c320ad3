package org.hloexplorer.app.cli;

import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.KernelDescription.CodeListing;

/** The code there is of a kernel for GPUs, whether or not there is one. */
enum Emission {
    OPENCL("opencl", "OpenCL C"),
    PTX("ptx", "PTX (sm_80)"),
    PTX_SM90("ptx-sm90", "PTX (sm_90)"),
    AMDGPU("amdgpu", "AMDGPU assembly (gfx90a)"),
    LOOPS("loops", "loop IR"),
    RESOURCES("resources", "resources");

    private final String text;
    private final String stage;

    Emission(String text, String stage) {
        this.text = text;
        this.stage = stage;
    }

    /** A kernel's code as JSON. */
    record KernelCode(String name, String stage, String text) {}

    /** This code of a kernel, or a comment that says why there is none. */
    KernelCode of(KernelDescription kernel) {
        var code = kernel.code().stream()
                .filter(listing -> listing.stage().equals(stage))
                .findFirst()
                .map(CodeListing::text)
                .orElse("// no code: %s%n".formatted(kernel.fallback() == null ? kernel.engine() : kernel.fallback()));
        return new KernelCode(kernel.name(), stage, code);
    }

    /** As written on the command line. */
    @Override
    public String toString() {
        return text;
    }
}
