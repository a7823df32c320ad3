package org.hloexplorer.pipeline.transforms.expanders;

import static org.hloexplorer.hlo.HloOpcode.CONVOLUTION;
import static org.hloexplorer.hlo.HloOpcode.DIVIDE;
import static org.hloexplorer.hlo.PrimitiveType.S32;
import static org.hloexplorer.pipeline.Effect.DOMAIN;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.Refusal.because;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;
import static org.hloexplorer.pipeline.transforms.Emitter.range;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.Refusal;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.Emitter;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Writes groups of convolutions as other groups, or as one convolution with a kernel that is mostly zero. */
public final class ConvolutionGroupConverter {
    private ConvolutionGroupConverter() {}

    /** XLA asks a cost model, and that of the CPU always says no. */
    public static final Option<Boolean> EXPAND_FEATURES = Option.flag(
            "convolution-group-converter.expand-features",
            false,
            "joins groups of features in one kernel, with zeros between them");

    private static final Capture X = new Capture("x");
    private static final Capture KERNEL = new Capture("kernel");

    static final RewriteRule BATCH_GROUPS = rule(
                    "batch-groups-as-feature-groups",
                    "convolution(x, k), batch_group_count=n → convolution(x with n times the features, k), feature_group_count=n",
                    op(CONVOLUTION, X, KERNEL),
                    ConvolutionGroupConverter::byFeatures)
            .when(m -> convolution(m).batchGroupCount() > 1);

    /** A zero of the kernel times an infinity or NaN of another group is NaN. */
    static final RewriteRule FEATURE_GROUPS = rule(
                    "join-feature-groups",
                    "convolution(x, k), feature_group_count=n → convolution(x, k where groups meet, 0 elsewhere)",
                    op(CONVOLUTION, X, KERNEL),
                    ConvolutionGroupConverter::joined)
            .when(m -> convolution(m).featureGroupCount() > 1)
            .provided(ConvolutionGroupConverter::isWanted)
            .changing(DOMAIN);

    public static final HloPass PASS = new RulePass(
            "convolution-group-converter",
            "writes groups of convolutions in another way",
            List.of(EXPAND_FEATURES),
            List.of(BATCH_GROUPS, FEATURE_GROUPS));

    private static HloOp.Convolution convolution(Match match) {
        return (HloOp.Convolution) match.root().op();
    }

    private static Optional<Refusal> isWanted(Match match) {
        long groups = convolution(match).featureGroupCount();
        return match.editor().context().option(EXPAND_FEATURES)
                ? Optional.empty()
                : Optional.of(because(
                        "of one kernel for %d groups only one element in %d would not be zero (convolution-group-converter.expand-features)"
                                .formatted(groups, groups),
                        new Quantity("groups", groups, 1, "")));
    }

    /** The batches of a group become features of their own: both mean that a group of outputs sees a part of the input. */
    private static HloInstruction byFeatures(Match match) {
        var emitter = Emitter.at(match);
        var old = convolution(match);
        int batch = old.dimensions().inputBatch();
        int feature = old.dimensions().inputFeature();
        var sizes = match.get(X).shape().asArray().dimensions();
        long groups = old.batchGroupCount();
        long perGroup = sizes.get(batch) / groups;

        var split = new ArrayList<>(Emitter.with(sizes, batch, perGroup));
        split.add(batch, groups);
        var order = new ArrayList<>(range(split.size()));
        order.remove(Integer.valueOf(batch));
        order.add(order.indexOf(feature < batch ? feature : feature + 1), batch);
        var turned = emitter.transpose(emitter.reshape(match.get(X), split), order);
        var merged = Emitter.with(Emitter.with(sizes, batch, perGroup), feature, groups * sizes.get(feature));
        return match.add(
                new HloOp.Convolution(old.window(), old.dimensions(), groups, 1, old.precision()),
                match.root().shape(),
                emitter.reshape(turned, merged),
                match.get(KERNEL));
    }

    private static HloInstruction joined(Match match) {
        var emitter = Emitter.at(match);
        var old = convolution(match);
        int input = old.dimensions().kernelInputFeature();
        int output = old.dimensions().kernelOutputFeature();
        var kernel = match.get(KERNEL);
        var sizes = kernel.shape().asArray().dimensions();
        long groups = old.featureGroupCount();

        var repeatedSizes = new ArrayList<>(sizes);
        repeatedSizes.add(input, groups);
        var places =
                range(repeatedSizes.size()).stream().filter(i -> i != input).toArray(Integer[]::new);
        var whole = Emitter.with(sizes, input, groups * sizes.get(input));
        var repeated = emitter.reshape(emitter.broadcast(kernel, repeatedSizes, places), whole);
        var meets = emitter.compare(
                ComparisonDirection.EQ,
                groupNumbers(emitter, whole, input, sizes.get(input)),
                groupNumbers(emitter, whole, output, sizes.get(output) / groups));
        var masked = emitter.select(meets, repeated, emitter.filled(0, repeated.shape()));
        return match.add(
                new HloOp.Convolution(old.window(), old.dimensions(), 1, old.batchGroupCount(), old.precision()),
                match.root().shape(),
                match.get(X),
                masked);
    }

    private static HloInstruction groupNumbers(Emitter emitter, List<Long> sizes, int dimension, long perGroup) {
        var numbers = emitter.iota(S32, sizes, dimension);
        return emitter.map(DIVIDE, numbers, emitter.filled(perGroup, numbers.shape()));
    }
}
