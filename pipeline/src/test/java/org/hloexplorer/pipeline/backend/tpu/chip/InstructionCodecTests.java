package org.hloexplorer.pipeline.backend.tpu.chip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.hloexplorer.hlo.HloOpcode;
import org.junit.jupiter.api.Test;

/** Instructions as bytes and back. */
final class InstructionCodecTests {
    private static final long WORD = 0xffff_ffffL;

    @Test
    void fieldsLieWhereTheyShould() {
        var multiply = new TpuInstruction.MatrixMultiply(0x01020304, 0x0506, 0x070809, true, true);
        assertThat(HexFormat.of().formatHex(InstructionCodec.encode(multiply))).isEqualTo("060003010203040506070809");
        assertThat(multiply.text()).isEqualTo("matrix_multiply acc 0506 += [070809], 16909060 rows, switch weights");
        assertThat(InstructionCodec.encode(new TpuInstruction.Halt())).hasSize(InstructionCodec.BYTES);
    }

    @Property(tries = 200)
    void everyInstructionComesBack(
            @ForAll @LongRange(min = 0, max = WORD) long address,
            @ForAll @LongRange(min = 0, max = WORD) long rows,
            @ForAll @IntRange(min = 0, max = 0xffffff) int onChip,
            @ForAll @IntRange(min = 0, max = 0xffff) int accumulator,
            @ForAll boolean accumulates,
            @ForAll boolean switches,
            @ForAll HloOpcode opcode,
            @ForAll ChipUnit unit) {
        comesBack(new TpuInstruction.ReadHost(address, onChip, rows));
        comesBack(new TpuInstruction.WriteHost(address, onChip, rows));
        comesBack(new TpuInstruction.ReadMemory(address, onChip, rows));
        comesBack(new TpuInstruction.WriteMemory(address, onChip, rows));
        comesBack(new TpuInstruction.ReadWeights(address, rows));
        comesBack(new TpuInstruction.MatrixMultiply(rows, accumulator, onChip, accumulates, switches));
        comesBack(new TpuInstruction.Activate(rows, accumulator, onChip));
        comesBack(new TpuInstruction.VectorOperation(InstructionCodec.code(opcode), rows, onChip));
        comesBack(new TpuInstruction.Sync(unit));
        comesBack(new TpuInstruction.Halt());
    }

    private static void comesBack(TpuInstruction instruction) {
        assertThat(InstructionCodec.decode(ByteBuffer.wrap(InstructionCodec.encode(instruction))))
                .isEqualTo(instruction);
    }

    @Test
    void whatDoesNotFitIsRefused() {
        assertThatThrownBy(() -> InstructionCodec.encode(new TpuInstruction.Activate(WORD + 1, 0, 0)))
                .hasMessageContaining("length 4294967296 does not fit");
        assertThatThrownBy(() -> InstructionCodec.encode(new TpuInstruction.Activate(1, 0x10000, 0)))
                .hasMessageContaining("accumulator");
        assertThatThrownBy(() -> InstructionCodec.decode(ByteBuffer.allocate(12)))
                .hasMessageContaining("opcode 0");
        assertThatThrownBy(() -> InstructionCodec.decode(ByteBuffer.allocate(11)))
                .hasMessageContaining("only 11");
    }
}
