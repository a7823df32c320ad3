package org.hloexplorer.pipeline.transforms.expanders;

import static org.hloexplorer.hlo.HloOpcode.OR;
import static org.hloexplorer.hlo.HloOpcode.SHIFT_LEFT;
import static org.hloexplorer.hlo.HloOpcode.SHIFT_RIGHT_LOGICAL;
import static org.hloexplorer.hlo.PrimitiveType.U32;
import static org.hloexplorer.hlo.PrimitiveType.U64;

import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.pipeline.transforms.Emitter;

/** Arithmetic on arrays of 32- and 64-bit words, as random number generators need it. */
record Words(Emitter emitter) {

    HloInstruction low(HloInstruction wide) {
        return emitter.convert(wide, U32);
    }

    HloInstruction high(HloInstruction wide) {
        return emitter.convert(shifted(SHIFT_RIGHT_LOGICAL, wide, 32), U32);
    }

    HloInstruction wide(HloInstruction low, HloInstruction high) {
        return emitter.map(OR, emitter.convert(low, U64), shifted(SHIFT_LEFT, emitter.convert(high, U64), 32));
    }

    HloInstruction shifted(HloOpcode direction, HloInstruction words, long bits) {
        return emitter.map(direction, words, emitter.filled(bits, words.shape()));
    }

    HloInstruction rotatedLeft(HloInstruction words, int bits) {
        return emitter.map(OR, shifted(SHIFT_LEFT, words, bits), shifted(SHIFT_RIGHT_LOGICAL, words, 32 - bits));
    }

    /** The n-th word of a state, as a scalar. */
    HloInstruction word(HloInstruction state, int n) {
        return emitter.reshape(emitter.slice(state, 0, n, n + 1), List.of());
    }

    /** A scalar plus 0, 1, 2 … */
    HloInstruction counting(HloInstruction start, long count) {
        var numbers = emitter.iota(U64, List.of(count), 0);
        return emitter.map(HloOpcode.ADD, emitter.spread(start, numbers.shape()), numbers);
    }

    /** Vectors of one length, element by element behind one another. */
    HloInstruction interleaved(List<HloInstruction> vectors) {
        long length = vectors.getFirst().shape().asArray().dimension(0);
        var columns =
                vectors.stream().map(each -> emitter.reshape(each, length, 1L)).toList();
        return emitter.reshape(emitter.concatenate(1, columns), length * vectors.size());
    }
}
