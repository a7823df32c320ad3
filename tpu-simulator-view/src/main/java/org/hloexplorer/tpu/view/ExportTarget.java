package org.hloexplorer.tpu.view;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/** Where exports go: whoever shows the view asks the user. */
final class ExportTarget {
    private final ObjectProperty<@Nullable Function<String, Optional<Path>>> chooser = new SimpleObjectProperty<>();

    ObjectProperty<@Nullable Function<String, Optional<Path>>> chooserProperty() {
        return chooser;
    }

    /** A file for this extension; empty where nobody asks, or the user changes their mind. */
    Optional<Path> choose(String extension) {
        var asks = chooser.get();
        return asks == null ? Optional.empty() : asks.apply(extension);
    }
}
