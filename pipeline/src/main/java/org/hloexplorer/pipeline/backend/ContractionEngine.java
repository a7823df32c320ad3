package org.hloexplorer.pipeline.backend;

import java.util.Arrays;
import java.util.Optional;

/** What computes dots and convolutions on the processor. */
public enum ContractionEngine {
    /** Kernels of tiles, generated as all others are. */
    GENERATED("generated"),

    /** The library of that name, with bias and activation where they follow; what it does not take is generated. */
    ONEDNN("onednn");

    private final String text;

    ContractionEngine(String text) {
        this.text = text;
    }

    public static Optional<ContractionEngine> named(String text) {
        return Arrays.stream(values()).filter(each -> each.text.equals(text)).findFirst();
    }

    /** Its name on the command line and in files. */
    public String text() {
        return text;
    }
}
