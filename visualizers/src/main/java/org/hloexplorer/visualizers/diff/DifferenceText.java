package org.hloexplorer.visualizers.diff;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.fxmisc.richtext.model.StyleSpans;
import org.fxmisc.richtext.model.StyleSpansBuilder;
import org.hloexplorer.visualizers.diff.DifferenceRow.Kind;
import org.hloexplorer.visualizers.source.Highlighting;
import org.jspecify.annotations.Nullable;

/**
 * Rows as one text, with the style class and the number of each line.
 *
 * @param lineNumbers as they are shown; empty for lines that stand for none
 */
record DifferenceText(
        String text, List<String> lineClasses, List<String> lineNumbers, StyleSpans<Collection<String>> styles) {

    /** The text before, with blank lines where only the text after has one. */
    static DifferenceText before(List<DifferenceRow> rows) {
        return side(
                rows, DifferenceRow::before, DifferenceRow::beforeLine, Kind.ADDED, "removed", DifferenceRow::after);
    }

    static DifferenceText after(List<DifferenceRow> rows) {
        return side(rows, DifferenceRow::after, DifferenceRow::afterLine, Kind.REMOVED, "added", DifferenceRow::before);
    }

    private static DifferenceText side(
            List<DifferenceRow> rows,
            Function<DifferenceRow, String> own,
            Function<DifferenceRow, Integer> number,
            Kind absent,
            String ownChange,
            Function<DifferenceRow, String> other) {
        var lines = new Lines();
        for (var row : rows) {
            var style = row.kind() == absent
                    ? "filler"
                    : row.kind() == Kind.ADDED || row.kind() == Kind.REMOVED ? ownChange : name(row.kind());
            lines.add(own.apply(row), style, number.apply(row), row.kind() == Kind.CHANGED ? other.apply(row) : null);
        }
        return lines.toText();
    }

    /** Both texts in one: what was removed before what was added. */
    static DifferenceText unified(List<DifferenceRow> rows) {
        var lines = new Lines();
        for (int i = 0; i < rows.size(); ) {
            if (!rows.get(i).isDifferent()) {
                var row = rows.get(i++);
                lines.add("  " + row.after(), name(row.kind()), row.afterLine(), null);
                continue;
            }
            int end = i;
            while (end < rows.size() && rows.get(end).isDifferent()) {
                end++;
            }
            var stretch = rows.subList(i, end);
            stretch.stream()
                    .filter(row -> row.kind() != Kind.ADDED)
                    .forEach(row -> lines.add("\u2212 " + row.before(), "removed", row.beforeLine(), null));
            stretch.stream()
                    .filter(row -> row.kind() != Kind.REMOVED)
                    .forEach(row -> lines.add("+ " + row.after(), "added", row.afterLine(), null));
            i = end;
        }
        return lines.toText();
    }

    private static String name(Kind kind) {
        return switch (kind) {
            case SAME -> "";
            case CHANGED -> "changed";
            case ADDED -> "added";
            case REMOVED -> "removed";
            case FOLDED -> "folded";
        };
    }

    /** Lines as they come. */
    private static final class Lines {
        private final StringBuilder text = new StringBuilder();
        private final List<String> classes = new ArrayList<>();
        private final List<String> numbers = new ArrayList<>();
        private final List<int[]> changedParts = new ArrayList<>();

        void add(String line, String style, int number, @Nullable String other) {
            if (other != null) {
                int start = text.length();
                int head = commonStart(line, other);
                int tail = Math.min(commonEnd(line, other), Math.min(line.length(), other.length()) - head);
                changedParts.add(new int[] {start + head, start + line.length() - tail});
            }
            text.append(line).append('\n');
            classes.add(style.isEmpty() ? "" : "diff-" + style.toLowerCase(Locale.ROOT));
            numbers.add(number == 0 ? "" : Integer.toString(number));
        }

        DifferenceText toText() {
            var whole = text.isEmpty() ? "" : text.substring(0, text.length() - 1);
            return new DifferenceText(whole, classes, numbers, styles(whole));
        }

        private StyleSpans<Collection<String>> styles(String whole) {
            var colours = Highlighting.of(whole);
            if (changedParts.isEmpty()) {
                return colours;
            }
            var parts = new StyleSpansBuilder<Collection<String>>();
            int at = 0;
            for (var part : changedParts) {
                parts.add(List.of(), part[0] - at);
                parts.add(List.of("changed-part"), part[1] - part[0]);
                at = part[1];
            }
            parts.add(List.of(), whole.length() - at);
            return colours.overlay(parts.create(), Lines::both);
        }

        private static Collection<String> both(Collection<String> one, Collection<String> other) {
            var all = new HashSet<>(one);
            all.addAll(other);
            return all;
        }

        private static int commonStart(String one, String other) {
            int most = Math.min(one.length(), other.length());
            int at = 0;
            while (at < most && one.charAt(at) == other.charAt(at)) {
                at++;
            }
            return at;
        }

        private static int commonEnd(String one, String other) {
            int most = Math.min(one.length(), other.length());
            int at = 0;
            while (at < most && one.charAt(one.length() - 1 - at) == other.charAt(other.length() - 1 - at)) {
                at++;
            }
            return at;
        }
    }
}
