package org.hloexplorer.hlo.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.stream.Stream;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.text.HloParser;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Operations that are worked out together, block by block, give the bits that they give one by one. */
final class ElementwiseChainsTests {

    /** Longer than any block, and no multiple of one. */
    private static final String LONG_CHAIN = """
            ENTRY main {
              x = f32[50001] parameter(0)
              y = s32[50001] parameter(1)
              h = bf16[50001] parameter(2)
              c = f32[] constant(0.5)
              cs = f32[50001] broadcast(c), dimensions={}
              one = s32[] constant(3)
              ones = s32[50001] broadcast(one), dimensions={}
              a = f32[50001] multiply(x, cs)
              b = f32[50001] exponential(a)
              d = f32[50001] subtract(b, x)
              p = pred[50001] compare(d, cs), direction=GT
              g = f32[50001] convert(h)
              s = f32[50001] select(p, d, g)
              l = f32[] constant(-1)
              k = f32[50001] clamp(l, s, c)
              i = s32[50001] multiply(y, ones)
              j = s32[50001] xor(i, y)
              f = f32[50001] convert(j)
              t = f32[50001] add(k, f)
              w = f32[50001] add(t, t)
              q = bf16[50001] convert(w)
              z = bf16[50001] multiply(q, h)
              ROOT r = (f32[50001], bf16[50001]) tuple(w, z)
            }
            """;

    @TestFactory
    Stream<DynamicTest> inEveryCase() {
        return EvaluationCase.all().stream().map(each -> dynamicTest(each.name(), () -> checkSame(each.module())));
    }

    @Test
    void inLongArrays() {
        checkSame(HloParser.parseOrThrow(LONG_CHAIN));
    }

    @Test
    void inChainsDeeperThanAnyStack() {
        var text = new StringBuilder("ENTRY main {\n  x0 = f32[9] parameter(0)\n");
        for (int i = 1; i <= 5000; i++) {
            text.append("  x%d = f32[9] negate(x%d)\n".formatted(i, i - 1));
        }
        text.append("  ROOT r = f32[9] abs(x5000)\n}\n");
        checkSame(HloParser.parseOrThrow(text));
    }

    @Test
    void namesTheInstructionOfTheChainThatFails() {
        var module = HloParser.parseOrThrow("""
                ENTRY main {
                  x = c64[2] parameter(0)
                  f = c64[2] floor(x)
                  n = c64[2] negate(f)
                  ROOT m = c64[2] negate(n)
                }
                """);
        assertThatThrownBy(() -> new HloEvaluator().evaluate(module, GeneratedInputs.of(module, 1)))
                .isInstanceOf(EvaluationException.class)
                .hasMessageStartingWith("cannot evaluate %f (floor)");
    }

    /** An observer wants to see each value, so that nothing is put off for it. */
    private static void checkSame(HloModule module) {
        var inputs = GeneratedInputs.of(module, 3);
        var chained = new HloEvaluator().evaluate(module, inputs);
        var singly = new HloEvaluator()
                .evaluate(
                        module,
                        module.entry(),
                        inputs,
                        (computation, instruction, value) -> assertThat(value).isNotNull());
        checkSame(chained, singly);
    }

    private static void checkSame(Literal a, Literal b) {
        assertThat(a.shape()).isEqualTo(b.shape());
        assertThat(a.elements()).hasSameSizeAs(b.elements());
        for (int i = 0; i < a.elements().size(); i++) {
            checkSame(a.elements().get(i), b.elements().get(i));
        }
        assertThat(a.data().mismatch(b.data())).isEqualTo(-1);
        assertThat(a.isMadeUp()).isEqualTo(b.isMadeUp());
    }
}
