package org.hloexplorer.visualizers.diff;

import com.github.difflib.DiffUtils;
import com.github.difflib.algorithm.myers.MyersDiffWithLinearSpace;
import com.github.difflib.patch.AbstractDelta;
import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.visualizers.Words;
import org.hloexplorer.visualizers.diff.DifferenceRow.Kind;

/** The lines of two texts beside one another. */
public final class TextDifference {
    /** Unchanged lines that are shown around each change when the rest is folded. */
    private static final int CONTEXT = 3;

    private final List<String> before;
    private final List<String> after;
    private final List<DifferenceRow> rows = new ArrayList<>();

    private TextDifference(List<String> before, List<String> after) {
        this.before = before;
        this.after = after;
    }

    /** All lines; takes time that grows with the number of differences, so call it off the JavaFX thread. */
    public static List<DifferenceRow> between(String before, String after) {
        var difference = new TextDifference(before.lines().toList(), after.lines().toList());
        difference.align();
        return difference.rows;
    }

    private void align() {
        var patch = DiffUtils.diff(before, after, new MyersDiffWithLinearSpace<>());
        int at = 0;
        int shift = 0;
        for (var delta : patch.getDeltas()) {
            int start = delta.getSource().getPosition();
            same(at, start, shift);
            differs(delta);
            at = start + delta.getSource().size();
            shift = delta.getTarget().getPosition() + delta.getTarget().size() - at;
        }
        same(at, before.size(), shift);
    }

    private void same(int from, int to, int shift) {
        for (int i = from; i < to; i++) {
            rows.add(new DifferenceRow(Kind.SAME, i + 1, before.get(i), i + shift + 1, after.get(i + shift)));
        }
    }

    /** Lines that were replaced stand beside one another, the rest by itself. */
    private void differs(AbstractDelta<String> delta) {
        int source = delta.getSource().getPosition();
        int target = delta.getTarget().getPosition();
        int removed = delta.getSource().size();
        int added = delta.getTarget().size();
        for (int i = 0; i < Math.max(removed, added); i++) {
            var old = i < removed ? before.get(source + i) : "";
            var now = i < added ? after.get(target + i) : "";
            var kind = i >= removed ? Kind.ADDED : i >= added ? Kind.REMOVED : Kind.CHANGED;
            rows.add(new DifferenceRow(
                    kind, i < removed ? source + i + 1 : 0, old, i < added ? target + i + 1 : 0, now));
        }
    }

    /** The rows with long unchanged stretches replaced by one row that says how many lines it stands for. */
    static List<DifferenceRow> folded(List<DifferenceRow> rows) {
        var kept = new ArrayList<DifferenceRow>();
        for (int i = 0; i < rows.size(); ) {
            int end = i;
            while (end < rows.size() && !rows.get(end).isDifferent()) {
                end++;
            }
            fold(rows, i, end, kept);
            while (end < rows.size() && rows.get(end).isDifferent()) {
                kept.add(rows.get(end++));
            }
            i = end;
        }
        return kept;
    }

    private static void fold(List<DifferenceRow> rows, int from, int to, List<DifferenceRow> kept) {
        int head = from == 0 ? from : Math.min(to, from + CONTEXT);
        int tail = to == rows.size() ? to : Math.max(head, to - CONTEXT);
        if (tail - head <= 1) {
            kept.addAll(rows.subList(from, to));
            return;
        }
        kept.addAll(rows.subList(from, head));
        var words = Words.say("diff.folded", tail - head);
        kept.add(new DifferenceRow(Kind.FOLDED, 0, words, 0, words));
        kept.addAll(rows.subList(tail, to));
    }

    /** Where changes begin: the first row of each stretch of different ones. */
    static List<Integer> changes(List<DifferenceRow> rows) {
        var starts = new ArrayList<Integer>();
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i).isDifferent() && (i == 0 || !rows.get(i - 1).isDifferent())) {
                starts.add(i);
            }
        }
        return starts;
    }
}
