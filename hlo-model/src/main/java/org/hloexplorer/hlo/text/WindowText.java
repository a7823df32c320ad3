package org.hloexplorer.hlo.text;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Window;

/** Windows, padding and slices as XLA prints them. */
final class WindowText {
    private WindowText() {}

    /** Sizes always, other fields where a dimension has something unusual. */
    static String window(Window window) {
        var text = new StringBuilder("{size=").append(each(window, d -> d.size()));
        appendIf(text, window, "stride", d -> d.stride() != 1, d -> d.stride());
        appendIf(
                text,
                window,
                "pad",
                d -> d.paddingLow() != 0 || d.paddingHigh() != 0,
                d -> d.paddingLow() + "_" + d.paddingHigh());
        appendIf(text, window, "lhs_dilate", d -> d.baseDilation() != 1, d -> d.baseDilation());
        appendIf(text, window, "rhs_dilate", d -> d.windowDilation() != 1, d -> d.windowDilation());
        appendIf(text, window, "rhs_reversal", d -> d.reversed(), d -> d.reversed() ? "1" : "0");
        return text.append('}').toString();
    }

    private static void appendIf(
            StringBuilder text,
            Window window,
            String field,
            Predicate<Window.Dimension> isUnusual,
            Function<Window.Dimension, Object> value) {
        if (window.dimensions().stream().anyMatch(isUnusual)) {
            text.append(' ').append(field).append('=').append(each(window, value));
        }
    }

    private static String each(Window window, Function<Window.Dimension, Object> value) {
        return window.dimensions().stream().map(value).map(String::valueOf).collect(Collectors.joining("x"));
    }

    static String padding(HloOp.Pad pad) {
        boolean hasInterior = pad.interior().stream().anyMatch(size -> size != 0);
        return IntStream.range(0, pad.low().size())
                .mapToObj(i -> pad.low().get(i) + "_" + pad.high().get(i)
                        + (hasInterior ? "_" + pad.interior().get(i) : ""))
                .collect(Collectors.joining("x"));
    }

    static String slice(HloOp.Slice slice) {
        boolean hasStrides = slice.strides().stream().anyMatch(stride -> stride != 1);
        List<String> ranges = IntStream.range(0, slice.starts().size())
                .mapToObj(
                        i -> "[" + slice.starts().get(i) + ":" + slice.limits().get(i)
                                + (hasStrides ? ":" + slice.strides().get(i) : "") + "]")
                .toList();
        return "{" + String.join(", ", ranges) + "}";
    }
}
