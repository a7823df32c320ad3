package org.hloexplorer.pipeline.buffers;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.PassContext;

/** Copies results that the caller could not own otherwise: its own parameters, constants, and one value given twice. */
final class EntryResultCopies {
    private static final String RULE = "insert-copy";

    private final HloModule module;
    private final PassContext context;
    private final Dataflow dataflow;
    private final ValueGroups groups;
    private final Map<Integer, String> purposes = new TreeMap<>();

    EntryResultCopies(HloModule module, PassContext context) {
        this.module = module;
        this.context = context;
        this.dataflow = Dataflow.of(module);
        this.groups = ValueGroups.of(dataflow);
    }

    HloModule run() {
        findResults();
        if (purposes.isEmpty()) {
            return module;
        }
        var draft = new CopyDraft(module);
        purposes.forEach((part, purpose) -> draft.copyRoot(module.entry(), Set.of(part), purpose));
        var full = draft.module();
        for (var candidate : draft.candidates()) {
            var copy = full.entry().instruction(candidate.copy());
            var source = full.entry().instruction(candidate.source());
            if (context.isEnabled(RULE) && context.mayRewrite(RULE, source.id())) {
                CopyInsertion.report(context, copy, source, candidate.purpose());
            } else {
                draft.remove(candidate);
            }
        }
        draft.tidy();
        return draft.module();
    }

    private void findResults() {
        var root = module.entry().root();
        var parts = Subshape.all(root.shape());
        var first = new HashMap<Integer, List<Integer>>();
        var aliases = InputOutputAliases.of(module);
        for (int part = 0; part < parts.size(); part++) {
            int value = dataflow.value(root, part);
            if (parts.get(part).shape() instanceof Shape.Array && value != Dataflow.NO_VALUE) {
                var index = parts.get(part).index();
                var earlier = first.putIfAbsent(groups.group(value), index);
                if (earlier != null) {
                    purposes.put(
                            part,
                            "result %s is also result %s, and the caller owns both"
                                    .formatted(Subshape.text(index), Subshape.text(earlier)));
                } else {
                    findOwner(part, index, dataflow.value(value), aliases);
                }
            }
        }
    }

    private void findOwner(int part, List<Integer> index, HloValue value, InputOutputAliases aliases) {
        var maker = value.instruction();
        if (maker.op() instanceof HloOp.Constant) {
            purposes.put(part, "it is a constant, and the caller owns result %s".formatted(Subshape.text(index)));
        } else if (isCallers(maker, value, aliases)) {
            purposes.put(
                    part,
                    "it is a parameter, which the caller keeps, and result %s is another buffer"
                            .formatted(Subshape.text(index)));
        }
    }

    private boolean isCallers(HloInstruction maker, HloValue value, InputOutputAliases aliases) {
        return maker.op() instanceof HloOp.Parameter(int number)
                && !value.isPhi()
                && !aliases.holdsParameter(number, value.index());
    }
}
