package org.hloexplorer.hlo.stablehlo;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.text.DiagnosticCode;
import org.jspecify.annotations.Nullable;

/** Reads MLIR's types as shapes. */
final class TypeParser {
    private final MlirScanner scanner;

    TypeParser(MlirScanner scanner) {
        this.scanner = scanner;
    }

    /** What an operation takes and gives. */
    record Signature(List<Shape> operands, List<Shape> results) {}

    /** The types behind a colon: {@code (a, b) -> c}, {@code a -> b}, or a list that serves both sides. */
    Signature signature() {
        var operands = scanner.peek("(") ? parenthesized() : list();
        if (!scanner.accept("->")) {
            return new Signature(operands, operands);
        }
        return new Signature(operands, scanner.peek("(") ? parenthesized() : List.of(type()));
    }

    private List<Shape> parenthesized() {
        scanner.expect("(");
        var types = new ArrayList<Shape>();
        while (!scanner.accept(")")) {
            types.add(type());
            scanner.accept(",");
        }
        return types;
    }

    private List<Shape> list() {
        var types = new ArrayList<Shape>();
        do {
            types.add(type());
        } while (scanner.accept(","));
        return types;
    }

    /** Whether a type begins here. */
    boolean isAtType() {
        var word = scanner.peekWord();
        return scanner.peek("!")
                || scanner.peek("tensor<")
                || scanner.peek("tuple<")
                || scanner.peek("complex<")
                || element(word).isPresent();
    }

    Shape type() {
        scanner.enter();
        try {
            if (scanner.accept("tensor<")) {
                return tensor();
            }
            if (scanner.accept("tuple<")) {
                var elements = scanner.peek(">") ? List.<Shape>of() : list();
                scanner.expect(">");
                return new Shape.Tuple(elements);
            }
            if (scanner.peek("!")) {
                return dialectType();
            }
            return Shape.scalar(element());
        } finally {
            scanner.leave();
        }
    }

    private Shape dialectType() {
        int start = scanner.offset();
        scanner.expect("!");
        var name = scanner.suffix();
        if (name.equals("stablehlo.token") || name.equals("mhlo.token")) {
            return new Shape.Token();
        }
        throw new MlirException(
                DiagnosticCode.NOT_CONVERTIBLE,
                start,
                scanner.rawOffset(),
                "the type !%s has no counterpart in HLO".formatted(name));
    }

    private Shape.Array tensor() {
        int start = scanner.offset();
        if (scanner.peek("*")) {
            throw new MlirException(
                    DiagnosticCode.NOT_CONVERTIBLE, start, start + 1, "arrays in HLO have a rank; this one has none");
        }
        var sizes = new ArrayList<Long>();
        while (MlirScanner.isDigit(scanner.next()) || scanner.peek("?")) {
            sizes.add(scanner.accept("?") ? Shape.UNBOUNDED : size());
            scanner.expect("x");
        }
        var type = element();
        var bounds = scanner.accept(",") ? bounds(scanner.balancedUntilAngle()) : null;
        scanner.expect(">");
        return array(type, sizes, bounds, start);
    }

    private long size() {
        int start = scanner.offset();
        var digits = new StringBuilder();
        while (MlirScanner.isDigit(scanner.rawNext())) {
            digits.append(scanner.rawNext());
            scanner.moveTo(scanner.rawOffset() + 1);
        }
        try {
            return Long.parseLong(digits.toString());
        } catch (NumberFormatException e) {
            throw new MlirException(
                    DiagnosticCode.NUMBER_OUT_OF_RANGE,
                    start,
                    scanner.rawOffset(),
                    digits + " is no size of a dimension");
        }
    }

    /** Bounds of dimensions, in the order of the dimensions; {@code ?} where there is none. */
    private static @Nullable List<Long> bounds(String text) {
        int open = text.indexOf("bounds<");
        if (open < 0) {
            return null;
        }
        var bounds = new ArrayList<Long>();
        for (var bound : text.substring(open + "bounds<".length(), text.indexOf('>', open))
                .split(",")) {
            bounds.add(bound.strip().equals("?") ? Shape.UNBOUNDED : Long.parseLong(bound.strip()));
        }
        return bounds;
    }

    private Shape.Array array(PrimitiveType type, List<Long> sizes, @Nullable List<Long> bounds, int start) {
        var dynamic = new HashSet<Integer>();
        long bytes = type.bytes();
        for (int i = 0; i < sizes.size(); i++) {
            if (sizes.get(i) == Shape.UNBOUNDED) {
                dynamic.add(i);
                sizes.set(i, bounds != null && i < bounds.size() ? bounds.get(i) : Shape.UNBOUNDED);
            }
            long size = Math.max(1, sizes.get(i));
            if (Math.multiplyHigh(bytes, size) != 0 || bytes * size < 0) {
                throw new MlirException(
                        DiagnosticCode.SHAPE_TOO_LARGE,
                        start,
                        scanner.rawOffset(),
                        "these dimensions take more memory than can be counted");
            }
            bytes *= size;
        }
        return new Shape.Array(type, sizes, Set.copyOf(dynamic), Layout.descending(sizes.size()));
    }

    PrimitiveType element() {
        int start = scanner.offset();
        if (scanner.accept("complex<")) {
            var part = element();
            scanner.expect(">");
            return part == PrimitiveType.F64 ? PrimitiveType.C128 : PrimitiveType.C64;
        }
        if (scanner.peek("!")) {
            scanner.accept("!");
            var name = scanner.suffix();
            throw new MlirException(
                    DiagnosticCode.NOT_CONVERTIBLE,
                    start,
                    scanner.rawOffset(),
                    "HLO has no arrays of !%s; quantized programs are converted by the framework".formatted(name));
        }
        var word = scanner.word();
        return element(word)
                .orElseThrow(() -> new MlirException(
                        DiagnosticCode.UNEXPECTED_TOKEN,
                        start,
                        start + word.length(),
                        "'%s' is no element type".formatted(word)));
    }

    private static Optional<PrimitiveType> element(String word) {
        if (word.equals("i1")) {
            return Optional.of(PrimitiveType.PRED);
        }
        if (word.equals("index")) {
            return Optional.of(PrimitiveType.S64);
        }
        if (word.startsWith("ui") || word.startsWith("si")) {
            return PrimitiveType.named(word.substring(0, 1) + word.substring(2));
        }
        if (word.startsWith("i")) {
            return PrimitiveType.named("s" + word.substring(1));
        }
        var lower = word.toLowerCase(Locale.ROOT);
        return lower.startsWith("f") || lower.startsWith("bf") ? PrimitiveType.named(lower) : Optional.empty();
    }
}
