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
 * @param resultSizes sizes of the result's dimensions, in the order batch, m, n
 */
record DotMapping(
        Gemm gemm,
        OperandType type,
        Shape.Array lhs,
        Shape.Array rhs,
        List<Integer> lhsOrder,
        List<Integer> rhsOrder,
        List<Long> resultSizes)
        implements ArrayMapping {

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
    public List<Long> xIndex(int batch, int m, int k) {
        return index(lhs, lhsOrder, ((long) batch * gemm.m() + m) * gemm.k() + k);
    }

    @Override
    public List<Long> wIndex(int batch, int k, int n) {
        return index(rhs, rhsOrder, ((long) batch * gemm.k() + k) * gemm.n() + n);
    }

    @Override
    public List<Long> yIndex(int batch, int m, int n) {
        return DotValues.index(resultSizes, ((long) batch * gemm.m() + m) * gemm.n() + n);
    }

    /** The index of the element that is at a place when dimensions are taken in an order. */
    private static List<Long> index(Shape.Array shape, List<Integer> order, long place) {
        var inOrder = DotValues.index(order.stream().map(shape::dimension).toList(), place);
        return IntStream.range(0, order.size())
                .mapToObj(dimension -> inOrder.get(order.indexOf(dimension)))
                .toList();
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
        var sizes = new ArrayList<Long>();
        dimensions.lhsBatch().forEach(dimension -> sizes.add(lhs.dimension(dimension)));
        lhsFree.forEach(dimension -> sizes.add(lhs.dimension(dimension)));
        rhsFree.forEach(dimension -> sizes.add(rhs.dimension(dimension)));
        return new DotMapping(
                gemm,
                type,
                lhs,
                rhs,
                joined(dimensions.lhsBatch(), lhsFree, dimensions.lhsContracting()),
                joined(dimensions.rhsBatch(), dimensions.rhsContracting(), rhsFree),
                List.copyOf(sizes));
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
