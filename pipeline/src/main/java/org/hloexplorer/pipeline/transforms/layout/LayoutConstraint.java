package org.hloexplorer.pipeline.transforms.layout;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Layout;
import org.jspecify.annotations.Nullable;

/**
 * A layout that is asked for, with what asks and the way the wish took.
 *
 * @param cause what asks, as a clause: {@code %dot.4 wants its contracting dimension minor}
 * @param before the constraint this was carried on from; null where it starts
 * @param carrier the instruction that carried it on; null where it starts
 * @param here what that means for the instruction itself, as a clause; empty where that is plain
 */
record LayoutConstraint(
        Kind kind,
        Layout layout,
        String cause,
        @Nullable LayoutConstraint before,
        @Nullable String carrier,
        String here) {
    private static final int MOST_CARRIERS = 8;

    /** What is constrained, the strongest first: of two that differ, the weaker one is met by a copy. */
    enum Kind {
        INTERFACE("computation interface"),
        OPERAND("operand"),
        BUFFER("buffer"),
        DEFAULT("default");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    static LayoutConstraint of(Kind kind, Layout layout, String cause) {
        return new LayoutConstraint(kind, layout, cause, null, null, "");
    }

    static LayoutConstraint rowMajor(Kind kind, int rank, String cause) {
        return of(kind, Layout.descending(rank), cause);
    }

    /** The same wish behind, or ahead of, an instruction that passes it on. */
    LayoutConstraint through(HloInstruction by, Layout there) {
        return new LayoutConstraint(kind, there, cause, this, by.toString(), "");
    }

    /** The same with what it means where it has arrived. */
    LayoutConstraint meaning(String clause) {
        return new LayoutConstraint(kind, layout, cause, before, carrier, clause);
    }

    /** Whether something asks for it, and not just nothing for anything else. */
    boolean isWish() {
        return kind != Kind.DEFAULT;
    }

    /** The whole way, as the rest of a sentence behind {@code because}. */
    String trail() {
        var way = way();
        var carried = way.isEmpty() ? "" : ", carried through " + names(way);
        return "%s%s%s [%s]".formatted(cause, carried, here.isEmpty() ? "" : ", " + here, kind.words);
    }

    private List<String> way() {
        var way = new ArrayList<String>();
        for (var each = this; each.before != null && each.carrier != null; each = each.before) {
            way.addFirst(each.carrier);
        }
        return way;
    }

    private static String names(List<String> way) {
        if (way.size() <= MOST_CARRIERS) {
            return String.join(", ", way);
        }
        int half = MOST_CARRIERS / 2;
        return "%s, %d more, %s"
                .formatted(
                        String.join(", ", way.subList(0, half)),
                        way.size() - MOST_CARRIERS,
                        String.join(", ", way.subList(way.size() - half, way.size())));
    }
}
