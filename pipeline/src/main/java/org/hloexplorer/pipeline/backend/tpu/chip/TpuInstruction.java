package org.hloexplorer.pipeline.backend.tpu.chip;

/**
 * An instruction of the chip, 12 bytes each.
 *
 * <p>Kinds and the fields of {@link MatrixMultiply} follow the description of the first TPU (Jouppi et al., ISCA 2017: a
 * multiplication takes 12 bytes, 3 of them an address on the chip, 2 of accumulators, 4 a length); how the remaining bytes
 * are used is not published and chosen here. Addresses and lengths of transfers count rows of 512 bytes.
 */
public sealed interface TpuInstruction {
    /** Bytes of a row: 128 lanes of 32 bits. */
    int ROW_BYTES = 512;

    /** From the host to the chip. */
    record ReadHost(long address, int onChip, long rows) implements TpuInstruction {}

    /** From the chip to the host. */
    record WriteHost(long address, int onChip, long rows) implements TpuInstruction {}

    /** From main memory to the chip. */
    record ReadMemory(long address, int onChip, long rows) implements TpuInstruction {}

    /** From the chip to main memory. */
    record WriteMemory(long address, int onChip, long rows) implements TpuInstruction {}

    /** Has a weight tile enter the queue; done as soon as it was asked for. */
    record ReadWeights(long address, long tile) implements TpuInstruction {}

    /**
     * Streams rows of X through the array.
     *
     * @param rows how many
     * @param accumulator the first row of accumulators
     * @param onChip where X lies
     * @param accumulates whether sums are added to what is there
     * @param switchesWeights whether the next tile's weights are taken with the first row
     */
    record MatrixMultiply(long rows, int accumulator, int onChip, boolean accumulates, boolean switchesWeights)
            implements TpuInstruction {}

    /** From the accumulators to the chip's memory. */
    record Activate(long rows, int accumulator, int onChip) implements TpuInstruction {}

    /** Operations on vector registers, by the number of the HLO opcode in {@link InstructionCodec}. */
    record VectorOperation(int opcode, long operations, int onChip) implements TpuInstruction {}

    /** Waits until a unit has done what was asked of it before. */
    record Sync(ChipUnit unit) implements TpuInstruction {}

    /** Nothing follows. */
    record Halt() implements TpuInstruction {}

    /** As an assembler would write it. */
    default String text() {
        return switch (this) {
            case ReadHost(var address, var onChip, var rows) ->
                "read_host       [%06x] <- host %08x, %d rows".formatted(onChip, address, rows);
            case WriteHost(var address, var onChip, var rows) ->
                "write_host      host %08x <- [%06x], %d rows".formatted(address, onChip, rows);
            case ReadMemory(var address, var onChip, var rows) ->
                "read_memory     [%06x] <- hbm %08x, %d rows".formatted(onChip, address, rows);
            case WriteMemory(var address, var onChip, var rows) ->
                "write_memory    hbm %08x <- [%06x], %d rows".formatted(address, onChip, rows);
            case ReadWeights(var address, var tile) -> "read_weights    tile %d <- hbm %08x".formatted(tile, address);
            case MatrixMultiply(var rows, var accumulator, var onChip, var accumulates, var switches) ->
                "matrix_multiply acc %04x %s [%06x], %d rows%s"
                        .formatted(
                                accumulator,
                                accumulates ? "+=" : "=",
                                onChip,
                                rows,
                                switches ? ", switch weights" : "");
            case Activate(var rows, var accumulator, var onChip) ->
                "activate        [%06x] <- acc %04x, %d rows".formatted(onChip, accumulator, rows);
            case VectorOperation(var opcode, var operations, var onChip) ->
                "vector          %s [%06x], %d operations".formatted(mnemonic(opcode), onChip, operations);
            case Sync(var unit) -> "sync            " + unit.label();
            case Halt _ -> "halt";
        };
    }

    private static String mnemonic(int opcode) {
        return InstructionCodec.opcode(opcode).mnemonic();
    }
}
