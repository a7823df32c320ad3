package org.hloexplorer.app.window;

import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
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
        device.setConverter(new KindName());
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

    private static final class KindName extends StringConverter<DeviceDescription> {
        @Override
        public String toString(@Nullable DeviceDescription device) {
            return device == null ? "" : Words.say("device." + device.kind().text());
        }

        @Override
        public DeviceDescription fromString(String text) {
            throw new UnsupportedOperationException("the box is not typed into");
        }
    }
}
