package org.hloexplorer.visualizers;

import java.util.Collection;
import java.util.List;
import javafx.scene.control.Label;
import org.fxmisc.flowless.VirtualizedScrollPane;
import org.fxmisc.richtext.CodeArea;
import org.fxmisc.richtext.model.StyleSpans;

/** Text to be read: coloured, numbered, not to be edited. */
public final class CodePane extends VirtualizedScrollPane<CodeArea> {

    public CodePane(String id, String accessibleText) {
        super(new CodeArea());
        var area = getContent();
        area.setId(id);
        area.getStyleClass().add("code");
        area.setAccessibleText(accessibleText);
        area.setEditable(false);
        LineNumbers.show(area);
    }

    /** Shows another text from its top. */
    public void show(String text, StyleSpans<Collection<String>> styles) {
        var area = getContent();
        area.replaceText(text);
        if (styles.length() > 0) {
            area.setStyleSpans(0, styles);
        }
        area.moveTo(0);
        area.requestFollowCaret();
    }

    /** Numbers lines with these texts, instead of counting them. */
    public void numberLines(List<String> numbers) {
        int digits = numbers.stream().mapToInt(String::length).max().orElse(1);
        getContent().setParagraphGraphicFactory(line -> {
            var label = new Label(
                    ("%" + Math.max(2, digits) + "s").formatted(line < numbers.size() ? numbers.get(line) : ""));
            label.getStyleClass().add("line-number");
            return label;
        });
    }

    /** Gives each line the style class at its position in the list; an empty one for none. */
    public void markLines(List<String> classes) {
        var area = getContent();
        int lines = Math.min(classes.size(), area.getParagraphs().size());
        for (int line = 0; line < lines; line++) {
            var wanted = classes.get(line).isEmpty() ? List.<String>of() : List.of(classes.get(line));
            if (!wanted.equals(List.copyOf(area.getParagraph(line).getParagraphStyle()))) {
                area.setParagraphStyle(line, wanted);
            }
        }
    }

    /** Brings a line, counted from 0, into view. */
    public void reveal(int line) {
        if (line >= 0 && line < getContent().getParagraphs().size()) {
            getContent().showParagraphAtCenter(line);
        }
    }
}
