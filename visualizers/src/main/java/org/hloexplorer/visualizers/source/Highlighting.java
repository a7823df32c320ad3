package org.hloexplorer.visualizers.source;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import org.fxmisc.richtext.model.StyleSpans;
import org.fxmisc.richtext.model.StyleSpansBuilder;

/** Style classes over a text. */
public final class Highlighting {
    private Highlighting() {}

    /** Colours of HLO; takes time in proportion to the text, so call it off the JavaFX thread. */
    public static StyleSpans<Collection<String>> of(String text) {
        var spans = new StyleSpansBuilder<Collection<String>>();
        int at = 0;
        for (var token : HloTokens.of(text)) {
            spans.add(List.of(), token.start() - at);
            spans.add(List.of("hlo-" + token.kind().name().toLowerCase(Locale.ROOT)), token.end() - token.start());
            at = token.end();
        }
        spans.add(List.of(), text.length() - at);
        return spans.create();
    }

    /** The same with problems underlined. */
    static StyleSpans<Collection<String>> withProblems(
            StyleSpans<Collection<String>> colours, String text, List<Problem> problems) {
        var all = colours;
        var lines = new LineOffsets(text);
        for (var problem : problems) {
            int start = lines.offset(problem.line(), problem.column());
            int end = Math.clamp((long) start + problem.length(), start, text.length());
            if (start < end) {
                var underline = new StyleSpansBuilder<Collection<String>>()
                        .add(List.of(), start)
                        .add(List.of(problem.severity().name().toLowerCase(Locale.ROOT)), end - start)
                        .add(List.of(), text.length() - end)
                        .create();
                all = all.overlay(underline, Highlighting::both);
            }
        }
        return all;
    }

    private static Collection<String> both(Collection<String> one, Collection<String> other) {
        if (other.isEmpty()) {
            return one;
        }
        var all = new HashSet<>(one);
        all.addAll(other);
        return all;
    }
}
