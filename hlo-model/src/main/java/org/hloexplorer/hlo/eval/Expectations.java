package org.hloexplorer.hlo.eval;

import java.util.List;
import java.util.regex.Pattern;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;

/**
 * StableHLO's test calls, which compare a value with the expected one: {@code check.expect_eq}, {@code
 * check.expect_almost_eq} and {@code check.expect_close}. Two NaNs are equal.
 */
final class Expectations {
    private static final String PREFIX = "check.expect_";
    private static final Pattern TOLERANCE = Pattern.compile("\"tolerance\"\\s*:\\s*([\\d.eE+-]+)");
    private static final Pattern ULPS = Pattern.compile("\"max_ulp_difference\"\\s*:\\s*(\\d+)");

    /** StableHLO's own defaults. */
    private static final double USUAL_TOLERANCE = 1e-3;

    private static final double USUAL_ULPS = 3;

    private Expectations() {}

    /** Whether an instruction is worked out although nothing uses its value. */
    static boolean isOne(HloInstruction instruction) {
        return instruction.op() instanceof HloOp.CustomCall call && isOne(call.target());
    }

    static boolean isOne(String target) {
        return target.startsWith(PREFIX);
    }

    /** An empty tuple, where the two values agree. */
    static Literal check(HloInstruction instruction, HloOp.CustomCall call, List<Literal> operands) {
        if (operands.size() != 2) {
            throw new EvaluationException(instruction, "it compares two values, not " + operands.size());
        }
        var tolerance = switch (call.target().substring(PREFIX.length())) {
            case "eq" -> Tolerance.exact();
            case "almost_eq" -> new Tolerance(0, number(instruction, TOLERANCE, USUAL_TOLERANCE), "expect_almost_eq");
            case "close" -> new Tolerance(0, Double.MAX_VALUE, "expect_close");
            default -> throw new EvaluationException(instruction, "there is no comparison " + call.target());
        };
        var comparison = LiteralComparison.of(operands.getFirst(), operands.getLast(), _ -> tolerance);
        boolean agrees = call.target().endsWith("close")
                ? isClose(comparison, number(instruction, ULPS, USUAL_ULPS))
                : comparison.agrees();
        if (!agrees) {
            throw new FailedExpectationException(instruction, comparison.toText());
        }
        return Literal.tuple(List.of());
    }

    private static boolean isClose(LiteralComparison comparison, double ulps) {
        return comparison.agrees() && comparison.arrays().stream().allMatch(each -> each.maxUlps() <= ulps);
    }

    private static double number(HloInstruction instruction, Pattern pattern, double otherwise) {
        var config = instruction.annotations().backendConfig();
        var found = pattern.matcher(config == null ? "" : config);
        return found.find() ? Double.parseDouble(found.group(1)) : otherwise;
    }
}
