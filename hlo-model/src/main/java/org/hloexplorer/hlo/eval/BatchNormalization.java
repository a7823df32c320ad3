package org.hloexplorer.hlo.eval;

import java.util.List;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/**
 * The three batch normalizations, in double precision, rounded at the end.
 *
 * <p>All dimensions but the feature dimension are one long batch; variances divide by its length.
 */
final class BatchNormalization {
    private final Elementwise elementwise;
    private final Shape.Array shape;
    private final int features;
    private final int featureStride;
    private final int perFeature;
    private final double epsilon;

    BatchNormalization(Literal operand, HloOp.BatchNorm norm, Elementwise elementwise) {
        this.elementwise = elementwise;
        this.shape = operand.shape().asArray();
        this.features = Math.toIntExact(shape.dimension(norm.featureIndex()));
        this.featureStride = Strides.of(shape)[norm.featureIndex()];
        this.perFeature = features == 0 ? 0 : Storage.count(operand) / features;
        this.epsilon = norm.epsilon();
    }

    /** The normalized operand, the mean and the variance of each feature. */
    List<Literal> training(Literal operand, Literal scale, Literal offset) {
        double[] x = doubles(operand);
        double[] mean = means(x);
        double[] variance = variances(x, mean);
        return List.of(
                normalized(x, doubles(scale), doubles(offset), mean, variance),
                ofFeatures(mean, scale),
                ofFeatures(variance, scale));
    }

    Literal inference(Literal operand, Literal scale, Literal offset, Literal mean, Literal variance) {
        return normalized(doubles(operand), doubles(scale), doubles(offset), doubles(mean), doubles(variance));
    }

    /** The gradients of operand, scale and offset. */
    List<Literal> gradients(Literal operand, Literal scale, Literal mean, Literal variance, Literal outputGradient) {
        double[] x = doubles(operand);
        double[] gamma = doubles(scale);
        double[] mu = doubles(mean);
        double[] sigma2 = doubles(variance);
        double[] dy = doubles(outputGradient);
        var offsetGradient = new double[features];
        var scaleGradient = new double[features];
        for (int i = 0; i < x.length; i++) {
            int feature = feature(i);
            offsetGradient[feature] += dy[i];
            scaleGradient[feature] += dy[i] * (x[i] - mu[feature]) / Math.sqrt(sigma2[feature] + epsilon);
        }
        var dx = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            int feature = feature(i);
            double deviation = Math.sqrt(sigma2[feature] + epsilon);
            double centred = (x[i] - mu[feature]) / deviation;
            dx[i] = gamma[feature]
                    / deviation
                    * (dy[i] - (offsetGradient[feature] + centred * scaleGradient[feature]) / perFeature);
        }
        return List.of(
                rounded(dx, shape, shape.elementType()),
                ofFeatures(scaleGradient, scale),
                ofFeatures(offsetGradient, scale));
    }

    private int feature(int index) {
        return index / featureStride % features;
    }

    private double[] means(double[] x) {
        var sums = new double[features];
        for (int i = 0; i < x.length; i++) {
            sums[feature(i)] += x[i];
        }
        for (int feature = 0; feature < features; feature++) {
            sums[feature] /= perFeature;
        }
        return sums;
    }

    private double[] variances(double[] x, double[] mean) {
        var sums = new double[features];
        for (int i = 0; i < x.length; i++) {
            double difference = x[i] - mean[feature(i)];
            sums[feature(i)] += difference * difference;
        }
        for (int feature = 0; feature < features; feature++) {
            sums[feature] /= perFeature;
        }
        return sums;
    }

    private Literal normalized(double[] x, double[] scale, double[] offset, double[] mean, double[] variance) {
        var y = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            int feature = feature(i);
            y[i] = (x[i] - mean[feature]) / Math.sqrt(variance[feature] + epsilon) * scale[feature] + offset[feature];
        }
        return rounded(y, shape, shape.elementType());
    }

    private Literal ofFeatures(double[] values, Literal like) {
        return rounded(values, like.shape().asArray(), like.shape().asArray().elementType());
    }

    private Literal rounded(double[] values, Shape.Array of, PrimitiveType type) {
        return elementwise.convert(Storage.literal(of.withElementType(PrimitiveType.F64), values), type);
    }

    private double[] doubles(Literal literal) {
        return Storage.doubles(elementwise.convert(literal, PrimitiveType.F64));
    }
}
