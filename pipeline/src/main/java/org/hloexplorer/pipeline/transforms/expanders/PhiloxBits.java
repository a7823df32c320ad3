package org.hloexplorer.pipeline.transforms.expanders;

import static org.hloexplorer.hlo.HloOpcode.ADD;
import static org.hloexplorer.hlo.HloOpcode.MULTIPLY;
import static org.hloexplorer.hlo.HloOpcode.XOR;
import static org.hloexplorer.hlo.PrimitiveType.U32;
import static org.hloexplorer.hlo.PrimitiveType.U64;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.transforms.Emitter;

/** Philox4x32-10: each 128-bit block of the counter, multiplied and mixed ten times, gives four words. */
record PhiloxBits(Words words) {
    private static final long MULTIPLIER_A = 0xD2511F53L;
    private static final long MULTIPLIER_B = 0xCD9E8D57L;
    private static final long WEYL_A = 0x9E3779B9L;
    private static final long WEYL_B = 0xBB67AE85L;
    private static final int ROUNDS = 10;

    private Emitter emitter() {
        return words.emitter();
    }

    RngBitGeneratorExpander.Generated generate(HloInstruction state, Shape.Array shape) {
        boolean isWide = shape.elementType().bits() == Long.SIZE;
        long blocks = Math.ceilDiv(shape.elements(), isWide ? 2 : 4);
        var key = words.word(state, 0);
        var low = words.word(state, 1);
        boolean isLong = state.shape().asArray().dimension(0) > 2;
        var high = isLong ? words.word(state, 2) : key;
        var lows = words.counting(low, blocks);
        var highs = carried(lows, low, high);
        var made = rounds(
                List.of(words.low(lows), words.high(lows), words.low(highs), words.high(highs)),
                emitter().spread(words.low(key), words.low(lows).shape()),
                emitter().spread(words.high(key), words.low(lows).shape()));
        var row = isWide
                ? words.interleaved(List.of(words.wide(made.get(0), made.get(1)), words.wide(made.get(2), made.get(3))))
                : words.interleaved(made);
        var bits = emitter().convert(emitter().slice(row, 0, 0, shape.elements()), shape.elementType());
        var next = emitter().map(ADD, low, emitter().scalar(U64, blocks));
        var parts = new ArrayList<>(List.of(key, next));
        if (isLong) {
            parts.add(carried(next, low, high));
        }
        var newState = emitter()
                .concatenate(
                        0,
                        parts.stream().map(each -> emitter().reshape(each, 1L)).toList());
        return new RngBitGeneratorExpander.Generated(newState, emitter().reshape(bits, shape.dimensions()));
    }

    /** The upper half of a counter whose lower half may have run over since it was {@code start}. */
    private HloInstruction carried(HloInstruction lower, HloInstruction start, HloInstruction upper) {
        var first = emitter().spread(start, lower.shape());
        var hasRunOver = emitter().compare(ComparisonDirection.LT, lower, first);
        return emitter()
                .map(ADD, emitter().spread(upper, lower.shape()), emitter().convert(hasRunOver, U64));
    }

    private List<HloInstruction> rounds(List<HloInstruction> counter, HloInstruction keyA, HloInstruction keyB) {
        var x = counter;
        var a = keyA;
        var b = keyB;
        for (int round = 0; round < ROUNDS; round++) {
            var productA = multiplied(x.get(0), MULTIPLIER_A);
            var productB = multiplied(x.get(2), MULTIPLIER_B);
            x = List.of(
                    mixed(words.high(productB), x.get(1), a),
                    words.low(productB),
                    mixed(words.high(productA), x.get(3), b),
                    words.low(productA));
            a = emitter().map(ADD, a, emitter().filled(WEYL_A, a.shape()));
            b = emitter().map(ADD, b, emitter().filled(WEYL_B, b.shape()));
        }
        return x;
    }

    private HloInstruction multiplied(HloInstruction word, long multiplier) {
        var wide = emitter().convert(word, U64);
        return emitter().map(MULTIPLY, wide, emitter().filled(multiplier, wide.shape()));
    }

    private HloInstruction mixed(HloInstruction first, HloInstruction second, HloInstruction key) {
        return emitter().map(XOR, emitter().map(XOR, first, second), emitter().convert(key, U32));
    }
}
