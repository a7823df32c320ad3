package org.hloexplorer.tpu.view;

import java.util.List;
import org.hloexplorer.pipeline.backend.tpu.TpuSimulation;
import org.hloexplorer.pipeline.backend.tpu.simulator.Gemm;
import org.hloexplorer.pipeline.backend.tpu.simulator.TimingMode;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;

/** Simulations to look at. */
final class Simulations {
    private Simulations() {}

    /** Six rows of X through two tiles of a 4x4 array: 4 + 6 + 6 + 6 = 22 cycles. */
    static TpuSimulation twoTiles() {
        return ofGemm(Gemm.of(6, 4, 8), 4, TimingMode.DOUBLE_BUFFERED);
    }

    static TpuSimulation ofGemm(Gemm gemm, int side, TimingMode timing) {
        return TpuSimulation.ofGemm(gemm, TpuConfig.array(side, side, timing), 1);
    }

    static TpuSimulation withoutProducts() {
        return new TpuSimulation("softmax", TpuConfig.array(4, 4, TimingMode.DOUBLE_BUFFERED), List.of(), List.of());
    }
}
