package org.hloexplorer.pipeline.buffers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.buffers.CopyDraft.Candidate;
import org.hloexplorer.pipeline.transforms.simplifiers.FlattenCallGraph;

/**
 * Copies what would be overwritten while it is still needed.
 *
 * <p>Loops, branches, updates in place and results that lie where parameters lay each make values share memory. Copies
 * are first put wherever that might do harm; then each is taken out again for which it can be shown that it does none. What
 * is left is said with the live range that forces it.
 */
public final class CopyInsertion implements HloPass {
    private static final String RULE = "insert-copy";

    @Override
    public String name() {
        return "copy-insertion";
    }

    @Override
    public String summary() {
        return "copies what would be overwritten while it is still needed";
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(new RuleDescription(RULE, "f(x) → f(copy(x))", Effect.EXACT));
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var flat = new ComputationContexts(module).calledTwice().isPresent()
                ? new FlattenCallGraph().run(module, context)
                : module;
        var draft = new CopyDraft(flat);
        new CandidateCopies(flat, draft).add();
        if (!draft.candidates().isEmpty()) {
            removeUnneeded(draft, context);
            draft.tidy();
        }
        var copied = new EntryResultCopies(draft.candidates().isEmpty() ? flat : draft.module(), context).run();
        return copied;
    }

    private static void removeUnneeded(CopyDraft draft, PassContext context) {
        var full = draft.module();
        var elision = new CopyElision(Dataflow.of(full));
        Map<Integer, HloInstruction> instructions = new HashMap<>();
        full.computations().forEach(each -> each.instructions().forEach(one -> instructions.put(one.id(), one)));
        for (var candidate : draft.candidates()) {
            context.cancellation().check();
            var copy = instructions.get(candidate.copy());
            var source = copy == null ? null : instructions.get(copy.operandId(0));
            if (copy == null || source == null) {
                continue;
            }
            var needed = elision.elide(copy, source);
            if (needed.isEmpty()) {
                context.declined(
                        RULE,
                        source.id(),
                        source.name(),
                        "%s, and no copy is needed: what would lie there is never needed at the same time"
                                .formatted(candidate.purpose()),
                        List.of());
                draft.remove(candidate);
            } else if (context.isEnabled(RULE) && context.mayRewrite(RULE, source.id())) {
                report(context, copy, source, "%s: %s".formatted(candidate.purpose(), needed.get()));
            } else {
                draft.remove(candidate);
            }
        }
    }

    static void report(PassContext context, HloInstruction copy, HloInstruction source, String reason) {
        context.copyInserted(copy.id(), source.id(), source.name(), reason);
        context.rewritten(RULE, source.id(), copy.id(), "%s → copy(%s), %s".formatted(source, source, copy.shape()));
    }

    /** Puts copies wherever values share memory. */
    private record CandidateCopies(HloModule module, Dataflow dataflow, CopyDraft draft) {
        CandidateCopies(HloModule module, CopyDraft draft) {
            this(module, Dataflow.of(module), draft);
        }

        void add() {
            for (var computation : dataflow.contexts().sequential()) {
                for (var instruction : computation.instructions()) {
                    switch (instruction.op()) {
                        case HloOp.While(int _, int body) -> aroundLoop(computation, instruction, body);
                        case HloOp.Conditional(var branches, boolean _) -> afterBranches(instruction, branches);
                        default -> beforeUpdate(computation, instruction);
                    }
                }
            }
            forAliases();
        }

        private void aroundLoop(HloComputation computation, HloInstruction loop, int body) {
            var carried = arrays(loop);
            carried.removeIf(part -> dataflow.value(loop, part) == dataflow.value(computation.operand(loop, 0), part));
            if (!carried.isEmpty()) {
                var inside = module.computation(body);
                draft.copyOperand(computation, loop, 0, carried, "%s changes it".formatted(loop));
                var taken = draft.copyResult(
                        inside,
                        inside.parameters().getFirst(),
                        carried,
                        "the next iteration of %s is written over it".formatted(loop));
                var given =
                        draft.copyRoot(inside, carried, "it is carried to the next iteration of %s".formatted(loop));
                draft.order(taken, given);
            }
        }

        private void afterBranches(HloInstruction conditional, List<Integer> branches) {
            for (int branch : branches) {
                var computation = module.computation(branch);
                var given = arrays(conditional);
                given.removeIf(part -> dataflow.value(conditional, part) == dataflow.value(computation.root(), part));
                if (!given.isEmpty()) {
                    draft.copyRoot(computation, given, "%s may take it from here".formatted(conditional));
                }
            }
        }

        private void beforeUpdate(HloComputation computation, HloInstruction instruction) {
            for (var pair : InPlace.pairs(module, computation, instruction)) {
                draft.copyOperand(
                        computation,
                        instruction,
                        pair.operand(),
                        Set.of(pair.operandPart()),
                        "%s updates it in place".formatted(instruction));
            }
        }

        private void forAliases() {
            var entry = module.entry();
            var aliases = InputOutputAliases.of(module).aliases();
            var taken = new ArrayList<List<Candidate>>();
            for (var alias : aliases) {
                var parameter = entry.parameters().get(alias.parameter());
                taken.add(draft.copyResult(
                        entry,
                        parameter,
                        Set.of(Subshape.ordinal(parameter.shape(), alias.parameterIndex())),
                        "result %s is written over it".formatted(Subshape.text(alias.result()))));
            }
            for (int i = 0; i < aliases.size(); i++) {
                int part = Subshape.ordinal(entry.root().shape(), aliases.get(i).result());
                var given = draft.copyRoot(entry, Set.of(part), "the caller wants it where a parameter lay");
                draft.orderAll(taken.get(i), given);
            }
        }

        private static Set<Integer> arrays(HloInstruction instruction) {
            var parts = new TreeSet<Integer>();
            var all = Subshape.all(instruction.shape());
            for (int part = 0; part < all.size(); part++) {
                if (all.get(part).shape() instanceof Shape.Array) {
                    parts.add(part);
                }
            }
            return parts;
        }
    }
}
