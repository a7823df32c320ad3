package org.hloexplorer.pipeline.fusion;

import java.util.Locale;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuChip;

/**
 * What fusing saves on a TPU, as the simulated chip has it: transfers between its memory and the arrays, at the rate that is
 * published for it. The product and the vector unit do the same work both ways, and a kernel starts without delay.
 */
final class TpuEstimates {
    private static final TpuChip CHIP = TpuChip.V5E;
    private static final double BYTES_PER_MICRO = CHIP.memoryBytesPerSecond() / 1e6;

    static final String SOURCE = String.format(
            Locale.ROOT, "transfers of a %s at %.0f GB/s: %s", CHIP.flag(), BYTES_PER_MICRO / 1e3, CHIP.source());

    private TpuEstimates() {}

    static FusionEstimate of(FusionGraph graph, HloInstruction producer, HloInstruction consumer) {
        var traffic = CpuEstimates.of(graph, producer, consumer);
        return new FusionEstimate(
                traffic.bytesApart(),
                traffic.bytesFused(),
                traffic.bytesApart() / BYTES_PER_MICRO,
                traffic.bytesFused() / BYTES_PER_MICRO,
                SOURCE);
    }
}
