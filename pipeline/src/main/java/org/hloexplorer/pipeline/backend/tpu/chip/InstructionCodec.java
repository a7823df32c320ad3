package org.hloexplorer.pipeline.backend.tpu.chip;

import java.nio.ByteBuffer;
import java.util.List;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.pipeline.backend.tpu.chip.TpuInstruction.Activate;
import org.hloexplorer.pipeline.backend.tpu.chip.TpuInstruction.Halt;
import org.hloexplorer.pipeline.backend.tpu.chip.TpuInstruction.MatrixMultiply;
import org.hloexplorer.pipeline.backend.tpu.chip.TpuInstruction.ReadHost;
import org.hloexplorer.pipeline.backend.tpu.chip.TpuInstruction.ReadMemory;
import org.hloexplorer.pipeline.backend.tpu.chip.TpuInstruction.ReadWeights;
import org.hloexplorer.pipeline.backend.tpu.chip.TpuInstruction.Sync;
import org.hloexplorer.pipeline.backend.tpu.chip.TpuInstruction.VectorOperation;
import org.hloexplorer.pipeline.backend.tpu.chip.TpuInstruction.WriteHost;
import org.hloexplorer.pipeline.backend.tpu.chip.TpuInstruction.WriteMemory;

/**
 * Instructions as 12 bytes, the most significant first.
 *
 * <pre>
 * transfers         opcode 1, address 4, rows 4, on-chip row 3
 * read_weights      opcode 1, address 4, tile 4, zeros 3
 * matrix_multiply   opcode 1, flags 2, rows 4, accumulator 2, on-chip row 3
 * activate          opcode 1, zeros 2, rows 4, accumulator 2, on-chip row 3
 * vector            opcode 1, HLO opcode 2, operations 4, zeros 2, on-chip row 3
 * sync              opcode 1, unit 2, zeros 9
 * halt              opcode 1, zeros 11
 * </pre>
 */
public final class InstructionCodec {
    /** Bytes of every instruction. */
    public static final int BYTES = 12;

    private static final int ACCUMULATES = 1;
    private static final int SWITCHES = 2;
    private static final int READ_HOST = 1;
    private static final int WRITE_HOST = 2;
    private static final int READ_MEMORY = 3;
    private static final int WRITE_MEMORY = 4;
    private static final int READ_WEIGHTS = 5;
    private static final int MATRIX_MULTIPLY = 6;
    private static final int ACTIVATE = 7;
    private static final int VECTOR = 8;
    private static final int SYNC = 9;
    private static final int HALT = 10;
    private static final long WORD = 0xffff_ffffL;

    private static final List<HloOpcode> OPCODES = List.of(HloOpcode.values());
    private static final List<ChipUnit> UNITS = List.of(ChipUnit.values());

    private InstructionCodec() {}

    /** The number that stands for an HLO opcode. */
    static int code(HloOpcode opcode) {
        return OPCODES.indexOf(opcode);
    }

    static HloOpcode opcode(int code) {
        return OPCODES.get(code);
    }

    /**
     * @throws IllegalArgumentException where a field does not fit its bytes
     */
    public static byte[] encode(TpuInstruction instruction) {
        return switch (instruction) {
            case ReadHost(var address, var onChip, var rows) -> transfer(READ_HOST, address, rows, onChip);
            case WriteHost(var address, var onChip, var rows) -> transfer(WRITE_HOST, address, rows, onChip);
            case ReadMemory(var address, var onChip, var rows) -> transfer(READ_MEMORY, address, rows, onChip);
            case WriteMemory(var address, var onChip, var rows) -> transfer(WRITE_MEMORY, address, rows, onChip);
            case ReadWeights(var address, var tile) -> transfer(READ_WEIGHTS, address, tile, 0);
            case MatrixMultiply(var rows, var accumulator, var onChip, var accumulates, var switches) ->
                compute(
                        MATRIX_MULTIPLY,
                        (accumulates ? ACCUMULATES : 0) | (switches ? SWITCHES : 0),
                        rows,
                        accumulator,
                        onChip);
            case Activate(var rows, var accumulator, var onChip) -> compute(ACTIVATE, 0, rows, accumulator, onChip);
            case VectorOperation(var opcode, var operations, var onChip) ->
                compute(VECTOR, opcode, operations, 0, onChip);
            case Sync(var unit) -> compute(SYNC, UNITS.indexOf(unit), 0, 0, 0);
            case Halt _ -> compute(HALT, 0, 0, 0, 0);
        };
    }

    private static byte[] transfer(int opcode, long address, long rows, int onChip) {
        var bytes = ByteBuffer.allocate(BYTES);
        bytes.put((byte) opcode);
        bytes.putInt((int) fitting(address, WORD, "address"));
        bytes.putInt((int) fitting(rows, WORD, "length"));
        putThree(bytes, onChip);
        return bytes.array();
    }

    private static byte[] compute(int opcode, int flags, long rows, int accumulator, int onChip) {
        var bytes = ByteBuffer.allocate(BYTES);
        bytes.put((byte) opcode);
        bytes.putShort((short) fitting(flags, 0xffff, "flags"));
        bytes.putInt((int) fitting(rows, WORD, "length"));
        bytes.putShort((short) fitting(accumulator, 0xffff, "accumulator"));
        putThree(bytes, onChip);
        return bytes.array();
    }

    private static void putThree(ByteBuffer bytes, int value) {
        fitting(value, 0xff_ffff, "on-chip row");
        bytes.put((byte) (value >>> 16));
        bytes.putShort((short) value);
    }

    private static long fitting(long value, long most, String field) {
        if (value < 0 || value > most) {
            throw new IllegalArgumentException(
                    "%s %d does not fit its field, which holds 0 to %d".formatted(field, value, most));
        }
        return value;
    }

    /**
     * The instruction in the buffer's next 12 bytes.
     *
     * @throws IllegalArgumentException where they are none
     */
    public static TpuInstruction decode(ByteBuffer bytes) {
        if (bytes.remaining() < BYTES) {
            throw new IllegalArgumentException(
                    "an instruction has 12 bytes, only %d are left".formatted(bytes.remaining()));
        }
        int opcode = bytes.get();
        return switch (opcode) {
            case READ_HOST, WRITE_HOST, READ_MEMORY, WRITE_MEMORY, READ_WEIGHTS -> transfer(opcode, bytes);
            case MATRIX_MULTIPLY, ACTIVATE, VECTOR, SYNC, HALT -> compute(opcode, bytes);
            default -> throw new IllegalArgumentException("there is no instruction of opcode " + opcode);
        };
    }

    private static TpuInstruction transfer(int opcode, ByteBuffer bytes) {
        long address = Integer.toUnsignedLong(bytes.getInt());
        long rows = Integer.toUnsignedLong(bytes.getInt());
        int onChip = three(bytes);
        return switch (opcode) {
            case READ_HOST -> new ReadHost(address, onChip, rows);
            case WRITE_HOST -> new WriteHost(address, onChip, rows);
            case READ_MEMORY -> new ReadMemory(address, onChip, rows);
            case WRITE_MEMORY -> new WriteMemory(address, onChip, rows);
            default -> new ReadWeights(address, rows);
        };
    }

    private static TpuInstruction compute(int opcode, ByteBuffer bytes) {
        int flags = Short.toUnsignedInt(bytes.getShort());
        long rows = Integer.toUnsignedLong(bytes.getInt());
        int accumulator = Short.toUnsignedInt(bytes.getShort());
        int onChip = three(bytes);
        return switch (opcode) {
            case MATRIX_MULTIPLY ->
                new MatrixMultiply(rows, accumulator, onChip, (flags & ACCUMULATES) != 0, (flags & SWITCHES) != 0);
            case ACTIVATE -> new Activate(rows, accumulator, onChip);
            case VECTOR -> new VectorOperation(known(flags, OPCODES.size(), "HLO opcode"), rows, onChip);
            case SYNC -> new Sync(UNITS.get(known(flags, UNITS.size(), "unit")));
            default -> new Halt();
        };
    }

    private static int known(int value, int count, String what) {
        if (value >= count) {
            throw new IllegalArgumentException("there is no %s %d".formatted(what, value));
        }
        return value;
    }

    private static int three(ByteBuffer bytes) {
        return Byte.toUnsignedInt(bytes.get()) << 16 | Short.toUnsignedInt(bytes.getShort());
    }
}
