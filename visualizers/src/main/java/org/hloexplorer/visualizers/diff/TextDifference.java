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

    /** Pairs of lines up to which stretches without an anchor are compared line by line. */
    private static final long COMPARABLE = 4_000_000;

    private final List<String> before;
    private final List<String> after;
    private final List<DifferenceRow> rows = new ArrayList<>();

    private TextDifference(List<String> before, List<String> after) {
        this.before = before;
        this.after = after;
    }

    /** All lines; takes a while for long texts, so call it off the JavaFX thread. */
    public static List<DifferenceRow> between(String before, String after) {
        var difference =
                new TextDifference(before.lines().toList(), after.lines().toList());
        difference.align();
        return difference.rows;
    }

    private void align() {
        int at = 0;
        int shift = 0;
        for (var hunk : hunks()) {
            same(at, hunk.before(), shift);
            differs(hunk);
            at = hunk.before() + hunk.removed();
            shift = hunk.after() + hunk.added() - at;
        }
        same(at, before.size(), shift);
    }

    /** A stretch of lines that stands in the place of another one. */
    private record Hunk(int before, int removed, int after, int added) {}

    /** Found between anchors, so that time does not grow with the square of the lines. */
    private List<Hunk> hunks() {
        var hunks = new ArrayList<Hunk>();
        int old = 0;
        int now = 0;
        for (var anchor : Anchors.of(before, after)) {
            addBetween(old, anchor.before(), now, anchor.after(), hunks);
            old = anchor.before() + 1;
            now = anchor.after() + 1;
        }
        addBetween(old, before.size(), now, after.size(), hunks);
        return hunks;
    }

    private void addBetween(int old, int oldEnd, int now, int nowEnd, List<Hunk> hunks) {
        if (old == oldEnd && now == nowEnd) {
            return;
        }
        if ((long) (oldEnd - old) * (nowEnd - now) > COMPARABLE) {
            add(new Hunk(old, oldEnd - old, now, nowEnd - now), hunks);
            return;
        }
        for (var delta : DiffUtils.diff(
                        before.subList(old, oldEnd), after.subList(now, nowEnd), new MyersDiffWithLinearSpace<>())
                .getDeltas()) {
            add(hunk(delta, old, now), hunks);
        }
    }

    /** The algorithm may tell a removal and an insertion at one place apart; they are one. */
    private static void add(Hunk hunk, List<Hunk> hunks) {
        var last = hunks.isEmpty() ? null : hunks.getLast();
        if (last != null
                && last.before() + last.removed() == hunk.before()
                && last.after() + last.added() == hunk.after()) {
            hunks.removeLast();
            hunks.add(new Hunk(
                    last.before(), last.removed() + hunk.removed(), last.after(), last.added() + hunk.added()));
        } else {
            hunks.add(hunk);
        }
    }

    private static Hunk hunk(AbstractDelta<String> delta, int before, int after) {
        return new Hunk(
                before + delta.getSource().getPosition(),
                delta.getSource().size(),
                after + delta.getTarget().getPosition(),
                delta.getTarget().size());
    }

    private void same(int from, int to, int shift) {
        for (int i = from; i < to; i++) {
            rows.add(new DifferenceRow(Kind.SAME, i + 1, before.get(i), i + shift + 1, after.get(i + shift)));
        }
    }

    /** Lines that resemble one another stand beside one another, others below. */
    private void differs(Hunk hunk) {
        for (int i = 0; i < Math.max(hunk.removed(), hunk.added()); i++) {
            int old = i < hunk.removed() ? hunk.before() + i : -1;
            int now = i < hunk.added() ? hunk.after() + i : -1;
            if (old >= 0 && now >= 0 && areAlike(before.get(old), after.get(now))) {
                rows.add(new DifferenceRow(Kind.CHANGED, old + 1, before.get(old), now + 1, after.get(now)));
                continue;
            }
            if (old >= 0) {
                rows.add(new DifferenceRow(Kind.REMOVED, old + 1, before.get(old), 0, ""));
            }
            if (now >= 0) {
                rows.add(new DifferenceRow(Kind.ADDED, 0, "", now + 1, after.get(now)));
            }
        }
    }

    /** Whether two lines define the same name, or are the same for the greater part. */
    private static boolean areAlike(String one, String other) {
        int definition = one.indexOf(" = ");
        if (definition >= 0 && other.startsWith(one.substring(0, definition + 3))) {
            return true;
        }
        int shorter = Math.min(one.length(), other.length());
        int head = 0;
        while (head < shorter && one.charAt(head) == other.charAt(head)) {
            head++;
        }
        int tail = 0;
        while (tail < shorter - head
                && one.charAt(one.length() - 1 - tail) == other.charAt(other.length() - 1 - tail)) {
            tail++;
        }
        return 2 * (head + tail) > Math.max(one.length(), other.length());
    }

    /** The rows with long unchanged stretches replaced by one row that says how many lines it stands for. */
    public static List<DifferenceRow> folded(List<DifferenceRow> rows) {
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
