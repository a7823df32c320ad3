package org.hloexplorer.pipeline.transforms.expanders;

import static org.hloexplorer.hlo.HloOpcode.RNG_BIT_GENERATOR;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.Emitter;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Writes random bits out in integer arithmetic: Philox4x32-10, which is also the default, or ThreeFry2x32-20. */
public final class RngBitGeneratorExpander {
    private RngBitGeneratorExpander() {}

    private static final Capture STATE = new Capture("state");

    static final RewriteRule EXPAND_RANDOM_BITS = rule(
                    "expand-random-bits",
                    "rng-bit-generator(state) → (state + blocks, rounds of multiplications and exclusive ors of a counter)",
                    op(RNG_BIT_GENERATOR, STATE),
                    RngBitGeneratorExpander::expanded)
            .provided(m -> bits(m).elementType().isIntegral(), "bits of a floating-point type are no numbers")
            .provided(
                    m -> m.get(STATE).shape().asArray().elementType() == PrimitiveType.U64,
                    "its state is not of 64-bit words");

    public static final HloPass PASS = RulePass.of(
            "rng-bit-generator-expander", "writes random bits out in integer arithmetic", EXPAND_RANDOM_BITS);

    private static Shape.Array bits(Match match) {
        return ((Shape.Tuple) match.root().shape()).elements().getLast().asArray();
    }

    private static HloInstruction expanded(Match match) {
        var emitter = Emitter.at(match);
        var state = match.get(STATE);
        var algorithm = ((HloOp.RandomNumbers) match.root().op()).kind();
        var generated = algorithm.equals("rng_three_fry")
                ? new ThreeFryBits(new Words(emitter)).generate(state, bits(match))
                : new PhiloxBits(new Words(emitter)).generate(state, bits(match));
        return emitter.tuple(List.of(generated.state(), generated.bits()));
    }

    /** What a generator yields. */
    record Generated(HloInstruction state, HloInstruction bits) {}
}
