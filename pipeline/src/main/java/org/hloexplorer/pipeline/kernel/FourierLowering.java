package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/**
 * Fourier transforms, line by line in scratch memory, the innermost dimension first.
 *
 * <p>RFFT keeps the first half of the spectrum and the middle; IRFFT takes that half and gives real numbers. Inverse
 * transforms divide by the length.
 */
final class FourierLowering {
    private final KernelScope scope;
    private final HloOp.Fft fft;
    private final boolean isInverse;
    private final PrimitiveType type;

    FourierLowering(HloModule module, HloComputation computation, HloInstruction instruction, HloOp.Fft fft) {
        this.scope = new KernelScope(module, computation, instruction, Set.of());
        this.fft = fft;
        this.isInverse = fft.type().equals("IFFT") || fft.type().equals("IRFFT");
        var result = scope.resultShape(0).elementType();
        this.type = result.isComplex() ? ComplexEmitter.partType(result) : result;
        if (fft.type().equals("IRFFT") && fft.length().size() > 1) {
            throw new NotLowerable("the inverse real transform of several dimensions is not a kernel yet");
        }
    }

    LoweredKernel lower() {
        int last = scope.resultShape(0).rank() - 1;
        for (int i = 0; i < fft.length().size(); i++) {
            var pass = new Pass(last - i, fft.length().get(fft.length().size() - 1 - i), i == 0);
            pass.emit();
        }
        return scope.partitioned(List.of(
                fft.length().stream().allMatch(FourierPasses::isPowerOfTwo)
                        ? "halved again and again"
                        : "as sums over the whole line, where its length is no power of two"));
    }

    private boolean isReal(int operand) {
        return !scope.operandShape(operand).elementType().isComplex();
    }

    /** The transform along one dimension: from the operand at first, then of what the result holds. */
    private final class Pass {
        private final int dimension;
        private final long length;
        private final boolean isFirst;
        private final FourierPasses passes;

        Pass(int dimension, long length, boolean isFirst) {
            this.dimension = dimension;
            this.length = length;
            this.isFirst = isFirst;
            this.passes = new FourierPasses(scope, type, length, isInverse, "line%d".formatted(dimension));
        }

        void emit() {
            var others = new ArrayList<>(scope.resultShape(0).dimensions());
            long kept = others.remove(dimension);
            long lines = others.stream().reduce(1L, Math::multiplyExact);
            scope.repeat(scope.block(), lines, LoopKind.SEQUENTIAL, (inner, line) -> {
                var at = Layouts.fromOrdinal(Shape.array(PrimitiveType.PRED, others), line);
                read(inner, at);
                var transformed = passes.emit(inner);
                scope.repeat(inner, kept, LoopKind.SEQUENTIAL, (each, i) -> write(each, at, i, transformed));
            });
        }

        private List<Index> indices(List<Index> line, Index i) {
            var indices = new ArrayList<>(line);
            indices.add(dimension, i);
            return indices;
        }

        private void read(Block block, List<Index> line) {
            var source = passes.source();
            boolean isHalf = fft.type().equals("IRFFT");
            long given = isHalf ? length / 2 + 1 : length;
            scope.repeat(block, given, LoopKind.SEQUENTIAL, (inner, i) -> {
                var at = indices(line, i);
                inner.store(source.re(), i, part(inner, 0, at), scope.id());
                inner.store(source.im(), i, part(inner, 1, at), scope.id());
            });
            if (isHalf) {
                complete(block, line, given, source);
            }
        }

        /** The mirrored half is conjugate, and what is its own mirror image is real. */
        private void complete(Block block, List<Index> line, long given, FourierPasses.Parts source) {
            scope.repeat(block, length - given, LoopKind.SEQUENTIAL, (inner, i) -> {
                var at = indices(line, Index.of(length - given).minus(i));
                var position = i.plus(given);
                inner.store(source.re(), position, part(inner, 0, at), scope.id());
                var im = scope.scalars(inner).negate(part(inner, 1, at));
                inner.store(source.im(), position, im, scope.id());
            });
            var zero = scope.scalars(block).number(type, 0);
            block.store(source.im(), Index.ZERO, zero, scope.id());
            if (length % 2 == 0) {
                block.store(source.im(), Index.of(length / 2), zero, scope.id());
            }
        }

        private Value part(Block block, int part, List<Index> at) {
            if (!isFirst) {
                return scope.load(
                        block, scope.result(0), ElementEmitter.complexPosition(scope.resultShape(0), part, at));
            }
            if (isReal(0) && part == 1) {
                return scope.scalars(block).number(type, 0);
            }
            var operand = scope.frame().operand(scope.instruction(), 0);
            return scope.elements().element(block, scope.frame(), operand, part, at);
        }

        private void write(Block block, List<Index> line, Index i, FourierPasses.Parts from) {
            var shape = scope.resultShape(0);
            var at = indices(line, i);
            if (!shape.elementType().isComplex()) {
                scope.store(block, 0, at, scaled(block, from.re(), i));
                return;
            }
            var parts = List.of(from.re(), from.im());
            for (int part = 0; part < 2; part++) {
                var position = ElementEmitter.complexPosition(shape, part, at);
                block.store(scope.result(0), position, scaled(block, parts.get(part), i), scope.id());
            }
        }

        private Value scaled(Block block, KernelBuffer from, Index i) {
            var value = scope.load(block, from, i);
            return isInverse ? scope.scalars(block).scaled(value, 1.0 / length) : value;
        }
    }
}
