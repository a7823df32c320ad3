package org.hloexplorer.pipeline.transforms;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.PassLog;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** Which rules could apply at an instruction, asked of every rule whose pattern fits; nothing is changed. */
public final class PossibleRewrites {
    private PossibleRewrites() {}

    /** What would come of a rule. */
    public enum Verdict {
        /** Its pass would apply it. */
        APPLIES,
        /** It holds, but its pass applies another one first, and only one per instruction and run. */
        SHADOWED,
        /** Its condition refuses. */
        REFUSED
    }

    /**
     * A rule whose pattern fits.
     *
     * @param reason why it is refused, or by which rule it is shadowed; empty where it applies
     */
    public record Possible(String pass, String rule, String algebra, Verdict verdict, String reason) {

        /** In a sentence. */
        public String toText() {
            return switch (verdict) {
                case APPLIES -> "%s (%s) would apply: %s".formatted(rule, pass, algebra);
                case SHADOWED -> "%s (%s) would apply as well, but %s: %s".formatted(rule, pass, reason, algebra);
                case REFUSED -> "%s (%s) would not: %s. It is %s".formatted(rule, pass, reason, algebra);
            };
        }
    }

    /** All rules of these passes whose pattern fits, in the order in which they are tried. */
    public static List<Possible> at(HloModule module, int instructionId, Collection<HloPass> passes) {
        var computation = module.computationOf(instructionId).orElseThrow();
        var editor = new ModuleEditor(module, PassLog.unrestricted()).edit(computation);
        var instruction = editor.instruction(instructionId);
        var found = new ArrayList<Possible>();
        for (var pass : passes) {
            if (pass instanceof RulePass rules) {
                addOf(rules, instruction, editor, found);
            }
        }
        return found;
    }

    private static void addOf(
            RulePass pass, HloInstruction instruction, ComputationEditor editor, List<Possible> found) {
        Optional<RewriteRule> first = Optional.empty();
        for (var rule : pass.rulesFor(instruction.opcode())) {
            var match = rule.match(instruction, editor);
            if (match.isEmpty()) {
                continue;
            }
            var refusal = rule.refusal(match.get());
            if (refusal.isPresent()) {
                found.add(possible(pass, rule, Verdict.REFUSED, refusal.get().reason()));
            } else if (first.isPresent()) {
                found.add(possible(
                        pass,
                        rule,
                        Verdict.SHADOWED,
                        "%s comes first".formatted(first.get().name())));
            } else {
                first = Optional.of(rule);
                found.add(possible(pass, rule, Verdict.APPLIES, ""));
            }
        }
    }

    private static Possible possible(RulePass pass, RewriteRule rule, Verdict verdict, String reason) {
        return new Possible(pass.name(), rule.name(), rule.algebra(), verdict, reason);
    }
}
