package org.hloexplorer.pipeline.transforms.expanders;

import static org.hloexplorer.pipeline.Effect.ROUNDING;
import static org.hloexplorer.pipeline.rewrite.Patterns.any;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.Emitter;
import org.hloexplorer.pipeline.transforms.RulePass;

/**
 * Computes in a wider type where the machine has no arithmetic in a narrow one; what is only moved stays narrow.
 *
 * <p>One pass per narrow type, as in XLA.
 */
public final class FloatNormalization {
    private FloatNormalization() {}

    /** {@code float-normalization-bf16} and the like, with the types XLA widens each to. */
    public static final List<HloPass> PASSES = List.of(
            pass(PrimitiveType.BF16, PrimitiveType.F32),
            pass(PrimitiveType.F8E5M2, PrimitiveType.F16),
            pass(PrimitiveType.F8E4M3, PrimitiveType.F16),
            pass(PrimitiveType.F8E4M3FN, PrimitiveType.F16),
            pass(PrimitiveType.F8E4M3B11FNUZ, PrimitiveType.F16),
            pass(PrimitiveType.F8E5M2FNUZ, PrimitiveType.F16),
            pass(PrimitiveType.F8E4M3FNUZ, PrimitiveType.F16),
            pass(PrimitiveType.F8E3M4, PrimitiveType.F16),
            pass(PrimitiveType.F4E2M1FN, PrimitiveType.F16),
            pass(PrimitiveType.F8E8M0FNU, PrimitiveType.F32));

    private static HloPass pass(PrimitiveType narrow, PrimitiveType wide) {
        var name = text(narrow);
        return RulePass.of(
                "float-normalization-" + name,
                "computes in %s what the program computes in %s".formatted(text(wide), name),
                rule(narrow, wide));
    }

    private static RewriteRule rule(PrimitiveType narrow, PrimitiveType wide) {
        return RewriteRule.rule(
                        "widen-" + text(narrow),
                        "%1$s f(%1$s x) → convert(%2$s f(convert(x)))".formatted(text(narrow), text(wide)),
                        any().where(at -> isArithmetic(at) && at.shape() instanceof Shape.Array),
                        match -> widened(match, narrow, wide))
                .when(match -> Stream.concat(Stream.of(match.root()), match.editor().operands(match.root()).stream())
                        .anyMatch(each -> isOf(each, narrow)))
                .changing(ROUNDING);
    }

    private static String text(PrimitiveType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    private static boolean isOf(HloInstruction instruction, PrimitiveType type) {
        return instruction.shape() instanceof Shape.Array array && array.elementType() == type;
    }

    private static boolean isArithmetic(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case CONVERT, BITCAST_CONVERT, COPY, SELECT, CLAMP, REDUCE_PRECISION -> false;
            case DOT, CONVOLUTION, REDUCE -> true;
            default -> instruction.opcode().isElementwise();
        };
    }

    private static HloInstruction widened(Match match, PrimitiveType narrow, PrimitiveType wide) {
        var emitter = Emitter.at(match);
        var operands = match.editor().operands(match.root()).stream()
                .map(operand -> isOf(operand, narrow) ? emitter.convert(operand, wide) : operand)
                .toArray(HloInstruction[]::new);
        var op = match.root().op() instanceof HloOp.OverDimensions(var opcode, var dimensions, int function)
                ? new HloOp.OverDimensions(opcode, dimensions, widenedFunction(emitter, function, narrow, wide))
                : match.root().op();
        if (!isOf(match.root(), narrow)) {
            return emitter.add(op, match.root().shape(), operands);
        }
        return emitter.convert(emitter.add(op, match.shape().withElementType(wide), operands), narrow);
    }

    /** A function of wide values that rounds them as the narrow one does. */
    private static int widenedFunction(Emitter emitter, int function, PrimitiveType narrow, PrimitiveType wide) {
        HloComputation old = emitter.module().current(function);
        return emitter.function(old.name() + ".wide", inside -> {
            var arguments = old.parameters().stream()
                    .map(parameter -> argument(inside, parameter, narrow, wide))
                    .toArray(HloInstruction[]::new);
            var result = inside.add(new HloOp.Call(function, false), old.root().shape(), arguments);
            return inside.convert(result, wide);
        });
    }

    private static HloInstruction argument(
            Emitter emitter, HloInstruction parameter, PrimitiveType narrow, PrimitiveType wide) {
        int number = ((HloOp.Parameter) parameter.op()).number();
        var shape = parameter.shape().asArray();
        return shape.elementType() == narrow
                ? emitter.convert(emitter.parameter(number, shape.withElementType(wide)), narrow)
                : emitter.parameter(number, shape);
    }
}
