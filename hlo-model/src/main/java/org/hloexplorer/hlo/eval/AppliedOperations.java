package org.hloexplorer.hlo.eval;

import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;

/** Operations that apply a computation to scalars or slices: reductions, windows, scatters, sorts, scans. */
final class AppliedOperations {
    private final Evaluation evaluation;
    private final Cancellation cancellation;

    AppliedOperations(Evaluation evaluation, Cancellation cancellation) {
        this.evaluation = evaluation;
        this.cancellation = cancellation;
    }

    Literal evaluate(HloModule module, HloInstruction instruction, List<Literal> operands) {
        return switch (instruction.op()) {
            case HloOp.OverDimensions over -> overDimensions(module, instruction, over, operands);
            case HloOp.Scatter scatter ->
                tupled(
                        instruction,
                        new Scattering(scatter, operands, cancellation)
                                .evaluate(evaluation.reducer(module, scatter.toApply())));
            case HloOp.ReduceWindow(var window, int toApply) -> {
                int inputs = operands.size() / 2;
                var reduction = new WindowReduction(
                        operands.subList(0, inputs),
                        operands.subList(inputs, operands.size()),
                        window,
                        arrays(instruction.shape()));
                yield tupled(instruction, reduction.evaluate(evaluation.reducer(module, toApply), cancellation));
            }
            case HloOp.SelectAndScatter(var window, int select, int scatter) ->
                new SelectionScattering(operands.get(0), operands.get(1), window)
                        .evaluate(
                                operands.get(2),
                                evaluation.reducer(module, select),
                                evaluation.reducer(module, scatter),
                                cancellation);
            case HloOp.Sort(int dimension, var _, int comparator) ->
                tupled(
                        instruction,
                        new Sorting(operands, dimension)
                                .evaluate(evaluation.reducer(module, comparator), cancellation));
            case HloOp.TopK(var _, boolean largest) ->
                Literal.tuple(TopElements.of(
                        operands.getFirst(),
                        largest,
                        arrays(instruction.shape()).getFirst(),
                        cancellation));
            case HloOp.Scan scan ->
                tupled(
                        instruction,
                        new ScanEvaluation(evaluation, module, module.computation(scan.toApply()), cancellation)
                                .evaluate(scan, operands, arrays(instruction.shape())));
            default -> throw InstructionEvaluator.unknown(instruction);
        };
    }

    private Literal overDimensions(
            HloModule module, HloInstruction instruction, HloOp.OverDimensions over, List<Literal> operands) {
        var reducer = evaluation.reducer(module, over.toApply());
        return switch (over.opcode()) {
            case REDUCE -> {
                int inputs = operands.size() / 2;
                yield tupled(
                        instruction,
                        new Reduction(cancellation)
                                .evaluate(
                                        operands.subList(0, inputs),
                                        operands.subList(inputs, operands.size()),
                                        over.dimensions(),
                                        reducer,
                                        arrays(instruction.shape())));
            }
            case MAP -> ScalarMap.of(operands, reducer, instruction.shape().asArray(), cancellation);
            default -> throw InstructionEvaluator.unknown(instruction);
        };
    }

    private static Literal tupled(HloInstruction instruction, List<Literal> results) {
        return instruction.shape() instanceof Shape.Tuple ? Literal.tuple(results) : results.getFirst();
    }

    private static List<Shape.Array> arrays(Shape shape) {
        return shape instanceof Shape.Tuple(var elements)
                ? elements.stream().map(Shape::asArray).toList()
                : List.of(shape.asArray());
    }
}
