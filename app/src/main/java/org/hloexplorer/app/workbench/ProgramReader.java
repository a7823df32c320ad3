package org.hloexplorer.app.workbench;

import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.hlo.text.ParsedModule;

/** Reads a program as far as it goes, with all complaints. */
public final class ProgramReader {
    private ProgramReader() {}

    public static ParsedModule read(ProgramSource source) {
        return HloParser.parse(source.name(), source.text());
    }
}
