package org.hloexplorer.pipeline.backend;

/** Where a program can run; the names are those of {@code --device}. */
public enum DeviceKind {
    REFERENCE("reference"),
    CPU("cpu"),
    GPU("gpu"),
    TPU("tpu");

    private final String text;

    DeviceKind(String text) {
        this.text = text;
    }

    /** As written on the command line. */
    public String text() {
        return text;
    }
}
