package org.hloexplorer.pipeline.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.RuleDescription;

/**
 * An algebraic identity to simplify by: a pattern, conditions that can say why they do not hold, and a replacement.
 *
 * @param algebra what becomes of what, such as {@code x * 1 → x}
 */
public record RewriteRule(
        String name,
        String algebra,
        Pattern pattern,
        List<Condition> conditions,
        Function<Match, HloInstruction> replacement,
        Effect effect) {

    public RewriteRule {
        conditions = List.copyOf(conditions);
    }

    /** An exact rule that applies wherever its pattern matches. */
    public static RewriteRule rule(
            String name, String algebra, Pattern pattern, Function<Match, HloInstruction> replacement) {
        return new RewriteRule(name, algebra, pattern, List.of(), replacement, Effect.EXACT);
    }

    /** The same rule, marked for what it does to values. */
    public RewriteRule changing(Effect changed) {
        return new RewriteRule(name, algebra, pattern, conditions, replacement, changed);
    }

    /** The same rule, applied only where this holds; {@code reason} says why it is left alone elsewhere. */
    public RewriteRule provided(Predicate<Match> holds, String reason) {
        return provided(match -> holds.test(match) ? Optional.empty() : Optional.of(Refusal.because(reason)));
    }

    /** The same rule, applied only where this condition has nothing against it. */
    public RewriteRule provided(Condition condition) {
        var all = new ArrayList<>(conditions);
        all.add(condition);
        return new RewriteRule(name, algebra, pattern, all, replacement, effect);
    }

    /** The same rule with a narrower pattern: where this does not hold, there is nothing to decline. */
    public RewriteRule when(Predicate<Match> holds) {
        var narrower = pattern.and((_, match, rest) -> holds.test(match) && rest.getAsBoolean());
        return new RewriteRule(name, algebra, narrower, conditions, replacement, effect);
    }

    /** The opcodes of instructions it can apply to; none given means all. */
    public Set<HloOpcode> opcodes() {
        return pattern.opcodes();
    }

    /** The match at this instruction, whatever the conditions say. */
    public Optional<Match> match(HloInstruction at, ComputationEditor editor) {
        var match = new Match(at, editor);
        return pattern.match(at, match, () -> true) ? Optional.of(match) : Optional.empty();
    }

    /** The first condition that does not hold. */
    public Optional<Refusal> refusal(Match match) {
        for (var condition : conditions) {
            var refusal = condition.refusal(match);
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        return Optional.empty();
    }

    public RuleDescription description() {
        return new RuleDescription(name, algebra, effect);
    }
}
