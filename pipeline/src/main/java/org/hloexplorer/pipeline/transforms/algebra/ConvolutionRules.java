package org.hloexplorer.pipeline.transforms.algebra;

import static org.hloexplorer.hlo.HloOpcode.CONVOLUTION;
import static org.hloexplorer.hlo.HloOpcode.PAD;
import static org.hloexplorer.hlo.HloOpcode.REVERSE;
import static org.hloexplorer.pipeline.Effect.ROUNDING;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.Refusal.because;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hloexplorer.hlo.ConvolutionDimensions;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Precision;
import org.hloexplorer.hlo.Window;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.rewrite.Capture;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.Refusal;
import org.hloexplorer.pipeline.rewrite.RewriteRule;

/** Identities of convolution. */
final class ConvolutionRules {
    private ConvolutionRules() {}

    private static final Capture X = new Capture("x");
    private static final Capture KERNEL = new Capture("kernel");
    private static final Capture V = new Capture("v");
    private static final Capture PAD_OF = new Capture("pad");

    static final RewriteRule CONVOLUTION_EMPTY = rule(
                    "convolution-empty",
                    "convolution(x, k) → 0, where one has no elements",
                    op(CONVOLUTION, X, KERNEL),
                    m -> m.splat(0, m.shape()))
            .when(m -> m.get(X).shape().asArray().elements() == 0
                    || m.get(KERNEL).shape().asArray().elements() == 0);

    static final RewriteRule CONVOLUTION_OF_PADDED = rule(
                    "convolution-of-padded",
                    "convolution(pad(x, 0), k) → convolution(x, k) with a padded window",
                    op(CONVOLUTION, op(PAD, X, V).as(PAD_OF), KERNEL),
                    m -> m.add(withPadding(m), m.root().shape(), m.get(X), m.get(KERNEL)))
            .when(ConvolutionRules::padsOnlySpace)
            .provided(
                    m -> m.get(V).op() instanceof HloOp.Constant(var literal) && literal.doubleAt(0) == 0,
                    "a window is padded with zeros only");

    static final RewriteRule CONVOLUTION_SWAPPED = rule(
                    "convolution-swapped",
                    "convolution(x, k) → convolution(reverse(k), x), where the kernel is larger than the image",
                    op(CONVOLUTION, X, KERNEL),
                    ConvolutionRules::swapped)
            .when(m -> convolution(m).featureGroupCount() == 1 && convolution(m).batchGroupCount() == 1)
            .when(m -> kernelElements(m) > 1)
            .provided(ConvolutionRules::needsFewerOperations)
            .provided(AlgebraicOptions::anyLayout)
            .changing(ROUNDING);

    static final List<RewriteRule> ALL = List.of(CONVOLUTION_EMPTY, CONVOLUTION_OF_PADDED, CONVOLUTION_SWAPPED);

    private static HloOp.Convolution convolution(Match match) {
        return (HloOp.Convolution) match.root().op();
    }

    private static boolean padsOnlySpace(Match match) {
        var pad = (HloOp.Pad) match.get(PAD_OF).op();
        var dimensions = convolution(match).dimensions();
        var windows = convolution(match).window().dimensions();
        return !PadRules.hasNegativeEdge(pad)
                && windows.stream().allMatch(window -> window.baseDilation() == 1)
                && Stream.of(dimensions.inputBatch(), dimensions.inputFeature())
                        .allMatch(i -> pad.low().get(i) == 0
                                && pad.high().get(i) == 0
                                && pad.interior().get(i) == 0);
    }

    private static HloOp withPadding(Match match) {
        var pad = (HloOp.Pad) match.get(PAD_OF).op();
        var old = convolution(match);
        var spatial = old.dimensions().inputSpatial();
        var windows = new ArrayList<Window.Dimension>();
        for (int i = 0; i < spatial.size(); i++) {
            var window = old.window().dimensions().get(i);
            int dimension = spatial.get(i);
            windows.add(new Window.Dimension(
                    window.size(),
                    window.stride(),
                    window.paddingLow() + pad.low().get(dimension),
                    window.paddingHigh() + pad.high().get(dimension),
                    pad.interior().get(dimension) + 1,
                    window.windowDilation(),
                    window.reversed()));
        }
        return new HloOp.Convolution(
                new Window(windows), old.dimensions(), old.featureGroupCount(), old.batchGroupCount(), old.precision());
    }

    private static long inputSize(Match match, int spatial) {
        return match.get(X)
                .shape()
                .asArray()
                .dimension(convolution(match).dimensions().inputSpatial().get(spatial));
    }

    /** Whether the window covers the input exactly once in this dimension, or walks over it in its own steps. */
    private static boolean isContraction(Match match, int spatial) {
        var window = convolution(match).window().dimensions().get(spatial);
        if (window.reversed()
                || window.paddingLow() != 0
                || window.paddingHigh() != 0
                || window.windowDilation() != 1) {
            return false;
        }
        boolean isGroup = window.baseDilation() == window.size() && window.stride() == window.size() - 1;
        boolean isPure =
                window.size() == inputSize(match, spatial) && window.baseDilation() == 1 && window.stride() == 1;
        return isGroup || isPure;
    }

    private static IntStream swappedDimensions(Match match) {
        return IntStream.range(0, convolution(match).window().dimensions().size())
                .filter(i -> !isContraction(match, i));
    }

    private static long kernelElements(Match match) {
        return swappedDimensions(match)
                .mapToLong(i -> convolution(match).window().dimensions().get(i).size())
                .reduce(1, (a, b) -> a * b);
    }

    private static long swappedKernelElements(Match match) {
        return swappedDimensions(match)
                .mapToLong(i -> isSpread(match, i)
                        ? convolution(match).window().dimensions().get(i).size()
                        : inputSize(match, i))
                .reduce(1, (a, b) -> a * b);
    }

    /** An input of one element under a window that is padded all around is handled well as it is. */
    private static boolean isSpread(Match match, int spatial) {
        var window = convolution(match).window().dimensions().get(spatial);
        return inputSize(match, spatial) == 1
                && window.stride() == 1
                && window.windowDilation() == 1
                && window.paddingLow() == window.size() - 1
                && window.paddingHigh() == window.size() - 1;
    }

    private static Optional<Refusal> needsFewerOperations(Match match) {
        long now = kernelElements(match);
        long then = swappedKernelElements(match);
        return now > then
                ? Optional.empty()
                : Optional.of(because(
                        "the window has %d elements, and would have %d".formatted(now, then),
                        Quantity.count("elements of the window", then, now - 1)));
    }

    private static HloInstruction swapped(Match match) {
        var old = convolution(match);
        var dimensions = old.dimensions();
        var windows = new ArrayList<Window.Dimension>();
        var reversed = new ArrayList<Integer>();
        for (int i = 0; i < old.window().dimensions().size(); i++) {
            var window = old.window().dimensions().get(i);
            windows.add(isContraction(match, i) ? window : swapped(window, inputSize(match, i)));
            if (!isContraction(match, i) && !window.reversed()) {
                reversed.add(dimensions.kernelSpatial().get(i));
            }
        }
        var kernel = match.get(KERNEL);
        var turned = reversed.isEmpty()
                ? kernel
                : match.add(new HloOp.WithDimensions(REVERSE, reversed), kernel.shape(), kernel);
        var precision = new Precision(
                old.precision().operandPrecision().reversed(), old.precision().algorithm());
        return match.add(
                new HloOp.Convolution(new Window(windows), swapped(dimensions), 1, 1, precision),
                match.root().shape(),
                turned,
                match.get(X));
    }

    private static Window.Dimension swapped(Window.Dimension window, long inputSize) {
        long dilatedKernel = 1 + (window.size() - 1) * window.windowDilation();
        long dilatedInput = 1 + (inputSize - 1) * window.baseDilation();
        return new Window.Dimension(
                inputSize,
                window.stride(),
                dilatedInput + window.paddingLow() - dilatedKernel,
                dilatedInput + window.paddingHigh() - dilatedKernel,
                window.windowDilation(),
                window.baseDilation(),
                true);
    }

    /** Kernel and input change places, as do batch and feature of the output. */
    private static ConvolutionDimensions swapped(ConvolutionDimensions old) {
        return new ConvolutionDimensions(
                old.kernelOutputFeature(),
                old.kernelInputFeature(),
                old.kernelSpatial(),
                old.inputFeature(),
                old.inputBatch(),
                old.inputSpatial(),
                old.outputFeature(),
                old.outputBatch(),
                old.outputSpatial());
    }
}
