package org.hloexplorer.pipeline.backend.tpu.chip;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.pipeline.backend.tpu.simulator.MatMulSimulation;

/**
 * The instructions of a run, piece by piece, each piece once. Matrix units work in step: what is listed is the first one's,
 * which has the most to do.
 */
public final class InstructionStream {
    private static final int ON_CHIP_ROWS = 1 << 24;

    private final IntFunction<List<MatMulSimulation>> products;
    private final IntFunction<HloOpcode> opcodes;
    private final Map<Integer, Long> addresses = new HashMap<>();
    private final int bufferRows;

    /**
     * @param products the products that an instruction does, in order
     * @param opcodes the opcode of an instruction
     */
    public InstructionStream(
            ChipRun run, IntFunction<List<MatMulSimulation>> products, IntFunction<HloOpcode> opcodes) {
        this.products = products;
        this.opcodes = opcodes;
        this.bufferRows = Math.clamp(run.model().onChipBytes() / 4 / TpuInstruction.ROW_BYTES, 1, ON_CHIP_ROWS / 4);
        giveAddresses(run);
    }

    /** Addresses are given out in the order in which instructions first move something. */
    private void giveAddresses(ChipRun run) {
        long next = 0;
        for (var piece : run.pieces()) {
            for (var task : piece.schedule().tasks()) {
                if (task.bytes() > 0) {
                    long base = addresses.getOrDefault(task.instruction(), next);
                    addresses.put(task.instruction(), base);
                    next = Math.max(next, base + rows(task) * (task.block() + 1));
                }
            }
        }
    }

    /** Rows that a transfer moves. */
    static long rows(ChipTask task) {
        return Math.ceilDiv(task.bytes(), (long) TpuInstruction.ROW_BYTES);
    }

    /** The instructions of a piece in the program's order, each with its cycles; made as they are asked for. */
    public InstructionListing listing(ChipPiece piece) {
        return new InstructionListing(piece, products, this::transferOrVector, this::weights);
    }

    /** Hands over the instructions of a piece; a {@link TpuInstruction.Halt} is for the caller to add behind the last. */
    public void forEach(ChipPiece piece, Consumer<TpuInstruction> consumer) {
        listing(piece).forEach(each -> consumer.accept(each.instruction()));
    }

    private TpuInstruction transferOrVector(ChipTask task) {
        int onChip = onChip(task);
        long rows = rows(task);
        return switch (task.kind()) {
            case READ_HOST -> new TpuInstruction.ReadHost(address(task), onChip, rows);
            case WRITE_HOST -> new TpuInstruction.WriteHost(address(task), onChip, rows);
            case LOAD -> new TpuInstruction.ReadMemory(address(task), onChip, rows);
            case STORE -> new TpuInstruction.WriteMemory(address(task), onChip, rows);
            case VECTOR ->
                new TpuInstruction.VectorOperation(
                        InstructionCodec.code(opcodes.apply(task.instruction())), task.cycles(), onChip);
            case PRODUCT -> throw new IllegalArgumentException("a product is several instructions");
        };
    }

    /** Where a task's block lies on the chip: there are two buffers. */
    private int onChip(ChipTask task) {
        return task.block() % 2 * bufferRows;
    }

    private long address(ChipTask task) {
        return addresses.getOrDefault(task.instruction(), 0L) + rows(task) * task.block();
    }

    /** Where an instruction's weights lie in main memory, and its activations on the chip. */
    record Place(long address, int onChip) {}

    private Place weights(ChipTask task) {
        return new Place(addresses.getOrDefault(task.instruction(), 0L), onChip(task));
    }
}
