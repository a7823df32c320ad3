package org.hloexplorer.pipeline.backend.tpu.chip;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.pipeline.backend.tpu.simulator.MatMulSimulation;
import org.hloexplorer.pipeline.backend.tpu.simulator.TilePlan;

/**
 * The instructions of a run, piece by piece, each piece once. Matrix units work in step: what is listed is the first one's,
 * which has the most to do.
 */
public final class InstructionStream {
    private static final int ACCUMULATOR_ROWS = 4096;
    private static final int ON_CHIP_ROWS = 1 << 24;

    private final IntFunction<List<MatMulSimulation>> products;
    private final IntFunction<HloOpcode> opcodes;
    private final Map<Integer, Long> addresses = new HashMap<>();
    private final int bufferRows;
    private long nextAddress;

    /**
     * @param products the products that an instruction does, in order
     * @param opcodes the opcode of an instruction
     */
    public InstructionStream(
            ChipModel model, IntFunction<List<MatMulSimulation>> products, IntFunction<HloOpcode> opcodes) {
        this.products = products;
        this.opcodes = opcodes;
        this.bufferRows = Math.clamp(model.onChipBytes() / 4 / TpuInstruction.ROW_BYTES, 1, ON_CHIP_ROWS / 4);
    }

    /** Hands over the instructions of a piece; a {@link TpuInstruction.Halt} is for the caller to add behind the last. */
    public void forEach(ChipPiece piece, Consumer<TpuInstruction> consumer) {
        var tasks = piece.schedule().tasks();
        var blocks = new HashMap<Integer, Integer>();
        tasks.forEach(task -> blocks.merge(task.instruction(), task.block() + 1, Math::max));
        for (var task : tasks) {
            task.needs().stream()
                    .map(need -> tasks.get(need).unit())
                    .filter(unit -> unit != task.unit())
                    .distinct()
                    .forEach(unit -> consumer.accept(new TpuInstruction.Sync(unit)));
            emit(task, blocks.getOrDefault(task.instruction(), 1), consumer);
        }
    }

    private void emit(ChipTask task, int blocks, Consumer<TpuInstruction> consumer) {
        int onChip = task.block() % 2 * bufferRows;
        long rows = Math.ceilDiv(task.bytes(), (long) TpuInstruction.ROW_BYTES);
        switch (task.kind()) {
            case READ_HOST -> consumer.accept(new TpuInstruction.ReadHost(address(task, rows), onChip, rows));
            case WRITE_HOST -> consumer.accept(new TpuInstruction.WriteHost(address(task, rows), onChip, rows));
            case LOAD -> consumer.accept(new TpuInstruction.ReadMemory(address(task, rows), onChip, rows));
            case STORE -> consumer.accept(new TpuInstruction.WriteMemory(address(task, rows), onChip, rows));
            case VECTOR ->
                consumer.accept(new TpuInstruction.VectorOperation(
                        InstructionCodec.code(opcodes.apply(task.instruction())), task.cycles(), onChip));
            case PRODUCT -> {
                for (var product : products.apply(task.instruction())) {
                    product(task, blocks, product.plans().getFirst(), onChip, consumer);
                }
            }
        }
    }

    /** Addresses are given out in the order in which instructions first move something. */
    private long address(ChipTask task, long rows) {
        long base = addresses.computeIfAbsent(task.instruction(), _ -> nextAddress);
        nextAddress = Math.max(nextAddress, base + rows * (task.block() + 1));
        return base + rows * task.block();
    }

    private void product(ChipTask task, int blocks, TilePlan plan, int onChip, Consumer<TpuInstruction> consumer) {
        int from = (int) ((long) plan.folds() * task.block() / blocks);
        int to = (int) ((long) plan.folds() * (task.block() + 1) / blocks);
        for (int index = from; index < to; index++) {
            var tile = plan.tile(index);
            int accumulator = index / plan.rowFolds() * plan.mCount() % ACCUMULATOR_ROWS;
            consumer.accept(new TpuInstruction.ReadWeights(addresses.getOrDefault(task.instruction(), 0L), index));
            consumer.accept(
                    new TpuInstruction.MatrixMultiply(plan.mCount(), accumulator, onChip, tile.rowFold() > 0, true));
            if (tile.rowFold() == plan.rowFolds() - 1) {
                consumer.accept(new TpuInstruction.Activate(plan.mCount(), accumulator, onChip));
            }
        }
    }
}
