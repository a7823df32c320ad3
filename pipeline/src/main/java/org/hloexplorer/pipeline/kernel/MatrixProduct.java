package org.hloexplorer.pipeline.kernel;

import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.kernel.IndexAtom.LoopVariable;

/**
 * What a tiled kernel of bf16 operands computes, for processors that multiply small matrices in one instruction.
 *
 * <p>Offsets are in elements; rows, columns and depth are whole tiles.
 *
 * @param lhs its elements along the depth are neighbours
 */
public record MatrixProduct(Operand lhs, Operand rhs, Operand result, long columnTiles, long rowTiles, long depth) {
    /** Of a side of the tile that a group of so many items computes. */
    public static final int TILE = 64;

    private static final int ITEMS = 256;
    private static final int DEPTH = 16;

    /**
     * An array.
     *
     * @param batch from one product to the next
     * @param row of the left operand and the result; the right one's along the depth
     * @param column of the right operand and the result; the left one's along the depth
     */
    public record Operand(KernelBuffer buffer, long batch, long row, long column) {}

    /** Nothing where the operands are of other types, where tiles stick out, or elements do not lie evenly spaced. */
    static Optional<MatrixProduct> of(
            Contraction contraction, GroupTiling tiling, Shape.Array lhs, Shape.Array rhs, KernelScope scope) {
        if (lhs.elementType() != PrimitiveType.BF16
                || rhs.elementType() != PrimitiveType.BF16
                || tiling.computeType() != PrimitiveType.F32
                || tiling.items() != ITEMS
                || tiling.tile() != TILE
                || !isFloat(scope.resultShape(0).elementType())
                || tiling.rows() % TILE != 0
                || tiling.columns() % TILE != 0
                || tiling.depth() % DEPTH != 0
                || contraction.depthSizes().size() != 1) {
            return Optional.empty();
        }
        return new Places(contraction, tiling, scope).product(lhs, rhs);
    }

    private static boolean isFloat(PrimitiveType type) {
        return type == PrimitiveType.F32 || type == PrimitiveType.BF16;
    }

    /** Finds out how far apart elements lie. */
    private record Places(
            Contraction contraction,
            GroupTiling tiling,
            KernelScope scope,
            LoopVariable batch,
            LoopVariable row,
            LoopVariable column,
            LoopVariable depth) {

        Places(Contraction contraction, GroupTiling tiling, KernelScope scope) {
            this(
                    contraction,
                    tiling,
                    scope,
                    new LoopVariable(-1, tiling.batches()),
                    new LoopVariable(-2, tiling.rows()),
                    new LoopVariable(-3, tiling.columns()),
                    new LoopVariable(-4, tiling.depth()));
        }

        Optional<MatrixProduct> product(Shape.Array lhs, Shape.Array rhs) {
            var batches = split(batch, contraction.batchSizes());
            var rows = split(row, contraction.rowSizes());
            var columns = split(column, contraction.columnSizes());
            var line = contraction.lhs(Block.outermost(), batches, rows, List.of());
            var depths = List.of(Index.of(depth));
            if (line.test() != null) {
                return Optional.empty();
            }
            var left = operand(scope.operandBuffer(0), Layouts.position(lhs, line.at(Index.of(depth))), row, depth);
            var right = operand(
                    scope.operandBuffer(1),
                    Layouts.position(rhs, contraction.rhs(batches, columns, depths)),
                    depth,
                    column);
            var at = Layouts.position(scope.resultShape(0), contraction.result(batches, rows, columns));
            var result = operand(Optional.of(scope.result(0)), at, row, column);
            return left.isEmpty()
                            || right.isEmpty()
                            || result.isEmpty()
                            || left.get().column() != 1
                    ? Optional.empty()
                    : Optional.of(new MatrixProduct(
                            left.get(),
                            right.get(),
                            result.get(),
                            tiling.columnTiles(),
                            tiling.rowTiles(),
                            tiling.depth()));
        }

        private static List<Index> split(LoopVariable variable, List<Long> sizes) {
            return Layouts.fromOrdinal(Shape.array(PrimitiveType.PRED, sizes), Index.of(variable));
        }

        private Optional<Operand> operand(
                Optional<KernelBuffer> buffer, Index position, LoopVariable first, LoopVariable second) {
            var known = List.of(batch, first, second);
            boolean isEven = position.terms().keySet().stream().allMatch(known::contains) && position.constant() == 0;
            return buffer.filter(_ -> isEven)
                    .map(each -> new Operand(
                            each,
                            position.coefficient(batch),
                            position.coefficient(first),
                            position.coefficient(second)));
        }
    }
}
