package org.hloexplorer.hlo;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What an instruction computes, without its operands: an opcode with the attributes that belong to it.
 *
 * <p>The family is sealed by <em>form of attributes</em>, not by opcode: a record serves every opcode that is written
 * the same way. Computations are named by id, and resolved by the module.
 */
public sealed interface HloOp {

    HloOpcode opcode();

    /** The computations this operation calls, in the order XLA lists them. */
    default List<Integer> calledComputations() {
        return List.of();
    }

    /** The same operation calling others; as many as {@link #calledComputations()}. */
    default HloOp withCalledComputations(List<Integer> ids) {
        if (!ids.isEmpty()) {
            throw new IllegalArgumentException(opcode() + " calls no computation");
        }
        return this;
    }

    /** An operation that has no attributes of its own: {@code add}, {@code tuple}, {@code reshape}, {@code copy} … */
    record Plain(HloOpcode opcode) implements HloOp {}

    record Parameter(int number) implements HloOp {
        @Override
        public HloOpcode opcode() {
            return HloOpcode.PARAMETER;
        }
    }

    record Constant(Literal literal) implements HloOp {
        @Override
        public HloOpcode opcode() {
            return HloOpcode.CONSTANT;
        }
    }

    /** An operation along one dimension: {@code iota}, {@code concatenate}, {@code get-dimension-size} … */
    record AlongDimension(HloOpcode opcode, int dimension) implements HloOp {}

    /** {@code broadcast}, {@code transpose} and {@code reverse}: what {@code dimensions} means depends on the opcode. */
    record WithDimensions(HloOpcode opcode, List<Integer> dimensions) implements HloOp {
        public WithDimensions {
            dimensions = List.copyOf(dimensions);
        }
    }

    /** {@code type} is absent where the element type's own comparison is meant. */
    record Compare(ComparisonDirection direction, @Nullable ComparisonType type) implements HloOp {
        @Override
        public HloOpcode opcode() {
            return HloOpcode.COMPARE;
        }
    }

    record ReducePrecision(int exponentBits, int mantissaBits) implements HloOp {
        @Override
        public HloOpcode opcode() {
            return HloOpcode.REDUCE_PRECISION;
        }
    }

    /** {@code rng}'s distribution or {@code rng-bit-generator}'s algorithm, as XLA spells it. */
    record RandomNumbers(HloOpcode opcode, String kind) implements HloOp {}

    record RngGetAndUpdateState(long delta) implements HloOp {
        @Override
        public HloOpcode opcode() {
            return HloOpcode.RNG_GET_AND_UPDATE_STATE;
        }
    }

    record Slice(List<Long> starts, List<Long> limits, List<Long> strides) implements HloOp {
        public Slice {
            starts = List.copyOf(starts);
            limits = List.copyOf(limits);
            strides = List.copyOf(strides);
        }

        @Override
        public HloOpcode opcode() {
            return HloOpcode.SLICE;
        }
    }

    record DynamicSlice(List<Long> sizes) implements HloOp {
        public DynamicSlice {
            sizes = List.copyOf(sizes);
        }

        @Override
        public HloOpcode opcode() {
            return HloOpcode.DYNAMIC_SLICE;
        }
    }

    /** Per dimension: elements added before, after and between; the edges may be negative. */
    record Pad(List<Long> low, List<Long> high, List<Long> interior) implements HloOp {
        public Pad {
            low = List.copyOf(low);
            high = List.copyOf(high);
            interior = List.copyOf(interior);
        }

        @Override
        public HloOpcode opcode() {
            return HloOpcode.PAD;
        }
    }

    record Gather(GatherDimensions dimensions, List<Long> sliceSizes, boolean indicesAreSorted) implements HloOp {
        public Gather {
            sliceSizes = List.copyOf(sliceSizes);
        }

        @Override
        public HloOpcode opcode() {
            return HloOpcode.GATHER;
        }
    }

    record Scatter(ScatterDimensions dimensions, boolean indicesAreSorted, boolean uniqueIndices, int toApply)
            implements HloOp {
        @Override
        public HloOpcode opcode() {
            return HloOpcode.SCATTER;
        }

        @Override
        public List<Integer> calledComputations() {
            return List.of(toApply);
        }

        @Override
        public HloOp withCalledComputations(List<Integer> ids) {
            return new Scatter(dimensions, indicesAreSorted, uniqueIndices, ids.getFirst());
        }
    }

    /** {@code reduce}, {@code map}: a computation applied over dimensions. */
    record OverDimensions(HloOpcode opcode, List<Integer> dimensions, int toApply) implements HloOp {
        public OverDimensions {
            dimensions = List.copyOf(dimensions);
        }

        @Override
        public List<Integer> calledComputations() {
            return List.of(toApply);
        }

        @Override
        public HloOp withCalledComputations(List<Integer> ids) {
            return new OverDimensions(opcode, dimensions, ids.getFirst());
        }
    }

    record ReduceWindow(Window window, int toApply) implements HloOp {
        @Override
        public HloOpcode opcode() {
            return HloOpcode.REDUCE_WINDOW;
        }

        @Override
        public List<Integer> calledComputations() {
            return List.of(toApply);
        }

        @Override
        public HloOp withCalledComputations(List<Integer> ids) {
            return new ReduceWindow(window, ids.getFirst());
        }
    }

    record SelectAndScatter(Window window, int select, int scatter) implements HloOp {
        @Override
        public HloOpcode opcode() {
            return HloOpcode.SELECT_AND_SCATTER;
        }

        @Override
        public List<Integer> calledComputations() {
            return List.of(select, scatter);
        }

        @Override
        public HloOp withCalledComputations(List<Integer> ids) {
            return new SelectAndScatter(window, ids.getFirst(), ids.getLast());
        }
    }

    record Sort(int dimension, boolean isStable, int comparator) implements HloOp {
        @Override
        public HloOpcode opcode() {
            return HloOpcode.SORT;
        }

        @Override
        public List<Integer> calledComputations() {
            return List.of(comparator);
        }

        @Override
        public HloOp withCalledComputations(List<Integer> ids) {
            return new Sort(dimension, isStable, ids.getFirst());
        }
    }

    record TopK(long k, boolean largest) implements HloOp {
        @Override
        public HloOpcode opcode() {
            return HloOpcode.TOPK;
        }
    }

    record Scan(int dimension, int numCarries, boolean isReverse, boolean isAssociative, int toApply) implements HloOp {
        @Override
        public HloOpcode opcode() {
            return HloOpcode.SCAN;
        }

        @Override
        public List<Integer> calledComputations() {
            return List.of(toApply);
        }

        @Override
        public HloOp withCalledComputations(List<Integer> ids) {
            return new Scan(dimension, numCarries, isReverse, isAssociative, ids.getFirst());
        }
    }

    record Dot(DotDimensions dimensions, Precision precision) implements HloOp {
        @Override
        public HloOpcode opcode() {
            return HloOpcode.DOT;
        }
    }

    record RaggedDot(DotDimensions dimensions, List<Integer> lhsRagged, List<Integer> rhsGroup, Precision precision)
            implements HloOp {
        public RaggedDot {
            lhsRagged = List.copyOf(lhsRagged);
            rhsGroup = List.copyOf(rhsGroup);
        }

        @Override
        public HloOpcode opcode() {
            return HloOpcode.RAGGED_DOT;
        }
    }

    record ScaledDot(DotDimensions dimensions, Precision precision) implements HloOp {
        @Override
        public HloOpcode opcode() {
            return HloOpcode.SCALED_DOT;
        }
    }

    record Convolution(
            Window window,
            ConvolutionDimensions dimensions,
            long featureGroupCount,
            long batchGroupCount,
            Precision precision)
            implements HloOp {
        @Override
        public HloOpcode opcode() {
            return HloOpcode.CONVOLUTION;
        }
    }

    /** {@code type} is FFT, IFFT, RFFT or IRFFT. */
    record Fft(String type, List<Long> length) implements HloOp {
        public Fft {
            length = List.copyOf(length);
        }

        @Override
        public HloOpcode opcode() {
            return HloOpcode.FFT;
        }
    }

    record Cholesky(boolean lower) implements HloOp {
        @Override
        public HloOpcode opcode() {
            return HloOpcode.CHOLESKY;
        }
    }

    /** {@code transposeA} is NO_TRANSPOSE, TRANSPOSE or ADJOINT. */
    record TriangularSolve(boolean leftSide, boolean lower, boolean unitDiagonal, String transposeA) implements HloOp {
        @Override
        public HloOpcode opcode() {
            return HloOpcode.TRIANGULAR_SOLVE;
        }
    }

    record BatchNorm(HloOpcode opcode, float epsilon, int featureIndex) implements HloOp {}

    record GetTupleElement(int index) implements HloOp {
        @Override
        public HloOpcode opcode() {
            return HloOpcode.GET_TUPLE_ELEMENT;
        }
    }

    record Call(int toApply, boolean isComposite) implements HloOp {
        @Override
        public HloOpcode opcode() {
            return HloOpcode.CALL;
        }

        @Override
        public List<Integer> calledComputations() {
            return List.of(toApply);
        }

        @Override
        public HloOp withCalledComputations(List<Integer> ids) {
            return new Call(ids.getFirst(), isComposite);
        }
    }

    record While(int condition, int body) implements HloOp {
        @Override
        public HloOpcode opcode() {
            return HloOpcode.WHILE;
        }

        @Override
        public List<Integer> calledComputations() {
            return List.of(condition, body);
        }

        @Override
        public HloOp withCalledComputations(List<Integer> ids) {
            return new While(ids.getFirst(), ids.getLast());
        }
    }

    /** Branch 0 is taken for {@code true} where the choice is a {@code pred}. */
    record Conditional(List<Integer> branches, boolean byPredicate) implements HloOp {
        public Conditional {
            branches = List.copyOf(branches);
        }

        @Override
        public HloOpcode opcode() {
            return HloOpcode.CONDITIONAL;
        }

        @Override
        public List<Integer> calledComputations() {
            return branches;
        }

        @Override
        public HloOp withCalledComputations(List<Integer> ids) {
            return new Conditional(ids, byPredicate);
        }
    }

    /** Instructions that run as one kernel. */
    record Fusion(FusionKind kind, int computation, List<Aliasing> outputToOperandAliasing) implements HloOp {
        public Fusion {
            outputToOperandAliasing = List.copyOf(outputToOperandAliasing);
        }

        @Override
        public HloOpcode opcode() {
            return HloOpcode.FUSION;
        }

        @Override
        public List<Integer> calledComputations() {
            return List.of(computation);
        }

        @Override
        public HloOp withCalledComputations(List<Integer> ids) {
            return new Fusion(kind, ids.getFirst(), outputToOperandAliasing);
        }
    }

    /**
     * A call out of HLO.
     *
     * @param calledComputations the computations it is handed, whether as {@code to_apply} or as a list
     * @param operandLayouts the layouts it insists on, or null where it takes any
     */
    record CustomCall(
            String target,
            List<Integer> calledComputations,
            @Nullable List<Shape> operandLayouts,
            boolean hasSideEffect,
            String apiVersion,
            List<Aliasing> outputToOperandAliasing)
            implements HloOp {
        public CustomCall {
            calledComputations = List.copyOf(calledComputations);
            operandLayouts = operandLayouts == null ? null : List.copyOf(operandLayouts);
            outputToOperandAliasing = List.copyOf(outputToOperandAliasing);
        }

        @Override
        public HloOpcode opcode() {
            return HloOpcode.CUSTOM_CALL;
        }

        @Override
        public HloOp withCalledComputations(List<Integer> ids) {
            return new CustomCall(target, ids, operandLayouts, hasSideEffect, apiVersion, outputToOperandAliasing);
        }
    }

    /** {@code infeed} and {@code outfeed}; the shape is what an outfeed sends. */
    record Feed(HloOpcode opcode, String config, @Nullable Shape outfeedShape) implements HloOp {}

    /** {@code send}, {@code recv} and their ends. */
    record Channel(HloOpcode opcode, OptionalLong channelId, boolean isHostTransfer) implements HloOp {}

    /** {@code async-start}, {@code async-update}, {@code async-done} around a computation of one instruction. */
    record Async(HloOpcode opcode, int computation, String executionThread) implements HloOp {
        @Override
        public List<Integer> calledComputations() {
            return List.of(computation);
        }

        @Override
        public HloOp withCalledComputations(List<Integer> ids) {
            return new Async(opcode, ids.getFirst(), executionThread);
        }
    }

    /**
     * Communication among replicas and partitions.
     *
     * @param dimensions the dimension gathered, scattered or split; empty where there is none
     * @param toApply the reduction, or empty
     */
    record Collective(
            HloOpcode opcode,
            ReplicaGroups replicaGroups,
            OptionalLong channelId,
            boolean useGlobalDeviceIds,
            boolean constrainLayout,
            List<Integer> dimensions,
            List<Integer> toApply)
            implements HloOp {
        public Collective {
            dimensions = List.copyOf(dimensions);
            toApply = List.copyOf(toApply);
        }

        @Override
        public List<Integer> calledComputations() {
            return toApply;
        }

        @Override
        public HloOp withCalledComputations(List<Integer> ids) {
            return new Collective(
                    opcode, replicaGroups, channelId, useGlobalDeviceIds, constrainLayout, dimensions, ids);
        }
    }

    /** {@code collective-permute} and its start: pairs of (source, target). */
    record Permute(HloOpcode opcode, List<List<Long>> sourceTargetPairs, OptionalLong channelId) implements HloOp {
        public Permute {
            sourceTargetPairs = List.copyOf(sourceTargetPairs);
        }
    }

    /** Where a sharding changes; both sides as XLA prints them. */
    record Domain(String text) implements HloOp {
        @Override
        public HloOpcode opcode() {
            return HloOpcode.DOMAIN;
        }
    }

    /** An operation of an XLA this program does not know: shown, printed back, left alone by passes. */
    record Unknown(String mnemonic, List<Integer> calledComputations) implements HloOp {
        public Unknown {
            calledComputations = List.copyOf(calledComputations);
        }

        @Override
        public HloOpcode opcode() {
            return HloOpcode.UNKNOWN;
        }

        @Override
        public HloOp withCalledComputations(List<Integer> ids) {
            return new Unknown(mnemonic, ids);
        }
    }

    /** XLA's mnemonic, also of an unknown operation. */
    default String mnemonic() {
        return this instanceof Unknown(var text, var _) ? text : opcode().mnemonic();
    }
}
