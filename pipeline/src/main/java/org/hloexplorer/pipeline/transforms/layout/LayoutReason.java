package org.hloexplorer.pipeline.transforms.layout;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.jspecify.annotations.Nullable;

/**
 * Why a layout is asked for: what asks, and the way the wish took.
 *
 * @param cause what asks, as a clause: {@code %dot.4 wants its contracting dimension minor}
 * @param before the reason this was carried on from; null where it starts
 * @param carrier what carried it on; null where it starts
 * @param here what that means for the array itself, as a clause; empty where that is plain
 */
record LayoutReason(
        Kind kind,
        String cause,
        @Nullable LayoutReason before,
        @Nullable String carrier,
        String here) {
    private static final int MOST_CARRIERS = 8;

    /** What is constrained where the wish starts. */
    enum Kind {
        INTERFACE("computation interface"),
        OPERAND("operand"),
        BUFFER("buffer"),
        DEFAULT("default");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    static LayoutReason of(Kind kind, String cause) {
        return new LayoutReason(kind, cause, null, null, "");
    }

    /** The same wish behind, or ahead of, an instruction that passes it on. */
    LayoutReason through(HloInstruction by) {
        return through(by.toString());
    }

    LayoutReason through(String by) {
        return by.equals(carrier) ? this : new LayoutReason(kind, cause, this, by, "");
    }

    /** The same with what it means where it has arrived. */
    LayoutReason meaning(String clause) {
        return new LayoutReason(kind, cause, before, carrier, clause);
    }

    /** The whole way, as the rest of a sentence behind {@code because}. */
    String trail() {
        var way = way();
        var carried = way.isEmpty() ? "" : ", carried through " + names(way);
        return "%s%s%s".formatted(cause, carried, here.isEmpty() ? "" : ", " + here);
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
