package org.hloexplorer.pipeline.backend.tpu;

import java.util.List;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.backend.tpu.simulator.Gemm;
import org.hloexplorer.pipeline.backend.tpu.simulator.OperandType;

/** An instruction as products X[m,k] · W[k,n]: how its operands become X and W, and the products its result. */
sealed interface ArrayMapping permits DotMapping, ConvolutionMapping {

    /** The sizes of the products. */
    Gemm gemm();

    /** What the array multiplies. */
    OperandType type();

    /** X of all products, batch × m × k. */
    float[] x(List<Literal> operands);

    /** W of all products, batch × k × n. */
    float[] w(List<Literal> operands);

    /** The result in the instruction's order of dimensions, from sums in the order batch × m × n. */
    Literal result(Shape.Array shape, double[] sums);

    /** The index in the left operand of an element of X; empty in padding. */
    List<Long> xIndex(int batch, int m, int k);

    /** The index in the right operand of an element of W. */
    List<Long> wIndex(int batch, int k, int n);

    /** The index in the result of a sum. */
    List<Long> yIndex(int batch, int m, int n);

    /** How the instruction was laid on the array, in a sentence; empty where that goes without saying. */
    String description();
}
