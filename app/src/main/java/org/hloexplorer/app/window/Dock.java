package org.hloexplorer.app.window;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.Node;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.layout.Region;

/** The panels below the stage, one in front. */
final class Dock {

    /** The panels in their order. */
    enum Page {
        PROBLEMS(240),
        DECISIONS(260),
        FUSION(300),
        KNOBS(300),
        LAYOUTS(300),
        KERNELS(340),
        RUN(300),
        ROOFLINE(400),
        TPU(480),
        MEMORY(360),
        COMPARE(300),
        LOG(240);

        private final double height;

        Page(double height) {
            this.height = height;
        }

        /** The height in pixels at which it can be read, where the window has room for it. */
        double height() {
            return height;
        }

        /** The page with this name, whatever its case. */
        static Optional<Page> named(String name) {
            return Arrays.stream(values())
                    .filter(page -> page.name().equalsIgnoreCase(name))
                    .findFirst();
        }

        String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final TabPane tabs = new TabPane();
    private final Map<Page, Tab> byPage = new EnumMap<>(Page.class);
    private final ReadOnlyObjectWrapper<Page> inFront = new ReadOnlyObjectWrapper<>(Page.DECISIONS);

    Dock(Map<Page, Node> pages) {
        tabs.setId("dock");
        tabs.setTabClosingPolicy(TabPane.TabClosingPolicy.UNAVAILABLE);
        tabs.getStyleClass().addAll("dense", "dock");
        tabs.setMinHeight(0);
        for (var page : Page.values()) {
            var content = pages.get(page);
            if (content != null) {
                var tab = new Tab(Words.say("dock." + page.id()), content);
                tab.setId("dock-" + page.id());
                byPage.put(page, tab);
                tabs.getTabs().add(tab);
            }
        }
        tabs.getSelectionModel()
                .selectedItemProperty()
                .subscribe(selected -> byPage.forEach((page, tab) -> {
                    if (tab.equals(selected)) {
                        inFront.set(page);
                    }
                }));
        bringToFront(Page.DECISIONS);
    }

    Region node() {
        return tabs;
    }

    ReadOnlyObjectProperty<Page> inFrontProperty() {
        return inFront.getReadOnlyProperty();
    }

    void bringToFront(Page page) {
        tabs.getSelectionModel().select(byPage.get(page));
    }

    /** Counts what is wrong with the program: as soon as there is something, it is shown in place of decisions on nothing. */
    void countProblems(int count) {
        count(Page.PROBLEMS, count);
        if (count > 0 && inFront.get() == Page.DECISIONS) {
            bringToFront(Page.PROBLEMS);
        }
    }

    /** Writes a number behind a page's title; nothing for 0. */
    private void count(Page page, int count) {
        var title = Words.say("dock." + page.id());
        var tab = byPage.get(page);
        if (tab != null) {
            tab.setText(count == 0 ? title : title + " " + count);
        }
    }
}
