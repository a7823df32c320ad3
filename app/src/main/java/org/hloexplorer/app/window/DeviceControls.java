package org.hloexplorer.app.window;

import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.ListCell;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.util.StringConverter;
import org.hloexplorer.pipeline.backend.DeviceDescription;
import org.hloexplorer.visualizers.run.RunViewModel;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.materialdesign2.MaterialDesignP;

/** The device and the Run button of the toolbar; the same choice as in the run panel. */
final class DeviceControls {
    private final HBox controls = new HBox(6);

    DeviceControls(RunViewModel model, Command run) {
        var device = new ComboBox<>(model.devices());
        device.setId("device");
        device.setAccessibleText(Words.say("device"));
        device.setPromptText(Words.say("device"));
        device.setConverter(new ShortName());
        device.setCellFactory(_ -> new DeviceCell());
        device.valueProperty().bindBidirectional(model.deviceProperty());
        device.setPrefWidth(116);
        var start = new Button(Words.say("run"), new FontIcon(MaterialDesignP.PLAY));
        start.setId("run");
        start.setMinWidth(Region.USE_PREF_SIZE);
        start.setTooltip(new Tooltip(
                run.title() + run.keysText().map("  (%s)"::formatted).orElse("")));
        start.disableProperty().bind(model.runningProperty());
        start.setOnAction(_ -> run.perform());
        controls.getChildren().addAll(device, start);
    }

    Node node() {
        return controls;
    }

    /** All that is known of a device, in the list that opens. */
    private static final class DeviceCell extends ListCell<DeviceDescription> {
        @Override
        protected void updateItem(@Nullable DeviceDescription device, boolean isEmpty) {
            super.updateItem(device, isEmpty);
            setText(device == null || isEmpty ? "" : inFull(device));
        }

        private static String inFull(DeviceDescription device) {
            return Words.say(device.isAvailable() ? "device.full" : "device.missing", shortName(device), device.name());
        }
    }

    private static String shortName(DeviceDescription device) {
        var kind = Words.say("device." + device.kind().text());
        return device.number() == 0 ? kind : Words.say("device.numbered", kind, device.number());
    }

    /** The kind of the chosen device, with its number where it is not the first: there is no room for more. */
    private static final class ShortName extends StringConverter<DeviceDescription> {
        @Override
        public String toString(@Nullable DeviceDescription device) {
            return device == null ? "" : shortName(device);
        }

        @Override
        public DeviceDescription fromString(String text) {
            throw new UnsupportedOperationException("the box is not typed into");
        }
    }
}
