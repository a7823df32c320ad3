package org.hloexplorer.hlo.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.junit.jupiter.api.Test;

/**
 * Against golden values of the rule: {@code z seed parameter element bits}, and {@code type seed parameter first…}.
 */
final class GeneratedInputsTests {
    private static final List<String> GOLDEN = Resources.lines("/eval/input-rule.txt");

    @Test
    void mixesTheBitsOfTheRule() {
        var rows = GOLDEN.stream().filter(line -> line.startsWith("z ")).toList();
        assertThat(rows).isNotEmpty().allSatisfy(row -> {
            var fields = row.split(" ");
            long mixed = GeneratedInputs.mix(
                    Long.parseLong(fields[1]), Long.parseLong(fields[2]), Long.parseLong(fields[3]));
            assertThat(mixed).isEqualTo(Long.parseUnsignedLong(fields[4], 16));
        });
    }

    @Test
    void makesTheValuesOfEachType() {
        var rows = GOLDEN.stream().filter(line -> !line.startsWith("z ")).toList();
        assertThat(rows).isNotEmpty().allSatisfy(GeneratedInputsTests::checkValues);
    }

    private static void checkValues(String row) {
        var fields = row.split(" ");
        var type = PrimitiveType.named(fields[0]).orElseThrow();
        int parameter = Integer.parseInt(fields[2]);
        int places = fields.length - 3;
        int elements = type.isComplex() ? places / 2 : places;
        var shapes = Collections.<Shape>nCopies(parameter + 1, Shape.array(type, elements));
        var literal = GeneratedInputs.of(shapes, Long.parseLong(fields[1])).get(parameter);
        for (int i = 0; i < places; i++) {
            double value = type.isComplex()
                    ? (i % 2 == 0 ? literal.doubleAt(i / 2) : literal.imaginaryAt(i / 2))
                    : literal.doubleAt(i);
            assertThat(value).as("%s[%d]", type, i).isEqualTo(Double.parseDouble(fields[3 + i]));
        }
    }

    @Test
    void countsParametersAfterFlatteningTuples() {
        var array = Shape.array(PrimitiveType.F32, 3);
        var flat = GeneratedInputs.of(List.of(array, array, array), 7);
        var nested = GeneratedInputs.of(List.of(Shape.tuple(array, array), array), 7);

        assertThat(nested.getFirst().elements().get(1).doubleAt(2))
                .isEqualTo(flat.get(1).doubleAt(2));
        assertThat(nested.getLast().doubleAt(0)).isEqualTo(flat.getLast().doubleAt(0));
    }
}
