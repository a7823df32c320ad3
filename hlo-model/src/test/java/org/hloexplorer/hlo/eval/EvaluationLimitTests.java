package org.hloexplorer.hlo.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CancellationException;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.ModuleBuilder;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.text.HloParser;
import org.junit.jupiter.api.Test;

final class EvaluationLimitTests {
    private static final Shape SCALAR = Shape.scalar(PrimitiveType.F32);

    @Test
    void endsAnEndlessLoopWithASentence() {
        var evaluator = new HloEvaluator(EvaluationOptions.standard().withStepLimit(10_000));

        assertThatThrownBy(() -> evaluator.evaluate(endlessLoop(), List.of(Literal.scalar(PrimitiveType.F32, 1))))
                .isInstanceOf(EvaluationException.class)
                .hasMessageContaining("the limit of 10,000 steps is reached; a loop may not end");
    }

    @Test
    void callsBeyondTheStackAreToldAndNotACrash() {
        var text = new StringBuilder("HloModule m\nc0 {\n  ROOT p = f32[] parameter(0)\n}\n");
        for (int i = 1; i <= 20_000; i++) {
            text.append(
                    "c%d {\n  p = f32[] parameter(0)\n  ROOT r = f32[] call(p), to_apply=c%d\n}\n".formatted(i, i - 1));
        }
        text.append("ENTRY e {\n  p = f32[] parameter(0)\n  ROOT r = f32[] call(p), to_apply=c20000\n}\n");
        var module = HloParser.parseOrThrow(text);

        assertThatThrownBy(() -> new HloEvaluator().evaluate(module, List.of(Literal.scalar(PrimitiveType.F32, 1))))
                .isInstanceOf(EvaluationException.class)
                .hasMessageContaining("deeper than the stack");
    }

    @Test
    void stopsWhenCancelled() {
        var cancellation = new Cancellation();
        var evaluator = new HloEvaluator(EvaluationOptions.standard().withCancellation(cancellation));
        var module = endlessLoop();
        var argument = List.of(Literal.scalar(PrimitiveType.F32, 1));

        assertThatThrownBy(() -> evaluator.evaluate(
                        module, module.entry(), argument, (computation, instruction, value) -> cancellation.cancel()))
                .isInstanceOf(CancellationException.class);
    }

    @Test
    void refusesValuesThatDoNotFitTheMemory() {
        var builder = new ModuleBuilder();
        var x = builder.parameter(0, SCALAR);
        builder.add(
                new HloOp.WithDimensions(HloOpcode.BROADCAST, List.of()), Shape.array(PrimitiveType.F32, 1 << 20), x);
        var evaluator = new HloEvaluator(EvaluationOptions.standard().withMemoryLimit(1 << 20));

        assertThatThrownBy(() -> evaluator.evaluate(builder.build(), List.of(Literal.scalar(PrimitiveType.F32, 1))))
                .isInstanceOf(EvaluationException.class)
                .hasMessageContaining("its 4,194,304 bytes beside 4 that are alive exceed the limit of 1,048,576");
    }

    @Test
    void refusesShapesThatOverflow() {
        var builder = new ModuleBuilder();
        builder.add(new HloOp.AlongDimension(HloOpcode.IOTA, 0), Shape.array(PrimitiveType.F32, 1L << 40, 1L << 40));

        assertThatThrownBy(() -> new HloEvaluator().evaluate(builder.build(), List.of()))
                .isInstanceOf(EvaluationException.class)
                .hasMessageContaining("too large");
    }

    @Test
    void namesTheInstructionItDoesNotKnow() {
        var builder = new ModuleBuilder();
        builder.add(new HloOp.Unknown("frobnicate", List.of()), SCALAR);

        assertThatThrownBy(() -> new HloEvaluator().evaluate(builder.build(), List.of()))
                .hasMessage("cannot evaluate %frobnicate.1 (frobnicate): the evaluator does not know this operation");
    }

    @Test
    void namesTheArgumentThatDoesNotFit() {
        var builder = new ModuleBuilder();
        builder.parameter(0, Shape.array(PrimitiveType.F32, 2));

        assertThatThrownBy(() ->
                        new HloEvaluator().evaluate(builder.build(), List.of(Literal.scalar(PrimitiveType.F32, 1))))
                .hasMessageContaining("argument 0 is f32[], the parameter is f32[2]");
    }

    @Test
    void marksWhatDependsOnMadeUpConstants() {
        var builder = new ModuleBuilder();
        var invented = builder.constant(Literal.scalar(PrimitiveType.F32, 3).madeUp());
        builder.plain(HloOpcode.NEGATE, SCALAR, invented);

        var result = new HloEvaluator().evaluate(builder.build(), List.of());

        assertThat(result.isMadeUp()).isTrue();
        assertThat(result.doubleAt(0)).isEqualTo(-3);
    }

    private static HloModule endlessLoop() {
        var builder = new ModuleBuilder();
        builder.parameter(0, SCALAR);
        builder.constant(Literal.ofBooleans(new boolean[] {true}));
        int condition = builder.endComputation();
        var state = builder.parameter(0, SCALAR);
        builder.plain(HloOpcode.NEGATE, SCALAR, state);
        int body = builder.endComputation();
        var start = builder.parameter(0, SCALAR);
        builder.add(new HloOp.While(condition, body), SCALAR, start);
        return builder.build();
    }
}
