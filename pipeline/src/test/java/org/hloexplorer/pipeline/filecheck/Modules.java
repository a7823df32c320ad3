package org.hloexplorer.pipeline.filecheck;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.hlo.text.HloPrinter;
import org.hloexplorer.pipeline.ModuleCheck;

/** What must hold for a module after every pass. */
final class Modules {
    private Modules() {}

    /** It verifies, can be printed and parsed again, and no id or name is there twice. */
    static List<String> faults(HloModule module) {
        var faults = new ArrayList<>(ModuleCheck.VERIFIER.faults(module));
        HloParser.parse("printed", HloPrinter.print(module)).errors().forEach(error -> faults.add(error.toString()));
        var ids = new HashSet<Integer>();
        for (var computation : module.computations()) {
            var names = new HashSet<String>();
            for (var instruction : computation.instructions()) {
                if (!ids.add(instruction.id())) {
                    faults.add("%s in %s has an id that another has".formatted(instruction, computation));
                }
                if (!names.add(instruction.name())) {
                    faults.add("%s has two instructions %s".formatted(computation, instruction));
                }
                if (instruction.id() >= module.nextId()) {
                    faults.add("%s has an id that is not taken".formatted(instruction));
                }
            }
        }
        return faults;
    }
}
