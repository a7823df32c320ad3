package org.hloexplorer.pipeline.backend.tpu;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.DotDimensions;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.backend.tpu.simulator.Gemm;
import org.hloexplorer.pipeline.backend.tpu.simulator.OperandType;

/**
 * A dot as products X[m,k] · W[k,n]: the left operand streams, the right one lies still.
 *
 * @param gemm sizes: batch dimensions, free dimensions of either side and contracted ones, each multiplied out
 * @param type what the array multiplies
 * @param lhsOrder the left operand's dimensions in the order batch, m, k
 * @param rhsOrder the right operand's dimensions in the order batch, k, n
 */
record DotMapping(Gemm gemm, OperandType type, List<Integer> lhsOrder, List<Integer> rhsOrder) implements ArrayMapping {

    @Override
    public float[] x(List<Literal> operands) {
        return DotValues.inOrder(operands.getFirst(), lhsOrder);
    }

    @Override
    public float[] w(List<Literal> operands) {
        return DotValues.inOrder(operands.getLast(), rhsOrder);
    }

    @Override
    public Literal result(Shape.Array shape, double[] sums) {
        return DotValues.literal(shape, sums);
    }

    @Override
    public String description() {
        return "";
    }

    static DotMapping of(DotDimensions dimensions, Shape.Array lhs, Shape.Array rhs, OperandType type) {
        var lhsFree = others(lhs.rank(), dimensions.lhsBatch(), dimensions.lhsContracting());
        var rhsFree = others(rhs.rank(), dimensions.rhsBatch(), dimensions.rhsContracting());
        var gemm = new Gemm(
                size(lhs, dimensions.lhsBatch()),
                size(lhs, lhsFree),
                size(rhs, rhsFree),
                size(lhs, dimensions.lhsContracting()));
        return new DotMapping(
                gemm,
                type,
                joined(dimensions.lhsBatch(), lhsFree, dimensions.lhsContracting()),
                joined(dimensions.rhsBatch(), dimensions.rhsContracting(), rhsFree));
    }

    private static List<Integer> others(int rank, List<Integer> some, List<Integer> more) {
        return IntStream.range(0, rank)
                .filter(dimension -> !some.contains(dimension) && !more.contains(dimension))
                .boxed()
                .toList();
    }

    private static int size(Shape.Array shape, List<Integer> dimensions) {
        long size = 1;
        for (int dimension : dimensions) {
            size = Math.multiplyExact(size, shape.dimension(dimension));
        }
        return Math.toIntExact(size);
    }

    private static List<Integer> joined(List<Integer> first, List<Integer> second, List<Integer> third) {
        var all = new ArrayList<>(first);
        all.addAll(second);
        all.addAll(third);
        return List.copyOf(all);
    }
}
