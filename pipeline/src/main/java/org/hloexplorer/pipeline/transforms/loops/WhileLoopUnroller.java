package org.hloexplorer.pipeline.transforms.loops;

import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;
import org.hloexplorer.pipeline.rewrite.Refusal;
import org.hloexplorer.pipeline.transforms.NonFusionComputations;

/** Writes short loops out, one copy of the body after the other. */
public final class WhileLoopUnroller implements HloPass {
    private static final String RULE = "unroll-loop";

    static final Option<Long> TRIPS =
            Option.count("while_loop_unroller.trips", 64, "rounds up to which a loop is written out");
    static final Option<Long> BODY =
            Option.count("while_loop_unroller.body", 800, "instructions of a body that is written out");

    @Override
    public String name() {
        return "while_loop_unroller";
    }

    @Override
    public String summary() {
        return "writes short loops out, one copy of the body after the other";
    }

    @Override
    public List<Option<?>> options() {
        return List.of(TRIPS, BODY);
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(new RuleDescription(RULE, "while(x) of n rounds → body(body(… body(x)))", Effect.EXACT));
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        for (var computation : NonFusionComputations.of(module)) {
            var computationEditor = editor.edit(computation);
            for (var instruction : computation.instructions()) {
                if (instruction.op() instanceof HloOp.While) {
                    unroll(computationEditor.current(instruction), computationEditor);
                }
            }
        }
        return editor.commit();
    }

    private static void unroll(HloInstruction loop, ComputationEditor editor) {
        var context = editor.context();
        var count = WhileTripCount.of(loop, editor);
        var refusal = refusal(loop, count, editor);
        refusal.ifPresent(each -> context.declined(RULE, loop.id(), loop.name(), each.reason(), each.quantities()));
        if (refusal.isEmpty()) {
            long trips = count.orElseThrow().trips();
            editor.rewrite(RULE, loop, () -> unrolled(loop, trips, editor));
        }
    }

    private static Optional<Refusal> refusal(
            HloInstruction loop, Optional<WhileTripCount> count, ComputationEditor editor) {
        if (count.isEmpty()) {
            return Optional.of(Refusal.because("it does not count from a constant to a constant"));
        }
        if (editor.hasControlDependencies(loop)) {
            return Optional.of(Refusal.because("control dependencies hold it in its place"));
        }
        var context = editor.context();
        int body = editor.module()
                .current(((HloOp.While) loop.op()).body())
                .instructions()
                .size();
        return above("rounds", count.get().trips(), context.option(TRIPS))
                .or(() -> above("instructions in the body", body, context.option(BODY)));
    }

    private static Optional<Refusal> above(String what, long value, long limit) {
        return value <= limit
                ? Optional.empty()
                : Optional.of(Refusal.because(
                        "%d %s are more than %d".formatted(value, what, limit), Quantity.count(what, value, limit)));
    }

    private static HloInstruction unrolled(HloInstruction loop, long trips, ComputationEditor editor) {
        var body = editor.module().current(((HloOp.While) loop.op()).body());
        var state = editor.operand(loop, 0);
        for (long i = 0; i < trips; i++) {
            state = Inlined.copyOf(body, List.of(state), editor);
        }
        return state;
    }
}
