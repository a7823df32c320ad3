package org.hloexplorer.pipeline.fusion;

import java.util.List;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;

/** Fusion by one simple rule, so that what too much of it costs can be seen; no compiler decides like this. */
public final class LessonFusion implements HloPass {

    /** Fuses all that can be fused. */
    public static final HloPass GREEDY = new LessonFusion(
            "greedy-fusion", "fuses all that can run as one loop, for teaching: see what spills", false);

    /** Fuses as long as there is room. */
    public static final HloPass BY_RESOURCES = new LessonFusion(
            "resource-fusion",
            "fuses as long as registers and fast memory suffice, for teaching: move the limits",
            true);

    private final String name;
    private final String summary;
    private final boolean keepsBudget;

    private LessonFusion(String name, String summary, boolean keepsBudget) {
        this.name = name;
        this.summary = summary;
        this.keepsBudget = keepsBudget;
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
        return Stream.concat(LessonChecks.ALL.stream(), FusionWishes.ALL.stream())
                .toList();
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(new RuleDescription(InstructionFusion.RULE, "consumer(producer(x)) → fusion(x)", Effect.EXACT));
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        for (var computation : KernelComputations.of(module)) {
            var graph = new FusionGraph(editor.edit(computation));
            new InstructionFusion(graph, LessonChecks.of(graph, keepsBudget, context)).run();
        }
        return editor.commit();
    }
}
