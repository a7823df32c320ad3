package org.hloexplorer.hlo.text;

import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;

/** Writes HLO as XLA prints it. */
public final class HloPrinter {
    private HloPrinter() {}

    /** The module in XLA's usual form. */
    public static String print(HloModule module) {
        return print(module, PrintOptions.LONG);
    }

    public static String print(HloModule module, PrintOptions options) {
        var out = new StringBuilder(128 * module.instructionCount());
        new ModulePrinter(out, options, names(module)::get).print(module);
        return out.toString();
    }

    /** The module's text, with the places of its instructions. */
    public static PrintedModule printWithPlaces(HloModule module, PrintOptions options) {
        var out = new StringBuilder(128 * module.instructionCount());
        var printer = new ModulePrinter(out, options, names(module)::get);
        printer.print(module);
        var text = out.toString();
        var places = new SourceMap.Builder(new SourceText(module.name(), text));
        for (var place : printer.places()) {
            if (place.isInstruction()) {
                places.addInstruction(place.id(), place.start(), place.nameStart(), place.nameEnd(), place.end());
            } else {
                places.addComputation(place.id(), place.start(), place.nameStart(), place.nameEnd(), place.end());
            }
        }
        return new PrintedModule(text, places.build());
    }

    /** One computation of a module. */
    public static String print(HloModule module, HloComputation computation, PrintOptions options) {
        var out = new StringBuilder();
        new ModulePrinter(out, options, names(module)::get).print(computation, computation.id() == module.entryId());
        return out.toString();
    }

    /** One instruction of a module, on one line, ROOT included. */
    public static String printInstruction(
            HloModule module, HloComputation computation, HloInstruction instruction, PrintOptions options) {
        var out = new StringBuilder();
        var printer = new ModulePrinter(
                out,
                options,
                id -> module.find(id)
                        .map(HloComputation::name)
                        .orElseGet(() -> computation.instruction(id).name()));
        printer.print(instruction, instruction.id() == computation.rootId());
        return out.toString();
    }

    /** The names of all instructions and computations by id. */
    private static NameList names(HloModule module) {
        var names = new NameList(module.nextId());
        for (var computation : module.computations()) {
            names.put(computation.id(), computation.name());
            for (var instruction : computation.instructions()) {
                names.put(instruction.id(), instruction.name());
            }
        }
        return names;
    }
}
