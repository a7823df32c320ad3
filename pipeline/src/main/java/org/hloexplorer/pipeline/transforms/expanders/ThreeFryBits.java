package org.hloexplorer.pipeline.transforms.expanders;

import static org.hloexplorer.hlo.HloOpcode.ADD;
import static org.hloexplorer.hlo.HloOpcode.XOR;
import static org.hloexplorer.hlo.PrimitiveType.U64;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.transforms.Emitter;

/**
 * ThreeFry2x32-20: each number of the counter, mixed twenty times with the key, gives two words. They lie next to each
 * other along the first dimension of even size, or else the largest.
 */
record ThreeFryBits(Words words) {
    private static final int[] ROTATIONS = {13, 15, 26, 6, 17, 29, 16, 24};
    private static final long PARITY = 0x1BD11BDAL;
    private static final int ROUNDS = 20;

    private record Pair(HloInstruction first, HloInstruction second) {}

    private Emitter emitter() {
        return words.emitter();
    }

    RngBitGeneratorExpander.Generated generate(HloInstruction state, Shape.Array shape) {
        var key = words.word(state, 0);
        var counter = words.word(state, 1);
        boolean isWide = shape.elementType().bits() == Long.SIZE;
        var halves = isWide || shape.isScalar() ? shape.dimensions() : halved(shape);
        long draws = halves.stream().reduce(1L, (a, b) -> a * b);
        var drawn = mixed(key, words.counting(counter, draws));
        HloInstruction bits;
        if (isWide) {
            bits = emitter().reshape(words.wide(drawn.first(), drawn.second()), shape.dimensions());
        } else if (shape.isScalar()) {
            bits = emitter().reshape(drawn.first(), List.of());
        } else {
            bits = besideEachOther(drawn, halves, shape);
        }
        var next = emitter().map(ADD, counter, emitter().scalar(U64, draws));
        var newState = emitter()
                .concatenate(0, List.of(emitter().reshape(key, 1L), emitter().reshape(next, 1L)));
        return new RngBitGeneratorExpander.Generated(newState, emitter().convert(bits, shape.elementType()));
    }

    private static int splitDimension(Shape.Array shape) {
        int largest = 0;
        for (int i = 0; i < shape.rank(); i++) {
            if (shape.dimension(i) % 2 == 0) {
                return i;
            }
            largest = shape.dimension(i) > shape.dimension(largest) ? i : largest;
        }
        return largest;
    }

    private static List<Long> halved(Shape.Array shape) {
        int split = splitDimension(shape);
        return Emitter.with(shape.dimensions(), split, Math.ceilDiv(shape.dimension(split), 2));
    }

    private HloInstruction besideEachOther(Pair drawn, List<Long> halves, Shape.Array shape) {
        int split = splitDimension(shape);
        var sizes = new ArrayList<>(halves);
        sizes.add(split + 1, 1L);
        var pairs = emitter()
                .concatenate(
                        split + 1,
                        List.of(
                                emitter().reshape(drawn.first(), sizes),
                                emitter().reshape(drawn.second(), sizes)));
        var joined = emitter().reshape(pairs, Emitter.with(halves, split, 2 * halves.get(split)));
        return emitter().slice(joined, split, 0, shape.dimension(split));
    }

    private Pair mixed(HloInstruction key, HloInstruction counters) {
        var shape = words.low(counters).shape();
        var low = emitter().spread(words.low(key), shape);
        var high = emitter().spread(words.high(key), shape);
        var parity = emitter().map(XOR, emitter().map(XOR, low, high), emitter().filled(PARITY, shape));
        var keys = List.of(low, high, parity);
        var x0 = emitter().map(ADD, words.low(counters), low);
        var x1 = emitter().map(ADD, words.high(counters), high);
        for (int round = 0; round < ROUNDS; round++) {
            x0 = emitter().map(ADD, x0, x1);
            x1 = emitter().map(XOR, words.rotatedLeft(x1, ROTATIONS[round % ROTATIONS.length]), x0);
            if (round % 4 == 3) {
                int injection = round / 4 + 1;
                x0 = emitter().map(ADD, x0, keys.get(injection % 3));
                x1 = emitter()
                        .map(
                                ADD,
                                emitter().map(ADD, x1, keys.get((injection + 1) % 3)),
                                emitter().filled(injection, shape));
            }
        }
        return new Pair(x0, x1);
    }
}
