package org.hloexplorer.pipeline.kernel.llvm;

import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.hloexplorer.pipeline.kernel.Index;
import org.hloexplorer.pipeline.kernel.IndexAtom;
import org.hloexplorer.pipeline.kernel.IndexAtom.Loaded;
import org.hloexplorer.pipeline.kernel.IndexAtom.LoopVariable;
import org.hloexplorer.pipeline.kernel.IndexAtom.Quotient;
import org.hloexplorer.pipeline.kernel.IndexAtom.Remainder;

/**
 * Indices as 64-bit arithmetic.
 *
 * @param atoms gives the name of a loop variable's or a loaded index's scalar value
 */
record IndexPrinter(IrText ir, Function<IndexAtom, String> atoms) {

    /** A scalar: of a vector's lanes, the first. */
    String scalar(Index index) {
        String sum = null;
        for (var term : index.orderedTerms()) {
            var product = times(atom(term.getKey()), term.getValue());
            sum = sum == null ? product : ir.assign("add nsw i64 %s, %s", sum, product);
        }
        if (sum == null) {
            return Long.toString(index.constant());
        }
        return index.constant() == 0 ? sum : ir.assign("add nsw i64 %s, %d", sum, index.constant());
    }

    private String times(String value, long factor) {
        return factor == 1 ? value : ir.assign("mul nsw i64 %s, %d", value, factor);
    }

    private String atom(IndexAtom atom) {
        return switch (atom) {
            case LoopVariable variable -> atoms.apply(variable);
            case Loaded loaded -> atoms.apply(loaded);
            case Quotient(var dividend, long divisor) -> quotient(scalar(dividend), dividend, divisor);
            case Remainder(var dividend, long divisor) -> remainder(scalar(dividend), dividend, divisor);
        };
    }

    private String quotient(String value, Index dividend, long divisor) {
        if (dividend.minimum() >= 0) {
            return ir.assign("udiv i64 %s, %d", value, divisor);
        }
        var rest = remainder(value, dividend, divisor);
        var multiple = ir.assign("sub nsw i64 %s, %s", value, rest);
        return ir.assign("sdiv exact i64 %s, %d", multiple, divisor);
    }

    private String remainder(String value, Index dividend, long divisor) {
        if (dividend.minimum() >= 0) {
            return ir.assign("urem i64 %s, %d", value, divisor);
        }
        var rest = ir.assign("srem i64 %s, %d", value, divisor);
        var isNegative = ir.assign("icmp slt i64 %s, 0", rest);
        var raised = ir.assign("add nsw i64 %s, %d", rest, divisor);
        return ir.assign("select i1 %s, i64 %s, i64 %s", isNegative, raised, rest);
    }

    /** One lane per step of a variable that the index depends on: on its own, or inside of a division. */
    String lanes(Index index, LoopVariable variable, int lanes) {
        var type = "<%d x i64>".formatted(lanes);
        var steps = LongStream.range(0, lanes).mapToObj(i -> "i64 " + i).collect(Collectors.joining(", ", "<", ">"));
        return lanesOf(index, variable, type, steps);
    }

    private String lanesOf(Index index, LoopVariable variable, String type, String steps) {
        var sum = splat(Long.toString(index.constant()), type);
        for (var term : index.orderedTerms()) {
            var atom = lanesOf(term.getKey(), variable, type, steps);
            var product = term.getValue() == 1
                    ? atom
                    : ir.assign("mul nsw %s %s, splat (i64 %d)", type, atom, term.getValue());
            sum = ir.assign("add nsw %s %s, %s", type, sum, product);
        }
        return sum;
    }

    private String lanesOf(IndexAtom atom, LoopVariable variable, String type, String steps) {
        return switch (atom) {
            case LoopVariable each ->
                each.equals(variable)
                        ? ir.assign("add nsw %s %s, %s", type, splat(atoms.apply(each), type), steps)
                        : splat(atoms.apply(each), type);
            case Loaded loaded -> splat(atoms.apply(loaded), type);
            case Quotient(var dividend, long divisor) -> divided("div", dividend, divisor, variable, type, steps);
            case Remainder(var dividend, long divisor) -> divided("rem", dividend, divisor, variable, type, steps);
        };
    }

    private String divided(
            String instruction, Index dividend, long divisor, LoopVariable variable, String type, String steps) {
        if (dividend.minimum() < 0) {
            throw new IllegalArgumentException("lanes of a negative dividend: " + dividend);
        }
        var value = lanesOf(dividend, variable, type, steps);
        return ir.assign("u%s %s %s, splat (i64 %d)", instruction, type, value, divisor);
    }

    private String splat(String scalar, String type) {
        if (!scalar.startsWith("%")) {
            return "splat (i64 %s)".formatted(scalar);
        }
        var first = ir.assign("insertelement %s poison, i64 %s, i64 0", type, scalar);
        var mask = type.replace("i64", "i32");
        return ir.assign("shufflevector %s %s, %s poison, %s zeroinitializer", type, first, type, mask);
    }
}
