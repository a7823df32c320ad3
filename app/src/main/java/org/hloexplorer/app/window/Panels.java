package org.hloexplorer.app.window;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;

/**
 * The panels around the stage: outline left, inspector right, dock below, timeline above; each can be put away.
 *
 * <p>Their sizes in pixels stay when the window grows, so that all new room goes to the stage.
 */
final class Panels {

    /** What can be put away. */
    enum Panel {
        TIMELINE("Shortcut+1"),
        OUTLINE("Shortcut+2"),
        INSPECTOR("Shortcut+3"),
        DOCK("Shortcut+4");

        private final String keys;

        Panel(String keys) {
            this.keys = keys;
        }

        /** What to press to put it away, or back. */
        String keys() {
            return keys;
        }

        String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final double SMALLEST_DOCK = 120;
    /** The part of the room between timeline and status bar that the dock takes at most by itself. */
    private static final double LARGEST_DOCK = 0.66;

    private static final double USUAL_HEIGHT = 830;

    private final WindowMemory memory;
    private final Set<Panel> hidden = EnumSet.noneOf(Panel.class);
    private final Region timeline;
    private final Region outline;
    private final Region stage;
    private final Region inspector;
    private final Region dock;
    private final SplitPane row = new SplitPane();
    private final SplitPane column = new SplitPane();
    private final BorderPane whole = new BorderPane();
    private String dockPage = "";
    private double dockHeight = 260;

    Panels(WindowMemory memory, Region timeline, Region outline, Region stage, Region inspector, Region dock) {
        this.memory = memory;
        this.timeline = timeline;
        this.outline = outline;
        this.stage = stage;
        this.inspector = inspector;
        this.dock = dock;
        column.setOrientation(Orientation.VERTICAL);
        row.getStyleClass().add("panels");
        column.getStyleClass().add("panels");
        List.of(outline, inspector, dock).forEach(each -> SplitPane.setResizableWithParent(each, false));
        whole.setCenter(column);
        for (var panel : Panel.values()) {
            if (memory.get("hidden." + panel.id(), "false").equals("true")) {
                hidden.add(panel);
            }
        }
    }

    Region node() {
        return whole;
    }

    boolean isHidden(Panel panel) {
        return hidden.contains(panel);
    }

    /** Gives the dock the height of the page that comes to the front, as the user left it or as it likes to be. */
    void showPage(String page, double preferred) {
        rememberSizes();
        dockPage = page;
        dockHeight = preferred;
        if (whole.getHeight() > 0 && !isHidden(Panel.DOCK)) {
            column.setDividerPositions(dividerAboveDock(whole.getHeight()));
        }
    }

    private double dividerAboveDock(double height) {
        double centre = centreHeight(height);
        // Pages ask for a height in a window of the usual size.
        double usual = dockHeight * Math.clamp(height / USUAL_HEIGHT, 0.6, 1.4);
        double wanted = memory.getNumber("size.dock." + dockPage, usual);
        return 1 - Math.clamp(wanted, SMALLEST_DOCK, Math.max(SMALLEST_DOCK, centre * LARGEST_DOCK)) / centre;
    }

    /** Puts everything in place, for a window of this size. */
    void arrange(double width, double height) {
        double outlineWidth = size(Panel.OUTLINE, Math.clamp(width * 0.17, 170, 250));
        double inspectorWidth = size(Panel.INSPECTOR, Math.clamp(width * 0.24, 240, 340));
        var across = new ArrayList<Node>();
        var dividers = new ArrayList<Double>();
        if (!isHidden(Panel.OUTLINE)) {
            across.add(outline);
            dividers.add(outlineWidth / width);
        }
        across.add(stage);
        if (!isHidden(Panel.INSPECTOR)) {
            across.add(inspector);
            dividers.add(1 - inspectorWidth / width);
        }
        whole.setTop(isHidden(Panel.TIMELINE) ? null : timeline);
        fill(row, across, dividers);
        fill(
                column,
                isHidden(Panel.DOCK) ? List.of(row) : List.of(row, dock),
                isHidden(Panel.DOCK) ? List.of() : List.of(dividerAboveDock(height)));
    }

    /** Puts a panel away, or back. */
    void toggle(Panel panel) {
        rememberSizes();
        if (!hidden.remove(panel)) {
            hidden.add(panel);
        }
        memory.put("hidden." + panel.id(), Boolean.toString(isHidden(panel)));
        arrange(whole.getWidth(), whole.getHeight());
    }

    void show(Panel panel) {
        if (isHidden(panel)) {
            toggle(panel);
        }
    }

    void rememberSizes() {
        remember(Panel.OUTLINE, outline.getWidth());
        remember(Panel.INSPECTOR, inspector.getWidth());
        if (!isHidden(Panel.DOCK) && dock.getHeight() > 0) {
            memory.put("size.dock." + dockPage, Long.toString(Math.round(dock.getHeight())));
        }
    }

    private void remember(Panel panel, double size) {
        if (!isHidden(panel) && size > 0) {
            memory.put("size." + panel.id(), Long.toString(Math.round(size)));
        }
    }

    private double size(Panel panel, double otherwise) {
        return memory.getNumber("size." + panel.id(), otherwise);
    }

    private double centreHeight(double height) {
        return column.getHeight() > 0 ? column.getHeight() : Math.max(1, height - 150);
    }

    private static void fill(SplitPane pane, List<? extends Node> items, List<Double> dividers) {
        pane.getItems().setAll(items);
        pane.setDividerPositions(
                dividers.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
