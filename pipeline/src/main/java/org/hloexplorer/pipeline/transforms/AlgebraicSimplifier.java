package org.hloexplorer.pipeline.transforms;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.algebra.AlgebraicOptions;

/**
 * Applies algebraic identities.
 *
 * <p>One sweep per run, operands first, and at most one rule per instruction, as XLA does it; pipelines repeat it until
 * nothing changes.
 */
public final class AlgebraicSimplifier implements HloPass {
    private final List<RewriteRule> rules;
    private final Map<HloOpcode, List<RewriteRule>> byOpcode = new EnumMap<>(HloOpcode.class);

    /** A simplifier that tries the rules in this order. */
    public AlgebraicSimplifier(List<RewriteRule> rules) {
        this.rules = List.copyOf(rules);
        for (var opcode : HloOpcode.values()) {
            byOpcode.put(
                    opcode,
                    rules.stream()
                            .filter(rule ->
                                    rule.opcodes().isEmpty() || rule.opcodes().contains(opcode))
                            .toList());
        }
    }

    @Override
    public String name() {
        return "algsimp";
    }

    @Override
    public String summary() {
        return "simplifies by algebraic identities";
    }

    @Override
    public List<Option<?>> options() {
        return AlgebraicOptions.ALL;
    }

    @Override
    public List<RuleDescription> rules() {
        return rules.stream().map(RewriteRule::description).toList();
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        for (var computation : NonFusionComputations.of(module)) {
            RuleSweep.over(
                    editor.edit(computation), instruction -> byOpcode.getOrDefault(instruction.opcode(), List.of()));
        }
        return editor.commit();
    }
}
