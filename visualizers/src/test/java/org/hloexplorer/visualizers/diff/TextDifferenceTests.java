package org.hloexplorer.visualizers.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.hloexplorer.visualizers.diff.DifferenceRow.Kind;
import org.junit.jupiter.api.Test;

final class TextDifferenceTests {

    @Test
    void putsReplacedLinesBesideOneAnother() {
        var rows = TextDifference.between("a\n%b = add(x, y)\nc\nd", "a\n%b = multiply(x, y)\nc\nd\ne");
        assertThat(rows)
                .extracting(DifferenceRow::kind)
                .containsExactly(Kind.SAME, Kind.CHANGED, Kind.SAME, Kind.SAME, Kind.ADDED);
        assertThat(rows.get(1))
                .isEqualTo(new DifferenceRow(Kind.CHANGED, 2, "%b = add(x, y)", 2, "%b = multiply(x, y)"));
        assertThat(rows.get(4)).isEqualTo(new DifferenceRow(Kind.ADDED, 0, "", 5, "e"));
    }

    @Test
    void linesThatHaveNothingInCommonAreNotPaired() {
        assertThat(TextDifference.between("%a = add(x, y)", "%fusion = fusion(z)"))
                .extracting(DifferenceRow::kind)
                .containsExactly(Kind.REMOVED, Kind.ADDED);
    }

    @Test
    void foldsWhatIsFarFromAnyChange() {
        var same = "x\n".repeat(20);
        var folded = TextDifference.folded(TextDifference.between(same + "%a = 1", same + "%a = 2"));
        assertThat(folded)
                .extracting(DifferenceRow::kind)
                .containsExactly(Kind.FOLDED, Kind.SAME, Kind.SAME, Kind.SAME, Kind.CHANGED);
        assertThat(folded.getFirst().after()).isEqualTo("… 17 lines unchanged");
    }

    @Property
    void bothTextsCanBeReadBackFromTheRows(
            @ForAll @Size(max = 12) List<Letter> one, @ForAll @Size(max = 12) List<Letter> other) {
        var before = text(one);
        var after = text(other);
        var rows = TextDifference.between(before, after);
        assertThat(rows.stream().filter(row -> row.beforeLine() > 0).map(DifferenceRow::before))
                .containsExactlyElementsOf(before.lines().toList());
        assertThat(rows.stream().filter(row -> row.afterLine() > 0).map(DifferenceRow::after))
                .containsExactlyElementsOf(after.lines().toList());
        assertThat(rows.stream().filter(row -> row.kind() == Kind.SAME))
                .allMatch(row -> row.before().equals(row.after()));
    }

    /** Few, so that lines repeat. */
    enum Letter {
        A,
        B,
        C
    }

    private static String text(List<Letter> letters) {
        return letters.stream().map(Letter::name).collect(Collectors.joining("\n"));
    }
}
