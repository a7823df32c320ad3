package org.hloexplorer.hlo.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.FusionKind;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.ModuleBuilder;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.junit.jupiter.api.Test;

final class ValueSubstituteTests {
    private static final Shape SCALAR = Shape.scalar(PrimitiveType.F32);

    @Test
    void takesOverInstructionsInsideFusionsToo() {
        var builder = new ModuleBuilder();
        var inner = builder.parameter(0, SCALAR);
        builder.plain(HloOpcode.EXPONENTIAL, SCALAR, inner);
        int fused = builder.endComputation();
        var x = builder.parameter(0, SCALAR);
        var fusion = builder.add(new HloOp.Fusion(FusionKind.LOOP, fused, List.of()), SCALAR, x);
        builder.plain(HloOpcode.NEGATE, SCALAR, fusion);

        var evaluator = HloEvaluator.substituting(
                EvaluationOptions.standard(),
                (instruction, operands) -> instruction.opcode() == HloOpcode.EXPONENTIAL
                        ? Optional.of(Literal.scalar(
                                PrimitiveType.F32, 10 + operands.getFirst().doubleAt(0)))
                        : Optional.empty());

        var result = evaluator.evaluate(builder.build(), List.of(Literal.scalar(PrimitiveType.F32, 1)));
        assertThat(result.doubleAt(0)).isEqualTo(-11);
    }
}
