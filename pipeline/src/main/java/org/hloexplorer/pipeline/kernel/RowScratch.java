package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.pipeline.kernel.KernelBuffer.Role;
import org.hloexplorer.pipeline.kernel.KernelRenaming.Place;

/**
 * Keeps in scratch memory of one row what only this launch touches, a row at a time.
 *
 * @param uses how many steps touch each buffer, before launches were fused
 * @param inside how many of them became this launch
 */
record RowScratch(PlanStep.Launch launch, Map<Integer, Integer> uses, Map<Integer, Integer> inside, long mostBytes) {
    private static final long ALIGNMENT = 64;

    PlanStep.Launch applied() {
        var rows = RowKernel.of(launch.kernel());
        if (rows == null) {
            return launch;
        }
        List<Integer> buffers = new ArrayList<>();
        List<KernelBuffer> arguments = new ArrayList<>();
        List<KernelBuffer> scratch = new ArrayList<>();
        Map<KernelBuffer, Place> places = new HashMap<>();
        long offset = 0;
        for (int i = 0; i < launch.buffers().size(); i++) {
            var argument = launch.kernel().arguments().get(i);
            long length = rows.rowLength(argument).orElse(0);
            long bytes = length * argument.elementType().bytes();
            if (isPrivate(i, argument) && length > 0 && bytes <= mostBytes) {
                var row = new KernelBuffer(
                        Role.SCRATCH, Math.toIntExact(offset), argument.name(), argument.elementType(), length);
                scratch.add(row);
                places.put(argument, new Place(row, Index.of(rows.variable()).times(length)));
                offset += (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
            } else {
                var kept = new KernelBuffer(
                        argument.role(),
                        arguments.size(),
                        argument.name(),
                        argument.elementType(),
                        argument.elements());
                places.put(argument, new Place(kept, Index.ZERO));
                arguments.add(kept);
                buffers.add(launch.buffers().get(i));
            }
        }
        var renaming = new KernelRenaming(0, 0, rows.variable(), rows.variable(), places);
        var kernel = Partition.of(
                launch.name(),
                arguments,
                scratch,
                renaming.apply(launch.kernel().body()),
                launch.kernel().notes());
        return new PlanStep.Launch(launch.name(), launch.instructions(), kernel, buffers);
    }

    private boolean isPrivate(int argument, KernelBuffer buffer) {
        int id = launch.buffers().get(argument);
        return buffer.role() == Role.OUTPUT && uses.getOrDefault(id, 0).equals(inside.get(id));
    }
}
