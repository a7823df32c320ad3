package org.hloexplorer.pipeline.backend.tpu.chip;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.HloInstruction;

/**
 * The tasks of one piece. An instruction's work is cut into blocks, so that the next block is on its way while one is worked
 * on: two buffers, which all instructions share.
 */
final class BlockedTasks {
    /** Smaller transfers are not worth a block of their own. */
    private static final long LEAST_BLOCK = 256 << 10;

    private static final int MOST_BLOCKS = 64;
    private static final int BUFFERS = 2;

    private final ChipModel model;
    private final List<ChipTask> tasks = new ArrayList<>();
    private final List<Integer> blockEnds = new ArrayList<>();

    BlockedTasks(ChipModel model) {
        this.model = model;
    }

    /**
     * What an instruction makes of its operands.
     *
     * @param load bytes from main memory
     * @param store bytes to main memory
     * @param productCycles of the matrix units
     * @param vectorOperations on a register each
     * @param needs tasks that made its operands
     */
    record Work(long load, long store, long productCycles, long vectorOperations, List<Integer> needs) {}

    /** Adds an instruction; gives the task after which its result can be used. */
    int add(HloInstruction instruction, Work work) {
        int blocks = blocks(work);
        long vector = model.vectorCycles(work.vectorOperations());
        int last = -1;
        for (int block = 0; block < blocks; block++) {
            var needs = new ArrayList<>(work.needs());
            long load = part(work.load(), block, blocks);
            if (load > 0) {
                int slot = blockEnds.size() - BUFFERS;
                int frees = slot >= 0 ? blockEnds.get(slot) : -1;
                needs.add(task(
                        ChipTask.Kind.LOAD, instruction, block, model.memoryCycles(load), load, work.needs(), frees));
            }
            int computed = compute(
                    instruction, block, part(work.productCycles(), block, blocks), part(vector, block, blocks), needs);
            blockEnds.add(computed);
            last = computed;
            long store = part(work.store(), block, blocks);
            if (store > 0) {
                last = task(
                        ChipTask.Kind.STORE,
                        instruction,
                        block,
                        model.memoryCycles(store),
                        store,
                        List.of(computed),
                        -1);
            }
        }
        return last;
    }

    private int compute(HloInstruction instruction, int block, long product, long vector, List<Integer> needs) {
        var needed = needs;
        if (product > 0) {
            int done = task(ChipTask.Kind.PRODUCT, instruction, block, product, 0, needed, -1);
            if (vector == 0) {
                return done;
            }
            needed = new ArrayList<>(needs);
            needed.add(done);
        }
        return task(ChipTask.Kind.VECTOR, instruction, block, vector, 0, needed, -1);
    }

    /** Adds a transfer of operands to the host and of a result back; gives the task after which that is there. */
    int addHost(HloInstruction instruction, long toHost, long fromHost, List<Integer> needs) {
        int sent = task(ChipTask.Kind.WRITE_HOST, instruction, 0, model.hostCycles(toHost), toHost, needs, -1);
        return task(ChipTask.Kind.READ_HOST, instruction, 0, model.hostCycles(fromHost), fromHost, List.of(sent), -1);
    }

    private int task(
            ChipTask.Kind kind,
            HloInstruction instruction,
            int block,
            long cycles,
            long bytes,
            List<Integer> needs,
            int frees) {
        int index = tasks.size();
        tasks.add(new ChipTask(index, kind, instruction.id(), instruction.name(), block, cycles, bytes, needs, frees));
        return index;
    }

    /** As many as make blocks of a quarter of a megabyte, but never larger than a quarter of the on-chip memory. */
    private int blocks(Work work) {
        long bytes = work.load() + work.store();
        long fitting = Math.ceilDiv(bytes, Math.max(1, model.onChipBytes() / 4));
        long wanted = Math.min(MOST_BLOCKS, Math.ceilDiv(bytes, LEAST_BLOCK));
        return Math.clamp(Math.max(fitting, wanted), 1, Integer.MAX_VALUE / 2);
    }

    private static long part(long whole, int block, int blocks) {
        return whole / blocks * (block + 1)
                + whole % blocks * (block + 1) / blocks
                - whole / blocks * block
                - whole % blocks * block / blocks;
    }

    boolean isEmpty() {
        return tasks.isEmpty();
    }

    ChipSchedule schedule() {
        return ChipSchedule.of(tasks);
    }
}
