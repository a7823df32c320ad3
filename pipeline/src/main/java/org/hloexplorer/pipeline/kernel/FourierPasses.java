package org.hloexplorer.pipeline.kernel;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;

/**
 * The transform of one line in scratch memory.
 *
 * <p>Powers of two by Stockham's passes, which go from one memory to the other and need no reordering; other lengths as the
 * sums of the definition.
 */
final class FourierPasses {
    private final KernelScope scope;
    private final PrimitiveType type;
    private final long length;
    private final Parts first;
    private final Parts second;
    private final Parts roots;

    /** Real and imaginary parts, apart. */
    record Parts(KernelBuffer re, KernelBuffer im) {}

    FourierPasses(KernelScope scope, PrimitiveType type, long length, boolean isInverse, String name) {
        this.scope = scope;
        this.type = type;
        this.length = length;
        this.first = memory(name + ".a");
        this.second = memory(name + ".b");
        double turn = (isInverse ? 2 : -2) * Math.PI / length;
        this.roots = new Parts(table(i -> Math.cos(turn * i)), table(i -> Math.sin(turn * i)));
    }

    static boolean isPowerOfTwo(long length) {
        return Long.bitCount(length) == 1;
    }

    private Parts memory(String name) {
        return new Parts(
                scope.scratch(name + ".re", type, Math.max(1, length)),
                scope.scratch(name + ".im", type, Math.max(1, length)));
    }

    private KernelBuffer table(DoubleUnaryOperator function) {
        var values = new double[Math.toIntExact(length)];
        for (int i = 0; i < values.length; i++) {
            values[i] = function.applyAsDouble(i);
        }
        return scope.constant(type == PrimitiveType.F64 ? Literal.ofDoubles(values, length) : floats(values));
    }

    private static Literal floats(double[] values) {
        var floats = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            floats[i] = (float) values[i];
        }
        return Literal.ofFloats(floats, values.length);
    }

    /** Where the line is to be put. */
    Parts source() {
        return first;
    }

    /** Transforms what is in the source; gives where the result is. */
    Parts emit(Block block) {
        if (!isPowerOfTwo(length)) {
            sums(block);
            return second;
        }
        var from = first;
        var to = second;
        for (long stride = 1; stride < length; stride *= 2) {
            pass(block, stride, from, to);
            var passed = to;
            to = from;
            from = passed;
        }
        return from;
    }

    /** Butterflies of elements half a line apart; runs of {@code stride} neighbours share a root. */
    private void pass(Block block, long stride, Parts from, Parts to) {
        scope.repeat(block, length / 2 / stride, LoopKind.SEQUENTIAL, (inRun, run) -> {
            var root = root(inRun, run.times(stride));
            scope.repeat(inRun, stride, LoopKind.SEQUENTIAL, (inner, k) -> {
                var position = run.times(stride).plus(k);
                var a = load(inner, from, position);
                var b = load(inner, from, position.plus(length / 2));
                var target = run.times(2 * stride).plus(k);
                var scalars = scope.scalars(inner);
                var sum = List.of(scalars.add(a.get(0), b.get(0)), scalars.add(a.get(1), b.get(1)));
                var difference = List.of(scalars.subtract(a.get(0), b.get(0)), scalars.subtract(a.get(1), b.get(1)));
                store(inner, to, target, sum);
                store(inner, to, target.plus(stride), product(scalars, difference, root));
            });
        });
    }

    private void sums(Block block) {
        scope.repeat(block, length, LoopKind.SEQUENTIAL, (outer, k) -> {
            var step = outer.define(new Expression.IndexValue(k), scope.id());
            var zero = scope.scalars(outer).number(type, 0);
            var none = scope.scalars(outer).bits(PrimitiveType.S64, 0);
            var counter = outer.newVariable(length);
            var sums = outer.loop(
                    counter, LoopKind.SEQUENTIAL, List.of(zero, zero, none), scope.id(), (inner, carried) -> {
                        var scalars = scope.scalars(inner);
                        // Multiples of a whole turn are left out, so that the root is in the table.
                        var turned = scope.elements().clampedIndex(inner, carried.get(2), length - 1, scope.id());
                        var value = load(inner, first, Index.of(counter));
                        var term = product(scalars, value, root(inner, turned));
                        var next = scalars.add(carried.get(2), step);
                        var whole = scalars.bits(PrimitiveType.S64, length);
                        var isBeyond = scalars.apply(Operation.COMPARE_GE, next, whole);
                        var wrapped = scalars.select(isBeyond, scalars.subtract(next, whole), next);
                        return List.of(
                                scalars.add(carried.get(0), term.get(0)),
                                scalars.add(carried.get(1), term.get(1)),
                                wrapped);
                    });
            store(outer, second, k, sums.subList(0, 2));
        });
    }

    private List<Value> root(Block block, Index number) {
        return load(block, roots, number);
    }

    private List<Value> load(Block block, Parts parts, Index position) {
        return List.of(scope.load(block, parts.re(), position), scope.load(block, parts.im(), position));
    }

    private void store(Block block, Parts parts, Index position, List<Value> values) {
        block.store(parts.re(), position, values.get(0), scope.id());
        block.store(parts.im(), position, values.get(1), scope.id());
    }

    private static List<Value> product(Scalars scalars, List<Value> a, List<Value> b) {
        return List.of(
                scalars.subtract(scalars.multiply(a.get(0), b.get(0)), scalars.multiply(a.get(1), b.get(1))),
                scalars.add(scalars.multiply(a.get(0), b.get(1)), scalars.multiply(a.get(1), b.get(0))));
    }
}
