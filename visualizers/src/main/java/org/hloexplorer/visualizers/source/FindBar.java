package org.hloexplorer.visualizers.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import org.fxmisc.richtext.CodeArea;
import org.hloexplorer.visualizers.Words;
import org.kordamp.ikonli.javafx.FontIcon;

/** Finds text in an area, ignoring case. */
public final class FindBar extends HBox {
    private final CodeArea area;
    private final TextField field = new TextField();
    private final Label count = new Label();

    public FindBar(CodeArea area) {
        this.area = area;
        getStyleClass().add("find-bar");
        field.setId("find-text");
        field.setPromptText(Words.say("find.prompt"));
        field.setAccessibleText(Words.say("find.prompt"));
        field.setOnAction(_ -> find(1));
        field.textProperty().subscribe(_ -> find(0));
        getChildren()
                .addAll(
                        field,
                        button("find.previous", "mdi2a-arrow-up", () -> find(-1)),
                        button("find.next", "mdi2a-arrow-down", () -> find(1)),
                        count);
    }

    private static Button button(String words, String icon, Runnable action) {
        var button = new Button();
        button.setGraphic(new FontIcon(icon));
        button.getStyleClass().addAll("flat", "button-icon");
        button.setAccessibleText(Words.say(words));
        button.setOnAction(_ -> action.run());
        return button;
    }

    /** Takes the focus, with what is selected in the area as the text to find. */
    public void open() {
        var selected = area.getSelectedText();
        if (!selected.isBlank() && !selected.contains("\n")) {
            field.setText(selected);
        }
        field.requestFocus();
        field.selectAll();
    }

    /** Selects an occurrence: the one at the caret, the next (1) or the one before (-1); goes round at the ends. */
    private void find(int step) {
        var places = occurrences(area.getText(), field.getText());
        if (places.isEmpty()) {
            count.setText(field.getText().isEmpty() ? "" : Words.say("find.none"));
            return;
        }
        int caret = area.getSelection().getStart();
        int at = 0;
        while (at < places.size() && places.get(at) < caret) {
            at++;
        }
        boolean isOnOne = at < places.size()
                && places.get(at) == caret
                && area.getSelection().getLength() > 0;
        int chosen = Math.floorMod(step > 0 && !isOnOne ? at : at + step, places.size());
        count.setText(Words.say("find.count", chosen + 1, places.size()));
        area.selectRange(
                places.get(chosen), places.get(chosen) + field.getText().length());
        area.requestFollowCaret();
    }

    static List<Integer> occurrences(String text, String wanted) {
        var places = new ArrayList<Integer>();
        if (wanted.isEmpty()) {
            return places;
        }
        var lowerText = text.toLowerCase(Locale.ROOT);
        var lower = wanted.toLowerCase(Locale.ROOT);
        for (int at = lowerText.indexOf(lower); at >= 0; at = lowerText.indexOf(lower, at + lower.length())) {
            places.add(at);
        }
        return places;
    }
}
