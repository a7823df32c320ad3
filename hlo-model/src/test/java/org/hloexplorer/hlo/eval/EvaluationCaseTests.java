package org.hloexplorer.hlo.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.net.URI;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Evaluates every case of the files below {@code eval/cases}. */
final class EvaluationCaseTests {

    @TestFactory
    Stream<DynamicTest> everyCase() {
        return EvaluationCase.all().stream()
                .map(each ->
                        dynamicTest(each.file().getFileName() + ": " + each.name(), place(each), () -> check(each)));
    }

    private static URI place(EvaluationCase each) {
        return URI.create(each.file().toUri() + "?line=" + each.line());
    }

    private static void check(EvaluationCase each) {
        var arguments = GeneratedInputs.of(each.module(), 1);
        var actual = flattened(new HloEvaluator().evaluate(each.module(), arguments));

        assertThat(actual).as("arrays of the result").hasSameSizeAs(each.expected());
        for (int i = 0; i < actual.size(); i++) {
            assertThat(actual.get(i).shape().withoutLayout())
                    .as("shape of result %d", i)
                    .isEqualTo(each.expected().get(i).shape().withoutLayout());
            var wanted = each.expected().get(i);
            assertThat(actual.get(i))
                    .as("result %d: %s, expected %s", i, print(actual.get(i)), print(wanted))
                    .matches(found -> agree(found, wanted, each.tolerance()), "is within '" + each.tolerance() + "'");
        }
    }

    private static boolean agree(Literal actual, Literal expected, String tolerance) {
        for (long element = 0; element < actual.elementCount(); element++) {
            if (!agree(actual, expected, element, tolerance)) {
                return false;
            }
        }
        return true;
    }

    private static boolean agree(Literal actual, Literal expected, long element, String tolerance) {
        var type = actual.shape().asArray().elementType();
        if (!type.isFloating() && !type.isComplex()) {
            return actual.bitsAt(element) == expected.bitsAt(element);
        }
        return agree(type, actual.doubleAt(element), expected.doubleAt(element), tolerance)
                && agree(type, actual.imaginaryAt(element), expected.imaginaryAt(element), tolerance);
    }

    private static boolean agree(PrimitiveType type, double actual, double expected, String tolerance) {
        if (Double.compare(actual, expected) == 0 || (Double.isNaN(actual) && Double.isNaN(expected))) {
            return true;
        }
        if (tolerance.isEmpty() || !Double.isFinite(actual) || !Double.isFinite(expected)) {
            return false;
        }
        double size = Double.parseDouble(tolerance.split(" ")[0]);
        return tolerance.endsWith(" ulp")
                ? Ulps.between(type, actual, expected) <= size
                : Math.abs(actual - expected) <= size * Math.max(1, Math.abs(expected));
    }

    private static List<Literal> flattened(Literal literal) {
        if (!(literal.shape() instanceof Shape.Tuple)) {
            return List.of(literal);
        }
        return literal.elements().stream()
                .flatMap(each -> flattened(each).stream())
                .toList();
    }

    private static String print(Literal literal) {
        var values = new ArrayList<String>();
        var type = literal.shape().asArray().elementType();
        for (long i = 0; i < Math.min(64, literal.elementCount()); i++) {
            values.add(
                    type.isComplex()
                            ? "(%s, %s)".formatted(literal.doubleAt(i), literal.imaginaryAt(i))
                            : type.isFloating()
                                    ? Double.toString(literal.doubleAt(i))
                                    : Long.toString(literal.bitsAt(i)));
        }
        return literal.shape().withoutLayout() + " " + values;
    }

    @Test
    void everyOpcodeHasACase() {
        var seen = EnumSet.noneOf(HloOpcode.class);
        for (var each : EvaluationCase.all()) {
            for (var computation : each.module().computations()) {
                computation.instructions().forEach(instruction -> seen.add(instruction.opcode()));
            }
        }
        var missing = EnumSet.complementOf(seen);
        missing.removeAll(NOT_EVALUATED);
        missing.removeAll(AMONG_DEVICES);
        assertThat(missing).as("opcodes without a case").isEmpty();
    }

    /** What talks to the host, and what no source gives a meaning. */
    private static final EnumSet<HloOpcode> NOT_EVALUATED = EnumSet.of(
            HloOpcode.INFEED,
            HloOpcode.OUTFEED,
            HloOpcode.SEND,
            HloOpcode.SEND_DONE,
            HloOpcode.RECV,
            HloOpcode.RECV_DONE,
            HloOpcode.COLLECTIVE_REDUCE,
            HloOpcode.SHUFFLE,
            HloOpcode.UNKNOWN);

    /** Tested with several devices by {@link DeviceRunTests}. */
    private static final EnumSet<HloOpcode> AMONG_DEVICES = EnumSet.of(
            HloOpcode.ALL_GATHER,
            HloOpcode.ALL_GATHER_START,
            HloOpcode.ALL_GATHER_DONE,
            HloOpcode.ALL_REDUCE,
            HloOpcode.ALL_REDUCE_START,
            HloOpcode.ALL_REDUCE_DONE,
            HloOpcode.REDUCE_SCATTER,
            HloOpcode.ALL_TO_ALL,
            HloOpcode.RAGGED_ALL_TO_ALL,
            HloOpcode.COLLECTIVE_PERMUTE,
            HloOpcode.COLLECTIVE_PERMUTE_START,
            HloOpcode.COLLECTIVE_PERMUTE_DONE,
            HloOpcode.COLLECTIVE_BROADCAST,
            HloOpcode.REPLICA_ID,
            HloOpcode.PARTITION_ID);
}
