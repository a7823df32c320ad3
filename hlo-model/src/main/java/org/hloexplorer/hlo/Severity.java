package org.hloexplorer.hlo;

/** How bad a complaint is. */
public enum Severity {
    /** The text says nothing that could be meant; what it touches is left out or incomplete. */
    ERROR("error"),

    /** Unusual, or kept without being understood; the module is whole. */
    WARNING("warning");

    private final String text;

    Severity(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }
}
