package org.hloexplorer.pipeline.fusion;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;

/** Joins instructions into loops that keep values in registers, by the rules of XLA's CPU compiler. */
public final class CpuInstructionFusion implements HloPass {

    @Override
    public String name() {
        return "fusion";
    }

    @Override
    public String summary() {
        return "joins instructions into loops that keep intermediate values in registers";
    }

    @Override
    public List<Option<?>> options() {
        return Stream.concat(CpuFusionOptions.ALL.stream(), FusionWishes.ALL.stream())
                .toList();
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(new RuleDescription(InstructionFusion.RULE, "consumer(producer(x)) → fusion(x)", Effect.EXACT));
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        var options = CpuFusionOptions.of(context);
        var called = calledInline(module);
        for (var computation : module.computations()) {
            if (!called.contains(computation.id())) {
                var graph = new FusionGraph(editor.edit(computation));
                new InstructionFusion(graph, new CpuFusionChecks(graph, options)).run();
            }
        }
        return editor.commit();
    }

    /** The bodies of fusions: they are one kernel each already. */
    private static Set<Integer> calledInline(HloModule module) {
        var ids = new HashSet<Integer>();
        for (var computation : module.computations()) {
            for (var instruction : computation.instructions()) {
                if (instruction.op() instanceof HloOp.Fusion fusion) {
                    ids.add(fusion.computation());
                }
            }
        }
        return ids;
    }
}
