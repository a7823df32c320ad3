package org.hloexplorer.pipeline.backend.tpu;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.eval.EvaluationOptions;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.hlo.eval.ValueSubstitute;
import org.hloexplorer.pipeline.backend.tpu.simulator.Bfloat16;
import org.hloexplorer.pipeline.backend.tpu.simulator.OperandType;

/** Evaluates a program's dots by the reference, of operands rounded to what the array multiplies. */
final class RoundedDots implements ValueSubstitute {
    private final TpuProgram program;
    private final HloEvaluator evaluator;

    RoundedDots(TpuProgram program, EvaluationOptions options) {
        this.program = program;
        this.evaluator = new HloEvaluator(options);
    }

    @Override
    public Optional<Literal> evaluate(HloInstruction instruction, List<Literal> operands) {
        var dot = program.dots().get(instruction.id());
        if (dot == null || dot.mapping().type() == OperandType.INT8) {
            return Optional.empty();
        }
        var rounded = operands.stream().map(RoundedDots::rounded).toList();
        return Optional.of(evaluator.evaluateInstruction(instruction, rounded, program.module()));
    }

    /** In f32, which holds every bf16. */
    private static Literal rounded(Literal literal) {
        float[] values = new float[Math.toIntExact(literal.elementCount())];
        for (int i = 0; i < values.length; i++) {
            values[i] = Bfloat16.round((float) literal.doubleAt(i));
        }
        var shape = literal.shape().asArray().withElementType(PrimitiveType.F32);
        return Literal.of(shape, MemorySegment.ofArray(values));
    }
}
