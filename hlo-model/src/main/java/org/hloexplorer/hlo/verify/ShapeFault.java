package org.hloexplorer.hlo.verify;

import java.util.Locale;

/** Ends the look at one operation where it is wrong; caught by {@link ShapeInference}. */
final class ShapeFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final FindingCode code;

    private ShapeFault(FindingCode code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    @SuppressWarnings("AnnotateFormatMethod")
    static ShapeFault of(FindingCode code, String format, Object... arguments) {
        return new ShapeFault(code, String.format(Locale.ROOT, format, arguments));
    }

    ShapeProblem problem() {
        return new ShapeProblem(code, String.valueOf(getMessage()));
    }
}
