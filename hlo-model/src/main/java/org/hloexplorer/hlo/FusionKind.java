package org.hloexplorer.hlo;

/** How a fusion is emitted. */
public enum FusionKind {
    LOOP("kLoop"),
    INPUT("kInput"),
    OUTPUT("kOutput"),
    CUSTOM("kCustom");

    private final String text;

    FusionKind(String text) {
        this.text = text;
    }

    /** XLA's spelling, such as {@code kLoop}. */
    public String text() {
        return text;
    }
}
