package org.hloexplorer.pipeline.transforms.simplifiers;

import static org.hloexplorer.pipeline.transforms.Emitter.with;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;
import org.hloexplorer.pipeline.rewrite.Refusal;
import org.hloexplorer.pipeline.transforms.Emitter;
import org.hloexplorer.pipeline.transforms.NonFusionComputations;

/** Makes one product of two that share an operand: of the shared one and the others side by side. */
public final class DotMerger implements HloPass {
    private static final String RULE = "merge-dots";

    /** XLA's {@code xla_gpu_dot_merger_threshold_mb}. */
    static final Option<Long> THRESHOLD = Option.count(
            "dot-merger.megabytes", 64, "size up to which products are merged, operands and results together");

    @Override
    public String name() {
        return "dot-merger";
    }

    @Override
    public String summary() {
        return "makes one product of two that share an operand";
    }

    @Override
    public List<Option<?>> options() {
        return List.of(THRESHOLD);
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(
                new RuleDescription(RULE, "dot(x, y), dot(x, z) → slices of dot(x, concatenate(y, z))", Effect.EXACT));
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        for (var computation : NonFusionComputations.of(module)) {
            var computationEditor = editor.edit(computation);
            for (var shared : computation.instructions()) {
                mergeUsers(shared, 0, computationEditor);
                mergeUsers(shared, 1, computationEditor);
            }
        }
        return editor.commit();
    }

    /** Two products and which of their operands they share. */
    private record Pair(HloInstruction first, HloInstruction second, int shared, ComputationEditor editor) {
        HloOp.Dot dot() {
            return (HloOp.Dot) first.op();
        }

        HloInstruction other(HloInstruction product) {
            return editor.operand(product, 1 - shared);
        }

        /** The dimension of the operand that is not shared which is neither summed nor a batch. */
        List<Integer> free() {
            var dimensions = dot().dimensions();
            var summed = shared == 0 ? dimensions.rhsContracting() : dimensions.lhsContracting();
            var batch = shared == 0 ? dimensions.rhsBatch() : dimensions.lhsBatch();
            return IntStream.range(0, other(first).shape().asArray().rank())
                    .filter(i -> !summed.contains(i) && !batch.contains(i))
                    .boxed()
                    .toList();
        }

        /** Where that dimension is in the results: last for a right operand, behind the batches for a left one. */
        int freeInResult() {
            return shared == 0
                    ? first.shape().asArray().rank() - 1
                    : dot().dimensions().lhsBatch().size();
        }

        long bytes() {
            return first.shape().bytes()
                    + second.shape().bytes()
                    + other(first).shape().bytes()
                    + other(second).shape().bytes()
                    + editor.operand(first, shared).shape().bytes();
        }
    }

    private static void mergeUsers(HloInstruction shared, int operand, ComputationEditor editor) {
        if (!editor.contains(shared.id())) {
            return;
        }
        var products = editor.users(shared).stream()
                .filter(user -> user.op() instanceof HloOp.Dot
                        && user.operandId(operand) == shared.id()
                        && user.operandId(1 - operand) != shared.id())
                .toList();
        for (int i = 1; i < products.size(); i++) {
            var pair = new Pair(products.get(i - 1), products.get(i), operand, editor);
            if (haveOneForm(pair) && merge(pair)) {
                return;
            }
        }
    }

    private static boolean haveOneForm(Pair pair) {
        var one = pair.other(pair.first()).shape().asArray();
        var two = pair.other(pair.second()).shape().asArray();
        return pair.first().op().equals(pair.second().op())
                && pair.free().size() == 1
                && one.elementType() == two.elementType()
                && pair.first().shape().asArray().elementType()
                        == pair.second().shape().asArray().elementType()
                && with(one.dimensions(), pair.free().getFirst(), 0)
                        .equals(with(two.dimensions(), pair.free().getFirst(), 0));
    }

    private static boolean merge(Pair pair) {
        var context = pair.editor().context();
        var refusal = refusal(pair, context);
        refusal.ifPresent(each ->
                context.declined(RULE, pair.first().id(), pair.first().name(), each.reason(), each.quantities()));
        return refusal.isEmpty() && pair.editor().rewrite(RULE, pair.first(), () -> merged(pair));
    }

    private static Optional<Refusal> refusal(Pair pair, PassContext context) {
        long limit = context.option(THRESHOLD) << 20;
        if (pair.bytes() > limit) {
            return Optional.of(Refusal.because(
                    "together with %s it takes %d bytes, more than %d".formatted(pair.second(), pair.bytes(), limit),
                    new Quantity("bytes", pair.bytes(), limit, "B")));
        }
        var editor = pair.editor();
        if (editor.hasControlDependencies(pair.first()) || editor.hasControlDependencies(pair.second())) {
            return Optional.of(Refusal.because("control dependencies fix when it runs"));
        }
        return reaches(pair.first(), pair.second(), editor) || reaches(pair.second(), pair.first(), editor)
                ? Optional.of(Refusal.because("it and %s depend on one another".formatted(pair.second())))
                : Optional.empty();
    }

    private static boolean reaches(HloInstruction from, HloInstruction to, ComputationEditor editor) {
        Set<Integer> seen = new HashSet<>();
        var next = new ArrayDeque<>(List.of(from));
        while (!next.isEmpty()) {
            for (var user : editor.users(next.pop())) {
                if (user.id() == to.id()) {
                    return true;
                }
                if (seen.add(user.id())) {
                    next.push(user);
                }
            }
        }
        return false;
    }

    private static HloInstruction merged(Pair pair) {
        var editor = pair.editor();
        var emitter = Emitter.at(editor, pair.first());
        int free = pair.free().getFirst();
        int at = pair.freeInResult();
        var joined = emitter.concatenate(free, List.of(pair.other(pair.first()), pair.other(pair.second())));
        var shape = pair.first().shape().asArray();
        long firstSize = shape.dimension(at);
        long size = firstSize + pair.second().shape().asArray().dimension(at);
        var shared = editor.operand(pair.first(), pair.shared());
        var product = emitter.add(
                pair.dot(),
                Shape.array(shape.elementType(), with(shape.dimensions(), at, size)),
                pair.shared() == 0 ? shared : joined,
                pair.shared() == 0 ? joined : shared);
        var second = emitter.slice(product, at, firstSize, size);
        editor.replaceAllUses(pair.second(), second);
        editor.removeDead(pair.second());
        return emitter.slice(product, at, 0, firstSize);
    }
}
