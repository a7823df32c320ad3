package org.hloexplorer.app.window;

import java.util.function.Consumer;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Separator;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.hloexplorer.samples.SampleModule;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.materialdesign2.MaterialDesignF;
import org.kordamp.ikonli.materialdesign2.MaterialDesignH;
import org.kordamp.ikonli.materialdesign2.MaterialDesignT;

/** The row at the top: what to open, how to compile it, where to run it, and the search field. */
final class Toolbar {
    private final Commands commands;
    private final HBox bar = new HBox(6);

    Toolbar(Commands commands, SampleMenu samples, Node compile, Node run, Region search) {
        this.commands = commands;
        bar.setId("toolbar");
        bar.getStyleClass().add("window-toolbar");
        bar.setAlignment(Pos.CENTER_LEFT);
        HBox.setHgrow(search, Priority.ALWAYS);
        bar.getChildren()
                .addAll(
                        button("open", MaterialDesignF.FOLDER_OPEN_OUTLINE, true),
                        samples.node(),
                        new Separator(Orientation.VERTICAL),
                        compile,
                        new Separator(Orientation.VERTICAL),
                        run,
                        spacer(),
                        search,
                        button("theme", MaterialDesignT.THEME_LIGHT_DARK, false),
                        button("shortcuts", MaterialDesignH.HELP_CIRCLE_OUTLINE, false));
    }

    Node node() {
        return bar;
    }

    private static Region spacer() {
        var spacer = new Region();
        spacer.setMinWidth(8);
        spacer.setPrefWidth(8);
        HBox.setHgrow(spacer, Priority.SOMETIMES);
        return spacer;
    }

    private Button button(String id, Ikon icon, boolean withText) {
        var command = commands.get(id);
        var button = new Button(withText ? command.title() : "", new FontIcon(icon));
        button.setId("button-" + id);
        button.setAccessibleText(command.title());
        button.setTooltip(new Tooltip(command.keysText()
                .map(keys -> command.title() + "  (" + keys + ")")
                .orElse(command.title())));
        button.getStyleClass().add("flat");
        button.setMinWidth(Region.USE_PREF_SIZE);
        button.setOnAction(_ -> command.perform());
        return button;
    }

    /** The samples by title; their story is in the tooltip of the row. */
    record SampleMenu(MenuButton node) {
        static SampleMenu of(Iterable<SampleModule> samples, Consumer<SampleModule> open) {
            var menu = new MenuButton(Words.say("samples"));
            menu.setId("samples");
            menu.getStyleClass().add("flat");
            menu.setMinWidth(Region.USE_PREF_SIZE);
            for (var sample : samples) {
                var item = new MenuItem("%s  ·  %s".formatted(sample.name(), sample.title()));
                item.setId("sample-" + sample.name());
                item.setOnAction(_ -> open.accept(sample));
                menu.getItems().add(item);
            }
            return new SampleMenu(menu);
        }
    }
}
