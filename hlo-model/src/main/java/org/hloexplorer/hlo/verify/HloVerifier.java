package org.hloexplorer.hlo.verify;

import java.util.List;
import org.hloexplorer.hlo.HloModule;

/** Looks for everything that is wrong with a module: structure, calls, and the shape of each operation. */
public final class HloVerifier {
    private HloVerifier() {}

    /** All findings, in the order of the module. Any module is looked at to the end, whatever is wrong with it. */
    public static List<Finding> verify(HloModule module) {
        var findings = new Findings();
        var structure = new StructureChecks(module, findings);
        structure.check();
        new ShapeChecks(module, findings).check();
        return findings.inOrderOf(module);
    }

    /** The findings that are errors. */
    public static List<Finding> errors(HloModule module) {
        return verify(module).stream().filter(Finding::isError).toList();
    }
}
