package org.hloexplorer.visualizers;

import java.util.function.IntFunction;
import javafx.scene.Node;
import javafx.scene.control.Label;
import org.fxmisc.richtext.CodeArea;
import org.reactfx.collection.LiveList;
import org.reactfx.value.Val;

/** Numbers at the left of the lines of a code area, in the colours of the theme. */
public final class LineNumbers {
    private LineNumbers() {}

    /** Numbers the lines of an area from 1. */
    public static void show(CodeArea area) {
        Val<Integer> lines = LiveList.sizeOf(area.getParagraphs());
        IntFunction<Node> factory = line -> {
            var label = new Label();
            label.getStyleClass().add("line-number");
            label.textProperty()
                    .bind(lines.map(count -> padded(line + 1, count)).conditionOnShowing(label));
            return label;
        };
        area.setParagraphGraphicFactory(factory);
    }

    private static String padded(int line, int count) {
        int digits = Math.max(2, Integer.toString(count).length());
        return ("%" + digits + "d").formatted(line);
    }
}
