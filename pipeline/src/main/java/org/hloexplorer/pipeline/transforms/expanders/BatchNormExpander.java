package org.hloexplorer.pipeline.transforms.expanders;

import static org.hloexplorer.hlo.HloOpcode.ADD;
import static org.hloexplorer.hlo.HloOpcode.BATCH_NORM_GRAD;
import static org.hloexplorer.hlo.HloOpcode.BATCH_NORM_INFERENCE;
import static org.hloexplorer.hlo.HloOpcode.BATCH_NORM_TRAINING;
import static org.hloexplorer.hlo.HloOpcode.MULTIPLY;
import static org.hloexplorer.hlo.HloOpcode.REDUCE;
import static org.hloexplorer.hlo.HloOpcode.RSQRT;
import static org.hloexplorer.hlo.HloOpcode.SUBTRACT;
import static org.hloexplorer.hlo.HloOpcode.TUPLE;
import static org.hloexplorer.pipeline.Effect.ROUNDING;
import static org.hloexplorer.pipeline.rewrite.Patterns.add;
import static org.hloexplorer.pipeline.rewrite.Patterns.multiply;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.Functions;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Writes batch normalization out in reductions and element-wise operations. */
public final class BatchNormExpander {
    private BatchNormExpander() {}

    static final RewriteRule EXPAND_INFERENCE = rule(
                    "expand-batch-norm-inference",
                    "batch-norm-inference(x, scale, offset, mean, variance) → (x - mean) * rsqrt(variance + ε) * scale + offset",
                    op(BATCH_NORM_INFERENCE),
                    BatchNormExpander::inference)
            .changing(ROUNDING);

    static final RewriteRule EXPAND_TRAINING = rule(
                    "expand-batch-norm-training",
                    "batch-norm-training(x, scale, offset) → (normalized, mean(x), mean(x²) - mean(x)²)",
                    op(BATCH_NORM_TRAINING),
                    BatchNormExpander::training)
            .changing(ROUNDING);

    static final RewriteRule EXPAND_GRADIENT = rule(
                    "expand-batch-norm-grad",
                    "batch-norm-grad(x, scale, mean, variance, dy) → (dx, dscale, doffset)",
                    op(BATCH_NORM_GRAD),
                    BatchNormExpander::gradient)
            .changing(ROUNDING);

    public static final HloPass PASS = RulePass.of(
            "batchnorm_expander",
            "writes batch normalization out in reductions and element-wise operations",
            EXPAND_INFERENCE,
            EXPAND_TRAINING,
            EXPAND_GRADIENT);

    private static HloInstruction inference(Match match) {
        var parts = new Parts(match);
        var centred = parts.subtract(parts.operand(0), parts.perFeature(parts.operand(3)));
        return parts.add(
                parts.multiply(
                        parts.multiply(centred, parts.perFeature(parts.inverseDeviation(parts.operand(4)))),
                        parts.perFeature(parts.operand(1))),
                parts.perFeature(parts.operand(2)));
    }

    private static HloInstruction training(Match match) {
        var parts = new Parts(match);
        var x = parts.operand(0);
        var mean = parts.mean(x);
        var meanOfSquares = parts.mean(parts.multiply(x, x));
        var variance = parts.subtract(meanOfSquares, parts.multiply(mean, mean));
        var centred = parts.subtract(x, parts.perFeature(mean));
        var scaled = parts.multiply(
                parts.multiply(centred, parts.perFeature(parts.inverseDeviation(variance))),
                parts.perFeature(parts.operand(1)));
        var normalized = parts.add(scaled, parts.perFeature(parts.operand(2)));
        return match.plain(TUPLE, match.root().shape(), normalized, mean, variance);
    }

    private static HloInstruction gradient(Match match) {
        var parts = new Parts(match);
        var x = parts.operand(0);
        var scale = parts.operand(1);
        var dy = parts.operand(4);
        var inverse = parts.inverseDeviation(parts.operand(3));
        var centred = parts.subtract(x, parts.perFeature(parts.operand(2)));
        var sumOfDy = parts.sum(dy);
        var sumOfProducts = parts.sum(parts.multiply(dy, centred));
        var scaleGradient = parts.multiply(sumOfProducts, inverse);
        var slope = parts.multiply(
                parts.multiply(sumOfProducts, parts.multiply(inverse, inverse)), parts.perCount(inverse));
        var shifted = parts.subtract(
                parts.subtract(dy, parts.perFeature(parts.multiply(sumOfDy, parts.perCount(sumOfDy)))),
                parts.multiply(centred, parts.perFeature(slope)));
        var xGradient = parts.multiply(parts.perFeature(parts.multiply(scale, inverse)), shifted);
        return match.plain(TUPLE, match.root().shape(), xGradient, scaleGradient, sumOfDy);
    }

    /** The arithmetic of one batch normalization: arrays like x, and vectors with an element per feature. */
    private record Parts(Match match) {

        HloInstruction operand(int index) {
            return match.operand(match.root(), index);
        }

        private Shape.Array whole() {
            return operand(0).shape().asArray();
        }

        private HloOp.BatchNorm norm() {
            return (HloOp.BatchNorm) match.root().op();
        }

        HloInstruction add(HloInstruction left, HloInstruction right) {
            return match.plain(ADD, left.shape(), left, right);
        }

        HloInstruction subtract(HloInstruction left, HloInstruction right) {
            return match.plain(SUBTRACT, left.shape(), left, right);
        }

        HloInstruction multiply(HloInstruction left, HloInstruction right) {
            return match.plain(MULTIPLY, left.shape(), left, right);
        }

        HloInstruction perFeature(HloInstruction vector) {
            return match.broadcast(vector, whole(), List.of(norm().featureIndex()));
        }

        HloInstruction inverseDeviation(HloInstruction variance) {
            var shape = variance.shape().asArray();
            return match.plain(RSQRT, shape, add(variance, match.splat(norm().epsilon(), shape)));
        }

        HloInstruction sum(HloInstruction array) {
            var type = whole().elementType();
            var dimensions = IntStream.range(0, whole().rank())
                    .filter(i -> i != norm().featureIndex())
                    .boxed()
                    .toList();
            var zero = match.constant(Literal.scalar(type, 0.0));
            int function = Functions.binary(match.editor().module(), ADD, type);
            return match.add(
                    new HloOp.OverDimensions(REDUCE, dimensions, function),
                    Shape.array(type, whole().dimension(norm().featureIndex())),
                    array,
                    zero);
        }

        HloInstruction mean(HloInstruction array) {
            var total = sum(array);
            return multiply(total, perCount(total));
        }

        /** One over the number of elements per feature, in the shape of a vector. */
        HloInstruction perCount(HloInstruction vector) {
            double count = (double) whole().elements() / whole().dimension(norm().featureIndex());
            return match.splat(1 / count, vector.shape().asArray());
        }
    }
}
