package org.hloexplorer.pipeline.backend.gpu;

import org.hloexplorer.pipeline.kernel.llvm.DeviceTarget;

/** What a multiprocessor of NVIDIA's has, from the CUDA programming guide's table of compute capabilities. */
enum GpuArchitecture {
    SM_80("sm_80", 164 << 10),
    SM_90("sm_90", 228 << 10);

    private static final int REGISTERS = 65_536;
    private static final int WARPS = 64;
    private static final int GROUPS = 32;
    private static final int WARP = 32;

    /** Registers are given out to warps in pieces of so many. */
    private static final int REGISTER_PIECE = 256;

    private final String text;
    private final int sharedBytes;

    GpuArchitecture(String text, int sharedBytes) {
        this.text = text;
        this.sharedBytes = sharedBytes;
    }

    String text() {
        return text;
    }

    DeviceTarget target() {
        return switch (this) {
            case SM_80 -> DeviceTarget.SM_80;
            case SM_90 -> DeviceTarget.SM_90;
        };
    }

    /** How many warps of a kernel a multiprocessor holds at a time, of 64. */
    int warps(int registers, long shared, long groupSize) {
        int warpsPerGroup = (int) Math.ceilDiv(groupSize, WARP);
        int perWarp = Math.max(1, Math.ceilDiv(registers * WARP, REGISTER_PIECE) * REGISTER_PIECE);
        long byRegisters = REGISTERS / perWarp / warpsPerGroup;
        long byShared = shared == 0 ? GROUPS : sharedBytes / shared;
        long groups = Math.min(Math.min(byRegisters, byShared), Math.min(GROUPS, WARPS / warpsPerGroup));
        return (int) groups * warpsPerGroup;
    }
}
