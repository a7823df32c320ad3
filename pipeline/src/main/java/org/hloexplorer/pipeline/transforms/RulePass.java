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

/**
 * A pass that is no more than rules.
 *
 * <p>One sweep per run, operands first, and at most one rule per instruction, as XLA does it; pipelines repeat it until
 * nothing changes.
 */
public final class RulePass implements HloPass {
    private final String name;
    private final String summary;
    private final List<Option<?>> options;
    private final List<RewriteRule> rules;
    private final Map<HloOpcode, List<RewriteRule>> byOpcode = new EnumMap<>(HloOpcode.class);

    /** A pass that tries the rules in this order. */
    public RulePass(String name, String summary, List<Option<?>> options, List<RewriteRule> rules) {
        this.name = name;
        this.summary = summary;
        this.options = List.copyOf(options);
        this.rules = List.copyOf(rules);
        for (var opcode : HloOpcode.values()) {
            byOpcode.put(
                    opcode,
                    rules.stream().filter(rule -> appliesTo(rule, opcode)).toList());
        }
    }

    /** A pass without knobs. */
    public static RulePass of(String name, String summary, RewriteRule... rules) {
        return new RulePass(name, summary, List.of(), List.of(rules));
    }

    private static boolean appliesTo(RewriteRule rule, HloOpcode opcode) {
        return rule.opcodes().isEmpty() || rule.opcodes().contains(opcode);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String summary() {
        return summary;
    }

    @Override
    public List<Option<?>> options() {
        return options;
    }

    @Override
    public List<RuleDescription> rules() {
        return rules.stream().map(RewriteRule::description).toList();
    }

    /** All its rules, in the order in which they are tried. */
    public List<RewriteRule> rewriteRules() {
        return rules;
    }

    /** The rules that can apply to such instructions, in the order in which they are tried. */
    public List<RewriteRule> rulesFor(HloOpcode opcode) {
        return byOpcode.getOrDefault(opcode, List.of());
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        for (var computation : NonFusionComputations.of(module)) {
            RuleSweep.over(editor.edit(computation), instruction -> rulesFor(instruction.opcode()));
        }
        return editor.commit();
    }
}
