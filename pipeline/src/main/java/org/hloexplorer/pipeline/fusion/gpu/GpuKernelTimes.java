package org.hloexplorer.pipeline.fusion.gpu;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.pipeline.PassLog;
import org.hloexplorer.pipeline.fusion.FusionGraph;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;

/** How long the kernels of a program are expected to take on a GPU that is not here, by XLA's model of its performance. */
public final class GpuKernelTimes {
    /** Where the times come from, in words. */
    public static final String SOURCE =
            "device limits, estimated: XLA's GpuPerformanceModel with the published figures of the %s";

    private static final Set<HloOpcode> NO_KERNELS = EnumSet.of(
            HloOpcode.PARAMETER,
            HloOpcode.CONSTANT,
            HloOpcode.TUPLE,
            HloOpcode.GET_TUPLE_ELEMENT,
            HloOpcode.BITCAST,
            HloOpcode.AFTER_ALL,
            HloOpcode.WHILE,
            HloOpcode.CONDITIONAL,
            HloOpcode.CALL);

    private GpuKernelTimes() {}

    /**
     * Seconds of each kernel of the entry computation without its launch, by id; loops, branches and calls, of which the
     * model knows nothing, are left out.
     */
    public static Map<Integer, Double> seconds(HloModule module, GpuDevice device) {
        var editor = new ModuleEditor(module, PassLog.unrestricted()).edit(module.entry());
        var model = new GpuCostModel(new FusionGraph(editor), device, 0);
        Map<Integer, Double> seconds = new HashMap<>();
        for (var instruction : module.entry().instructions()) {
            if (isKernel(instruction)) {
                seconds.put(instruction.id(), model.time(instruction).total() * 1e-6);
            }
        }
        return seconds;
    }

    /** Whether it runs on the device by itself. */
    public static boolean isKernel(HloInstruction instruction) {
        return !NO_KERNELS.contains(instruction.opcode());
    }
}
