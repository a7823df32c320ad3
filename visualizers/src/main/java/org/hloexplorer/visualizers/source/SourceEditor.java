package org.hloexplorer.visualizers.source;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executor;
import javafx.beans.property.ObjectProperty;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.BorderPane;
import org.fxmisc.flowless.VirtualizedScrollPane;
import org.fxmisc.richtext.CodeArea;
import org.fxmisc.richtext.event.MouseOverTextEvent;
import org.fxmisc.richtext.model.StyleSpans;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.visualizers.Background;
import org.hloexplorer.visualizers.LineNumbers;
import org.hloexplorer.visualizers.Theme;
import org.hloexplorer.visualizers.Words;
import org.jspecify.annotations.Nullable;

/** The HLO text, to be edited: coloured, checked as one types, and linked with everything that shows instructions. */
public final class SourceEditor extends BorderPane {
    private static final Duration COLOUR_AFTER = Duration.ofMillis(60);
    private static final Duration EDIT_AFTER = Duration.ofMillis(350);

    private final SourceViewModel model;
    private final Background background;
    private final CodeArea area = new CodeArea();
    private final FindBar find = new FindBar(area);
    private final Tooltip hover = new Tooltip();
    private @Nullable StyleSpans<Collection<String>> colours;
    private boolean loading;
    private boolean following;
    private int markedLine = -1;

    /** Colours on this executor. */
    public SourceEditor(SourceViewModel model, Executor worker) {
        this.model = model;
        this.background = new Background(worker);
        Theme.applyTo(this);
        getStyleClass().add("source-editor");
        area.setId("source");
        area.getStyleClass().add("code");
        area.setAccessibleText(Words.say("source.accessible"));
        LineNumbers.show(area);
        setCenter(new VirtualizedScrollPane<>(area));
        hover.setWrapText(true);
        hover.setMaxWidth(480);
        follow();
        listen();
    }

    private void follow() {
        model.loadedProperty().subscribe(this::load);
        model.problems().subscribe(this::restyle);
        model.selectionProperty().subscribe(_ -> markSelected());
        model.shownProblemProperty().subscribe(problem -> {
            if (problem != null) {
                goTo(new LineOffsets(area.getText()).offset(problem.line(), problem.column()));
            }
        });
    }

    private void listen() {
        area.plainTextChanges().successionEnds(COLOUR_AFTER).subscribe(_ -> colour());
        area.plainTextChanges()
                .filter(_ -> !loading)
                .successionEnds(EDIT_AFTER)
                .subscribe(_ -> model.edited(area.getText()));
        area.caretPositionProperty().subscribe(_ -> caretMoved());
        area.addEventFilter(KeyEvent.KEY_PRESSED, this::press);
        area.addEventFilter(MouseEvent.MOUSE_CLICKED, event -> {
            if (event.isShortcutDown()) {
                goToDefinition();
                event.consume();
            }
        });
        area.setMouseOverTextDelay(Duration.ofMillis(350));
        area.addEventHandler(MouseOverTextEvent.MOUSE_OVER_TEXT_BEGIN, this::showProblemAt);
        area.addEventHandler(MouseOverTextEvent.MOUSE_OVER_TEXT_END, _ -> hover.hide());
    }

    private void load(String text) {
        loading = true;
        area.replaceText(text);
        loading = false;
        area.getUndoManager().forgetHistory();
        area.moveTo(0);
        area.requestFollowCaret();
        colours = null;
        markedLine = -1;
        colour();
    }

    private void colour() {
        var text = area.getText();
        background.order(
                _ -> Highlighting.of(text),
                spans -> {
                    if (area.getLength() == spans.length()) {
                        colours = spans;
                        restyle();
                    }
                },
                trouble -> {
                    throw new IllegalStateException("the text could not be coloured", trouble);
                });
    }

    private void restyle() {
        var base = colours;
        if (base != null && base.length() == area.getLength() && area.getLength() > 0) {
            area.setStyleSpans(0, Highlighting.withProblems(base, area.getText(), model.textProblems()));
        }
        markSelected();
    }

    private void caretMoved() {
        if (!loading && !following) {
            following = true;
            model.caretAt(area.getCurrentParagraph() + 1, area.getCaretColumn() + 1);
            following = false;
        }
    }

    private void markSelected() {
        mark(markedLine, List.of());
        markedLine = model.selectedLine().map(line -> line - 1).orElse(-1);
        mark(markedLine, List.of("selected-line"));
        if (markedLine >= 0 && markedLine < area.getParagraphs().size() && !following) {
            area.showParagraphInViewport(markedLine);
        }
    }

    private void mark(int line, List<String> classes) {
        if (line >= 0 && line < area.getParagraphs().size()) {
            area.setParagraphStyle(line, classes);
        }
    }

    private void press(KeyEvent event) {
        if (event.isShortcutDown() && event.getCode() == KeyCode.F) {
            setTop(find);
            find.open();
        } else if (event.getCode() == KeyCode.F12) {
            goToDefinition();
        } else if (event.getCode() == KeyCode.ESCAPE && getTop() != null) {
            setTop(null);
        } else {
            return;
        }
        event.consume();
    }

    /** Moves the caret to where the name at the caret is defined. */
    public void goToDefinition() {
        new Definitions(area.getText()).definitionOf(area.getCaretPosition()).ifPresent(this::goTo);
    }

    private void goTo(int offset) {
        area.moveTo(offset);
        area.requestFollowCaret();
        area.requestFocus();
    }

    private void showProblemAt(MouseOverTextEvent event) {
        int offset = event.getCharacterIndex();
        var lines = new LineOffsets(area.getText());
        model.textProblems().stream()
                .filter(problem -> {
                    int start = lines.offset(problem.line(), problem.column());
                    return offset >= start && offset < start + problem.length();
                })
                .findFirst()
                .ifPresent(problem -> {
                    hover.setText(problem.toText());
                    var at = event.getScreenPosition();
                    hover.show(area, at.getX() + 8, at.getY() + 12);
                });
    }

    public String text() {
        return area.getText();
    }

    /** Takes back the last edit. */
    public void undo() {
        area.undo();
    }

    public void redo() {
        area.redo();
    }

    public ObjectProperty<@Nullable HloPath> selectionProperty() {
        return model.selectionProperty();
    }
}
