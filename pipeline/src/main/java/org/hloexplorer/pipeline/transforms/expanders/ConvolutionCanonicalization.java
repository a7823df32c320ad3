package org.hloexplorer.pipeline.transforms.expanders;

import static org.hloexplorer.hlo.HloOpcode.CONVOLUTION;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;
import static org.hloexplorer.pipeline.transforms.Emitter.range;

import java.util.List;
import java.util.stream.Stream;
import org.hloexplorer.hlo.ConvolutionDimensions;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.Emitter;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Brings convolutions into the order of dimensions that libraries take: b01f_01io->b01f. */
public final class ConvolutionCanonicalization {
    private ConvolutionCanonicalization() {}

    private static final Capture X = new Capture("x");
    private static final Capture KERNEL = new Capture("kernel");

    static final RewriteRule CANONICALIZE_CONVOLUTION = rule(
                    "canonicalize-convolution",
                    "convolution(x, k) → transpose(convolution(transpose(x), transpose(k))), dim_labels=b01f_01io->b01f",
                    op(CONVOLUTION, X, KERNEL),
                    ConvolutionCanonicalization::canonical)
            .when(m -> !isCanonical(m));

    public static final HloPass PASS = RulePass.of(
            "convolution-canonicalization",
            "brings convolutions into the order of dimensions b01f_01io->b01f",
            CANONICALIZE_CONVOLUTION);

    private static HloOp.Convolution convolution(Match match) {
        return (HloOp.Convolution) match.root().op();
    }

    private static List<Integer> inputOrder(ConvolutionDimensions dimensions) {
        return order(dimensions.inputBatch(), dimensions.inputSpatial(), dimensions.inputFeature());
    }

    private static List<Integer> outputOrder(ConvolutionDimensions dimensions) {
        return order(dimensions.outputBatch(), dimensions.outputSpatial(), dimensions.outputFeature());
    }

    private static List<Integer> kernelOrder(ConvolutionDimensions dimensions) {
        return Stream.concat(
                        dimensions.kernelSpatial().stream(),
                        Stream.of(dimensions.kernelInputFeature(), dimensions.kernelOutputFeature()))
                .toList();
    }

    private static List<Integer> order(int batch, List<Integer> spatial, int feature) {
        return Stream.of(Stream.of(batch), spatial.stream(), Stream.of(feature))
                .flatMap(each -> each)
                .toList();
    }

    private static boolean isCanonical(Match match) {
        var dimensions = convolution(match).dimensions();
        var inOrder = range(match.shape().rank());
        return inputOrder(dimensions).equals(inOrder)
                && kernelOrder(dimensions).equals(inOrder)
                && outputOrder(dimensions).equals(inOrder);
    }

    private static HloInstruction canonical(Match match) {
        var emitter = Emitter.at(match);
        var old = convolution(match);
        var output = outputOrder(old.dimensions());
        int rank = output.size();
        var spatial = range(1, rank - 1);
        var canonical = new ConvolutionDimensions(
                0, rank - 1, spatial, rank - 2, rank - 1, range(rank - 2), 0, rank - 1, spatial);
        var sizes = output.stream().map(match.shape()::dimension).toList();
        var result = emitter.add(
                new HloOp.Convolution(
                        old.window(), canonical, old.featureGroupCount(), old.batchGroupCount(), old.precision()),
                Shape.array(match.type(), sizes),
                emitter.transpose(match.get(X), inputOrder(old.dimensions())),
                emitter.transpose(match.get(KERNEL), kernelOrder(old.dimensions())));
        return emitter.transpose(
                result, range(rank).stream().map(output::indexOf).toList());
    }
}
