package org.hloexplorer.hlo.corpus;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * What XLA gave for the generated inputs of seed 1: of each output the first elements, the sum and the sum of magnitudes.
 *
 * <p>Integers must be equal. Floating elements may differ by 1e-5 of the largest magnitude, or by four times what XLA:CPU
 * and XLA's evaluator differ by where that is more; bf16 and f16 by what their precision leaves room for.
 */
final class ExpectedOutputs {
    private static final double USUAL = 1e-5;
    private static final double FACTOR = 4;

    private final JsonNode root;

    private ExpectedOutputs(JsonNode root) {
        this.root = root;
    }

    static ExpectedOutputs read(Path file) throws IOException {
        return new ExpectedOutputs(new ObjectMapper().readTree(file));
    }

    String programFile() {
        return root.path("file").asString();
    }

    /** What differs, a line each; nothing where the outputs are as expected. */
    List<String> differences(Literal actual) {
        var expected = root.has("evaluator") ? root.path("evaluator") : root.path("xla_cpu");
        var leaves = leaves(actual);
        var differences = new ArrayList<String>();
        if (leaves.size() != expected.size()) {
            differences.add("%d outputs, and %d are expected".formatted(leaves.size(), expected.size()));
            return differences;
        }
        for (int i = 0; i < leaves.size(); i++) {
            compare(
                    i,
                    leaves.get(i),
                    expected.get(i),
                    root.path("xla_cpu_against_evaluator").path(i),
                    differences);
        }
        return differences;
    }

    private static List<Literal> leaves(Literal literal) {
        return literal.shape() instanceof Shape.Tuple
                ? literal.elements().stream()
                        .flatMap(each -> leaves(each).stream())
                        .toList()
                : List.of(literal);
    }

    private static void compare(
            int output, Literal actual, JsonNode expected, JsonNode recorded, List<String> differences) {
        var type = actual.shape().asArray().elementType();
        double largest = Math.max(largest(actual), recorded.path("max_abs").asDouble(0));
        double allowed = type.isFloating() || type.isComplex() ? allowed(type, largest, recorded) : 0;
        var first = expected.path("first");
        for (int i = 0;
                i < first.size() && i < actual.elementCount() && first.get(i).isNumber();
                i++) {
            double difference = Math.abs(actual.doubleAt(i) - first.get(i).asDouble());
            if (!(difference <= allowed)) {
                differences.add("output %d, element %d: %s, and %s is expected (allowed difference %s)"
                        .formatted(output, i, actual.doubleAt(i), first.get(i).asDouble(), allowed));
                return;
            }
        }
        double sum = 0;
        double magnitudes = 0;
        for (long i = 0; i < actual.elementCount(); i++) {
            sum += actual.doubleAt(i);
            magnitudes += Math.hypot(actual.doubleAt(i), actual.imaginaryAt(i));
        }
        double allowedSum = allowed * actual.elementCount() + 1e-12 * Math.abs(magnitudes);
        double expectedMagnitudes = expected.path("abs_sum").asDouble();
        if (!type.isComplex() && Math.abs(magnitudes - expectedMagnitudes) > allowedSum) {
            differences.add("output %d: the magnitudes sum up to %s, and %s is expected (allowed difference %s)"
                    .formatted(output, magnitudes, expectedMagnitudes, allowedSum));
        }
        double expectedSum = expected.path("sum").asDouble();
        if (!type.isComplex() && Math.abs(sum - expectedSum) > allowedSum) {
            differences.add("output %d: the elements sum up to %s, and %s is expected (allowed difference %s)"
                    .formatted(output, sum, expectedSum, allowedSum));
        }
    }

    private static double allowed(PrimitiveType type, double largest, JsonNode recorded) {
        double usual = switch (type) {
            case F16 -> 4e-3;
            case BF16 -> 3e-2;
            default -> USUAL;
        };
        return Math.max(
                usual * largest, FACTOR * recorded.path("max_abs_difference").asDouble(0));
    }

    private static double largest(Literal literal) {
        double largest = 0;
        for (long i = 0; i < literal.elementCount(); i++) {
            double magnitude = Math.abs(literal.doubleAt(i));
            largest = Double.isFinite(magnitude) ? Math.max(largest, magnitude) : largest;
        }
        return largest;
    }
}
