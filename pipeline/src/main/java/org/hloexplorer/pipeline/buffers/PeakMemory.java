package org.hloexplorer.pipeline.buffers;

import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.PassLog;
import org.hloexplorer.pipeline.transforms.simplifiers.FlattenCallGraph;

/** The memory a module would take if it were run as it is. */
public final class PeakMemory {
    private PeakMemory() {}

    /** The places of all values of a module in any state: what is called from several places is called apart for this. */
    public static BufferAssignment assignment(HloModule module) {
        boolean isFlat = new ComputationContexts(module).calledTwice().isEmpty();
        return BufferAssigner.assign(isFlat ? module : new FlattenCallGraph().run(module, PassLog.unrestricted()));
    }

    /** Total bytes of all allocations, of a module in any state. */
    public static long of(HloModule module) {
        return assignment(module).totalBytes();
    }
}
