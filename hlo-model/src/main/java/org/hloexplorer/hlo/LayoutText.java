package org.hloexplorer.hlo;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Layouts as XLA prints them, each property in its place. */
final class LayoutText {
    private LayoutText() {}

    static String print(Layout layout) {
        var order = layout.minorToMajor().stream().map(String::valueOf).collect(Collectors.joining(","));
        var others = pieces(layout.otherText());
        var text = new StringBuilder();
        append(text, others, List.of("D"));
        if (!layout.tiles().isEmpty()) {
            text.append('T');
            layout.tiles().forEach(text::append);
        }
        append(text, others, List.of("L", "#", "*"));
        if (layout.elementSizeInBits() != 0) {
            text.append("E(").append(layout.elementSizeInBits()).append(')');
        }
        if (layout.memorySpace() != 0) {
            text.append("S(").append(layout.memorySpace()).append(')');
        }
        append(text, others, List.of("SC", "P", "M"));
        others.forEach(text::append);
        return text.isEmpty() ? "{" + order + "}" : "{" + order + ":" + text + "}";
    }

    /** Moves the properties of these names over. */
    private static void append(StringBuilder text, List<String> others, List<String> names) {
        for (var name : names) {
            others.stream().filter(piece -> piece.startsWith(name + "(")).forEach(text::append);
            others.removeIf(piece -> piece.startsWith(name + "("));
        }
    }

    /** Each property, a name with one or more groups in parentheses, by itself. */
    private static List<String> pieces(String text) {
        var pieces = new ArrayList<String>();
        int start = 0;
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            depth += text.charAt(i) == '(' ? 1 : text.charAt(i) == ')' ? -1 : 0;
            boolean ends = depth == 0 && text.charAt(i) == ')' && (i + 1 == text.length() || text.charAt(i + 1) != '(');
            if (ends) {
                pieces.add(text.substring(start, i + 1));
                start = i + 1;
            }
        }
        if (start < text.length()) {
            pieces.add(text.substring(start));
        }
        return pieces;
    }
}
