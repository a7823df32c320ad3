package org.hloexplorer.pipeline.kernel.llvm;

import org.hloexplorer.pipeline.llvm.Target;

/**
 * A graphics processor that LLVM makes code for.
 *
 * @param name what people call the code, such as {@code PTX (sm_90)}
 * @param comment what begins a comment in it
 * @param convention of kernels in LLVM IR
 * @param group intrinsic that gives the number of the work-group
 * @param item intrinsic that gives the number of the item in it
 */
public record DeviceTarget(
        String name, Target target, String comment, String convention, String group, String item, String barrier) {
    public static final DeviceTarget SM_70 = nvidia("sm_70", "+ptx80");
    public static final DeviceTarget SM_80 = nvidia("sm_80", "+ptx80");
    public static final DeviceTarget SM_90 = nvidia("sm_90", "+ptx80");
    public static final DeviceTarget GFX90A = new DeviceTarget(
            "AMDGPU assembly (gfx90a)",
            new Target("amdgcn-amd-amdhsa", "gfx90a", ""),
            ";",
            "amdgpu_kernel",
            "llvm.amdgcn.workgroup.id.x",
            "llvm.amdgcn.workitem.id.x",
            "llvm.amdgcn.s.barrier");

    /**
     * The newest processor of NVIDIA's that this LLVM is asked to make code for and that a device can run the code of.
     *
     * @param device such as {@code sm_89}
     */
    public static DeviceTarget nvidiaFor(String device) {
        int capability = Integer.parseInt(device.replaceFirst("sm_", ""));
        return capability >= 90 ? SM_90 : capability >= 80 ? SM_80 : SM_70;
    }

    /** Whether it multiplies bf16 matrices in one instruction of a warp. */
    boolean multipliesMatrices() {
        return target.cpu().equals("sm_80") || target.cpu().equals("sm_90");
    }

    /** Whether its code carries lines of HLO. LLVM 20's printer of AMD's assembly crashes over them. */
    boolean hasDebugLines() {
        return convention.equals("ptx_kernel");
    }

    private static DeviceTarget nvidia(String processor, String features) {
        return new DeviceTarget(
                "PTX (%s)".formatted(processor),
                new Target("nvptx64-nvidia-cuda", processor, features),
                "//",
                "ptx_kernel",
                "llvm.nvvm.read.ptx.sreg.ctaid.x",
                "llvm.nvvm.read.ptx.sreg.tid.x",
                "llvm.nvvm.barrier0");
    }
}
