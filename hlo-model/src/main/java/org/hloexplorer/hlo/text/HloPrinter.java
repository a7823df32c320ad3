package org.hloexplorer.hlo.text;

import java.util.Map;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;

/** Writes HLO as XLA prints it. */
public final class HloPrinter {
    private HloPrinter() {}

    /** The module in XLA's usual form. */
    public static String print(HloModule module) {
        return print(module, PrintOptions.LONG);
    }

    public static String print(HloModule module, PrintOptions options) {
        var out = new StringBuilder(128 * module.instructionCount());
        new ModulePrinter(out, options, References.ofModule(module)).print(module);
        return out.toString();
    }

    /** The module's text, with the places of its instructions. */
    public static PrintedModule printWithPlaces(HloModule module, PrintOptions options) {
        var out = new StringBuilder(128 * module.instructionCount());
        var printer = new ModulePrinter(out, options, References.ofModule(module));
        printer.print(module);
        var text = out.toString();
        var places = new SourceMap.Builder(new SourceText(module.name(), text));
        for (var place : printer.places()) {
            if (place.isInstruction()) {
                places.addInstruction(place.id(), place.start(), place.nameStart(), place.nameEnd(), place.end());
                places.addOpcode(place.id(), place.opcodeStart(), place.opcodeEnd());
            } else {
                places.addComputation(place.id(), place.start(), place.nameStart(), place.nameEnd(), place.end());
            }
        }
        return new PrintedModule(text, places.build());
    }

    /** One computation of a module. */
    public static String print(HloModule module, HloComputation computation, PrintOptions options) {
        var out = new StringBuilder();
        new ModulePrinter(out, options, References.ofModule(module))
                .print(computation, computation.id() == module.entryId());
        return out.toString();
    }

    /** One instruction of a module, on one line, ROOT included. */
    public static String printInstruction(
            HloModule module, HloComputation computation, HloInstruction instruction, PrintOptions options) {
        var out = new StringBuilder();
        printer(out, module, computation, options).print(instruction, instruction.id() == computation.rootId());
        return out.toString();
    }

    /** The attributes of an instruction, metadata and the like included: names with their values as text, in order. */
    public static Map<String, String> attributes(
            HloModule module, HloComputation computation, HloInstruction instruction) {
        return printer(new StringBuilder(), module, computation, PrintOptions.LONG)
                .attributes(instruction);
    }

    /** The value of a constant as it stands between its parentheses; empty for other operations. */
    public static String printValue(HloInstruction instruction) {
        var out = new StringBuilder();
        if (instruction.op() instanceof HloOp.Constant(var literal)) {
            new LiteralPrinter(out).print(literal, true);
        }
        return out.toString();
    }

    /** A literal on one line, such as {@code {1, 2, 3}}; {@code large} ones in full or as {@code {...}}. */
    public static String print(Literal literal, boolean large) {
        var out = new StringBuilder();
        new LiteralPrinter(out).print(literal, large);
        return out.toString();
    }

    private static ModulePrinter printer(
            StringBuilder out, HloModule module, HloComputation computation, PrintOptions options) {
        return new ModulePrinter(out, options, References.ofComputation(module, computation));
    }
}
