package org.hloexplorer.pipeline.transforms.layout;

import java.util.List;
import java.util.Locale;
import org.hloexplorer.hlo.PrimitiveType;

/** In which order the images of convolutions lie in memory, whatever the order in which their dimensions are numbered. */
public enum ConvolutionOrder {
    /** What the target likes best. */
    AUTO,
    /** Row-major in the dimensions as they are numbered. */
    WRITTEN,
    /** Batches, features, rows, columns: a plane of pixels for each feature. */
    NCHW,
    /** Batches, rows, columns, features: all features of a pixel side by side. */
    NHWC;

    static ConvolutionOrder parse(String text) {
        for (var order : values()) {
            if (order.toString().equals(text.strip().toLowerCase(Locale.ROOT))) {
                return order;
            }
        }
        throw new IllegalArgumentException(
                "layout.convolution is auto, written, nchw or nhwc, not '%s'".formatted(text));
    }

    /** The orders to compare a program in. */
    public static List<ConvolutionOrder> choices() {
        return List.of(WRITTEN, NCHW, NHWC);
    }

    /** What is meant on this target, for elements of this type; never {@link #AUTO}. */
    ConvolutionOrder on(LayoutTarget target, PrimitiveType type) {
        if (this != AUTO) {
            return this;
        }
        return switch (target) {
            case CPU -> WRITTEN;
            case TPU -> NHWC;
            case GPU -> type == PrimitiveType.F64 || type.isComplex() ? NCHW : NHWC;
        };
    }

    /** Who asks for it, as the rest of a sentence that begins with the convolution. */
    String wish(LayoutTarget target, PrimitiveType type) {
        var chosen = on(target, type);
        if (this != AUTO) {
            return chosen == WRITTEN
                    ? "has its dimensions in the order they are numbered (layout.convolution=written)"
                    : "has its images as %s (layout.convolution=%s)".formatted(chosen.name(), this);
        }
        return switch (target) {
            case CPU -> "is implemented for row-major arrays";
            case TPU -> "wants features innermost, where the 128 lanes of a vector register are (NHWC)";
            case GPU ->
                chosen == NHWC
                        ? "runs on tensor cores, which take features innermost (NHWC)"
                        : "does not run on tensor cores for %s, and reads images plane by plane (NCHW)"
                                .formatted(type.text());
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
