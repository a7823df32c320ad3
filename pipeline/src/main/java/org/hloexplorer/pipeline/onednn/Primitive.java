package org.hloexplorer.pipeline.onednn;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One thing that oneDNN is asked to compute.
 *
 * <p>Its buffers are, in this order: source, weights, bias where there is one, the operands of the binary post-ops, and the
 * destination.
 *
 * @param weights of {@link Kind#CONVOLUTION_WEIGHTS} the gradient of the result
 * @param destination of {@link Kind#CONVOLUTION_WEIGHTS} the gradient of the weights
 * @param geometry of a convolution; null for a matmul
 */
@JsonIgnoreProperties("buffers")
public record Primitive(
        Kind kind,
        Tensor source,
        Tensor weights,
        @Nullable Tensor bias,
        Tensor destination,
        @Nullable Geometry geometry,
        List<PostOp> postOps) {
    public Primitive {
        postOps = List.copyOf(postOps);
    }

    /** What there is of oneDNN's primitives for sums of products. */
    public enum Kind {
        MATMUL("matmul"),
        CONVOLUTION("convolution"),
        DECONVOLUTION("deconvolution"),
        CONVOLUTION_WEIGHTS("convolution, backward by weights");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /** The arrays of the buffers, in their order. */
    public List<Tensor> buffers() {
        var operands =
                postOps.stream().filter(PostOp.Binary.class::isInstance).map(each -> ((PostOp.Binary) each).operand());
        return Stream.concat(
                        Stream.concat(Stream.of(source, weights), Stream.ofNullable(bias)),
                        Stream.concat(operands, Stream.of(destination)))
                .toList();
    }

    /** Such as {@code matmul + bias + gelu_tanh}. */
    public String text() {
        return Stream.concat(
                        Stream.concat(Stream.of(kind.text()), bias == null ? Stream.of() : Stream.of("bias")),
                        postOps.stream().map(PostOp::text))
                .collect(Collectors.joining(" + "));
    }

    Geometry window() {
        return Objects.requireNonNull(geometry, "a convolution has a geometry");
    }
}
