package org.hloexplorer.pipeline.fusion.gpu;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.fusion.FusionGraph;
import org.hloexplorer.pipeline.fusion.IndexingEvaluation;

/**
 * What a kernel, be it one instruction or a fusion, computes and reads, as XLA's {@code GpuHloCostAnalysis} counts it.
 *
 * @param cycles of all threads together
 * @param codeSize instructions as often as they are emitted
 * @param blockSplits how many of them start a block after which nothing emitted before can be used again
 * @param reads of each operand, in order
 * @param readsOfRoots how often each element of a root is read; roots are what several readers may read together
 */
record KernelWork(
        double cycles, double codeSize, double blockSplits, List<Read> reads, Map<Integer, Double> readsOfRoots) {

    /**
     * How an operand is read.
     *
     * @param perElement how often each element, on average
     * @param emitted how often the code that reads it is there
     * @param roots at whose indices
     */
    record Read(double perElement, double emitted, Set<Integer> roots) {}

    static KernelWork of(HloInstruction kernel, FusionGraph graph) {
        if (!FusionGraph.isFusion(kernel)) {
            return new Walk(graph, List.of(kernel), kernel).work(ids(kernel));
        }
        var body = graph.body(kernel);
        var parameters = IntStream.range(0, kernel.operandCount())
                .mapToObj(i -> body.parameter(i).id())
                .toList();
        return new Walk(body.graph(), body.instructions(), body.root()).work(parameters);
    }

    private static List<Integer> ids(HloInstruction kernel) {
        return IntStream.of(kernel.operandIds()).boxed().toList();
    }

    /** How often elements of two operands are read together, at the same index. */
    double readsTogether(int operand, int other) {
        return reads.get(operand).roots().stream()
                .filter(reads.get(other).roots()::contains)
                .mapToDouble(root -> readsOfRoots.getOrDefault(root, 0.0))
                .sum();
    }

    /** From the result backwards: who asks an instruction for elements, and how many. */
    private static final class Walk {
        private final FusionGraph graph;
        private final Map<Integer, Set<Integer>> roots = new HashMap<>();
        private final Map<Integer, Double> readsOfRoots = new HashMap<>();
        private final Map<Integer, Double> emittedOfRoots = new HashMap<>();
        private double cycles;
        private double codeSize;
        private double blockSplits;

        Walk(FusionGraph graph, List<HloInstruction> instructions, HloInstruction root) {
            this.graph = graph;
            roots.put(root.id(), new HashSet<>(Set.of(root.id())));
            readsOfRoots.put(root.id(), 1.0);
            emittedOfRoots.put(root.id(), 1.0);
            instructions.reversed().forEach(this::visit);
        }

        KernelWork work(List<Integer> operands) {
            return new KernelWork(
                    cycles,
                    codeSize,
                    blockSplits,
                    operands.stream()
                            .map(id -> new Read(sum(readsOfRoots, id), sum(emittedOfRoots, id), rootsOf(id)))
                            .toList(),
                    Map.copyOf(readsOfRoots));
        }

        private Set<Integer> rootsOf(int id) {
            return roots.computeIfAbsent(id, _ -> new HashSet<>());
        }

        private double sum(Map<Integer, Double> values, int id) {
            return rootsOf(id).stream()
                    .mapToDouble(root -> values.getOrDefault(root, 0.0))
                    .sum();
        }

        private void visit(HloInstruction instruction) {
            double reads = sum(readsOfRoots, instruction.id());
            double emitted = sum(emittedOfRoots, instruction.id());
            cycles += reads * cyclesOf(instruction);
            codeSize += emitted;
            blockSplits += IndexingEvaluation.startsNewBlock(instruction) ? emitted : 0;
            if (!(instruction.op() instanceof HloOp.Parameter)) {
                for (int i = 0; i < instruction.operandCount(); i++) {
                    ask(instruction, i, reads, emitted);
                }
            }
        }

        private void ask(HloInstruction instruction, int index, double reads, double emitted) {
            int operand = instruction.operandId(index);
            if (graph.isElementwise(instruction) || instruction.opcode() == HloOpcode.TUPLE) {
                rootsOf(operand).addAll(rootsOf(instruction.id()));
                return;
            }
            rootsOf(operand).add(operand);
            var shape = graph.operand(instruction, index).shape();
            readsOfRoots.merge(
                    operand,
                    wholeElements(reads * OperandReads.perElement(instruction, index, shape), shape),
                    Double::sum);
            emittedOfRoots.merge(operand, emitted, Double::sum);
        }

        /** On average a slice may read a fraction of an element; at least one is read. */
        private static double wholeElements(double perElement, Shape shape) {
            long elements = OperandReads.elements(shape);
            return elements == 0 ? 0 : Math.ceil(perElement * elements) / elements;
        }

        private double cyclesOf(HloInstruction instruction) {
            return switch (instruction.op()) {
                case HloOp.OverDimensions(var opcode, var _, int toApply)
                when opcode == HloOpcode.REDUCE ->
                    cyclesPerStep(toApply)
                            * (elementsOfOperand(instruction) - OperandReads.elements(instruction.shape()));
                case HloOp.ReduceWindow(var window, int toApply) ->
                    cyclesPerStep(toApply)
                            * OperandReads.elements(instruction.shape())
                            * window.dimensions().stream()
                                    .mapToLong(each -> each.size())
                                    .reduce(1, (a, b) -> a * b);
                case HloOp.AlongDimension(var opcode, int dimension)
                when opcode == HloOpcode.CONCATENATE ->
                    cyclesOfConcatenation(instruction, dimension) * OperandReads.elements(instruction.shape());
                default -> graph.isElementwise(instruction) ? cyclesOfElements(instruction) : 0;
            };
        }

        private double elementsOfOperand(HloInstruction reduction) {
            return OperandReads.elements(graph.operand(reduction, 0).shape());
        }

        private double cyclesPerStep(int toApply) {
            var root = graph.editor().module().current(toApply).root();
            return root.shape() instanceof Shape.Array array
                    ? ClockCycles.perElement(root.opcode(), array.elementType())
                    : ClockCycles.UNKNOWN;
        }

        /** A choice costs 6 cycles; XLA makes it 400 where warps cross from one operand to the next. */
        private double cyclesOfConcatenation(HloInstruction concatenation, int dimension) {
            return dimension > 0
                            && graph.operands(concatenation).stream()
                                    .anyMatch(each -> each.shape().asArray().dimension(dimension) % GpuDevice.WARP != 0)
                    ? 400
                    : 6;
        }

        private static double cyclesOfElements(HloInstruction instruction) {
            return switch (instruction.op()) {
                case HloOp.Constant _ -> 0;
                default ->
                    instruction.shape() instanceof Shape.Array array
                            ? (double) ClockCycles.perElement(instruction.opcode(), array.elementType())
                                    * array.elements()
                            : 0;
            };
        }
    }
}
