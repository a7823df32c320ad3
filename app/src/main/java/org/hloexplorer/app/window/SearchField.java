package org.hloexplorer.app.window;

import atlantafx.base.controls.CustomTextField;
import javafx.geometry.Bounds;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.materialdesign2.MaterialDesignM;

/** The field that finds things and performs commands; what it finds is listed below it, over the rest of the window. */
final class SearchField {
    private static final double ROW_HEIGHT = 28;
    private static final int MOST_ROWS = 12;

    private final SearchViewModel model;
    private final Pane overlay;
    private final CustomTextField field = new CustomTextField();
    private final ListView<SearchEntry> list = new ListView<>();

    /** A field whose list is shown in a pane that covers the window. */
    SearchField(SearchViewModel model, Pane overlay) {
        this.model = model;
        this.overlay = overlay;
        styleField();
        styleList();
        field.textProperty().subscribe(this::search);
        field.focusedProperty().subscribe(focused -> {
            if (focused) {
                search(field.getText());
            } else {
                hide();
            }
        });
        field.addEventFilter(KeyEvent.KEY_PRESSED, this::onKey);
    }

    Region node() {
        return field;
    }

    void focus() {
        field.requestFocus();
        field.selectAll();
        search(field.getText());
    }

    private void styleField() {
        field.setId("search");
        field.setLeft(new FontIcon(MaterialDesignM.MAGNIFY));
        field.setPromptText(Words.say("search.prompt"));
        field.setAccessibleText(Words.say("search.prompt"));
        field.setMaxWidth(520);
        HBox.setHgrow(field, Priority.ALWAYS);
    }

    private void styleList() {
        list.setId("search-results");
        list.getStyleClass().add("search-results");
        list.setAccessibleText(Words.say("search.results"));
        list.setFocusTraversable(false);
        list.setFixedCellSize(ROW_HEIGHT);
        list.setItems(model.found());
        list.setCellFactory(_ -> new EntryCell());
        list.setVisible(false);
        list.setManaged(false);
        list.addEventFilter(MouseEvent.MOUSE_RELEASED, event -> {
            if (event.getButton() == MouseButton.PRIMARY) {
                perform();
            }
        });
        overlay.getChildren().add(list);
    }

    private void search(String query) {
        if (!field.isFocused()) {
            return;
        }
        model.search(query);
        if (model.found().isEmpty()) {
            hide();
        } else {
            show();
        }
    }

    private void show() {
        Bounds place = overlay.sceneToLocal(field.localToScene(field.getBoundsInLocal()));
        double height = Math.min(MOST_ROWS, model.found().size()) * ROW_HEIGHT + 4;
        list.resizeRelocate(place.getMinX(), place.getMaxY() + 4, Math.max(place.getWidth(), 420), height);
        list.getSelectionModel().selectFirst();
        list.scrollTo(0);
        list.setVisible(true);
    }

    private void hide() {
        list.setVisible(false);
    }

    private void onKey(KeyEvent event) {
        var selection = list.getSelectionModel();
        switch (event.getCode()) {
            case DOWN -> selection.selectNext();
            case UP -> selection.selectPrevious();
            case ENTER -> perform();
            case ESCAPE -> leave();
            default -> {
                return;
            }
        }
        list.scrollTo(Math.max(0, selection.getSelectedIndex() - MOST_ROWS / 2));
        event.consume();
    }

    private void perform() {
        var chosen = list.getSelectionModel().getSelectedItem();
        if (chosen != null && list.isVisible()) {
            leave();
            chosen.action().run();
        }
    }

    private void leave() {
        field.clear();
        hide();
        overlay.getScene().getRoot().requestFocus();
    }

    /** A row: title, detail in grey, and what kind of thing it is at the end. */
    private static final class EntryCell extends ListCell<SearchEntry> {
        private final Label title = new Label();
        private final Label detail = new Label();
        private final Label kind = new Label();
        private final HBox row = new HBox(8, title, detail, kind);

        EntryCell() {
            title.setMinWidth(Region.USE_PREF_SIZE);
            kind.setMinWidth(Region.USE_PREF_SIZE);
            detail.getStyleClass().add("text-muted");
            kind.getStyleClass().add("text-subtle");
            detail.setMaxWidth(Double.MAX_VALUE);
            HBox.setHgrow(detail, Priority.ALWAYS);
            row.setAlignment(Pos.CENTER_LEFT);
            setPrefWidth(0);
        }

        @Override
        protected void updateItem(@Nullable SearchEntry entry, boolean empty) {
            super.updateItem(entry, empty);
            if (entry == null || empty) {
                setGraphic(null);
                return;
            }
            title.setText(entry.title());
            detail.setText(entry.detail());
            kind.setText(entry.kind().title());
            setGraphic(row);
        }
    }
}
