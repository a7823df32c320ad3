package org.hloexplorer.pipeline.rewrite;

import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOpcode;

/** What an instruction, and what feeds it, must look like. {@link Patterns} has the vocabulary. */
public interface Pattern {

    /**
     * Whether the instruction matches and the {@code rest} of the pattern does too. Asking the rest from inside lets
     * operands of commutative operations be tried in both orders.
     */
    boolean match(HloInstruction at, Match match, BooleanSupplier rest);

    /** The opcodes that can match; none given means all. */
    Set<HloOpcode> opcodes();

    /** The same, giving what matched a name. */
    default Pattern as(Capture capture) {
        return and((at, match, rest) -> match.binding(capture, at, rest));
    }

    /** The same, where this holds for the instruction by itself. */
    default Pattern where(Predicate<HloInstruction> condition) {
        return and((at, _, rest) -> condition.test(at) && rest.getAsBoolean());
    }

    /** The same, where nothing else uses the instruction. */
    default Pattern withOneUser() {
        return and((at, match, rest) -> match.editor().userCount(at) == 1 && rest.getAsBoolean());
    }

    /** A further question about an instruction that matched. */
    @FunctionalInterface
    interface Question {
        boolean ask(HloInstruction at, Match match, BooleanSupplier rest);
    }

    /** The same, where the question is answered with yes as well. */
    default Pattern and(Question question) {
        var first = this;
        return new Pattern() {
            @Override
            public boolean match(HloInstruction at, Match match, BooleanSupplier rest) {
                return first.match(at, match, () -> question.ask(at, match, rest));
            }

            @Override
            public Set<HloOpcode> opcodes() {
                return first.opcodes();
            }
        };
    }
}
