package org.hloexplorer.hlo.text;

import org.hloexplorer.hlo.HloModule;

/** Reads HLO text: XLA's long and short forms of all years. */
public final class HloParser {
    private HloParser() {}

    /**
     * Reads a text as far as it goes. Never throws for what the text holds; see the result's complaints.
     *
     * @param fileName the name that complaints give as the place
     */
    public static ParsedModule parse(String fileName, CharSequence text) {
        return new ModuleParser(new SourceText(fileName, text)).parse();
    }

    /**
     * Reads a text that is meant to be right.
     *
     * @throws InvalidHloException where it is not
     */
    public static HloModule parseOrThrow(CharSequence text) {
        return parse("text", text).orThrow();
    }
}
