package org.hloexplorer.app.workbench;

import org.hloexplorer.hlo.reader.HloReader;
import org.hloexplorer.hlo.text.ParsedModule;

/** Reads a program as far as it goes, with all complaints. */
public final class ProgramReader {
    private ProgramReader() {}

    public static ParsedModule read(ProgramSource source) {
        var converted = source.converted();
        return converted == null ? HloReader.readText(source.name(), source.text()) : converted;
    }
}
