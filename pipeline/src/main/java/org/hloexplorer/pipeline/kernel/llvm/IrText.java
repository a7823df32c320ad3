package org.hloexplorer.pipeline.kernel.llvm;

import java.util.ArrayList;
import java.util.Set;
import java.util.TreeSet;

/** LLVM IR as it grows: instructions with fresh names, labels, and the declarations they need. */
final class IrText {
    /** Metadata of this number and beyond is of loops; that of debug locations is far below. */
    private static final int FIRST_LOOP = 1_000_000;

    private final StringBuilder text = new StringBuilder();
    private final Set<String> declarations;
    private final DebugLines lines;
    private int names;
    private int keptLoops;
    private int labels;
    private String currentLabel = "entry";
    private String location = "";

    IrText(DebugLines lines) {
        this.lines = lines;
        this.declarations = new TreeSet<>();
    }

    /** A further function of the same module: declarations are shared. */
    private IrText(IrText module) {
        this.lines = DebugLines.NONE;
        this.declarations = module.declarations;
    }

    IrText newFunction() {
        return new IrText(this);
    }

    /** What follows is the work of this HLO instruction. */
    void at(int instruction) {
        location = lines.location(instruction);
    }

    /** An instruction with a result, which gets a fresh name. */
    String assign(String instruction) {
        var name = "%t" + names++;
        instruction(name + " = " + instruction);
        return name;
    }

    /** As {@link #assign(String)}, of a form with parts in place of each {@code %s} or {@code %d}. */
    String assign(String form, Object... parts) {
        return assign(filled(form, parts));
    }

    void instruction(String form, Object... parts) {
        instruction(filled(form, parts));
    }

    /** What {@link String#format} gives for a form without widths and the like, in a tenth of the time. */
    private static String filled(String form, Object... parts) {
        var text = new StringBuilder(2 * form.length());
        int part = 0;
        int from = 0;
        for (int at = form.indexOf('%'); at >= 0; at = form.indexOf('%', from)) {
            text.append(form, from, at);
            from = at + 2;
            text.append(form.charAt(at + 1) == '%' ? "%" : parts[part++]);
        }
        return text.append(form, from, form.length()).toString();
    }

    void instruction(String instruction) {
        text.append("  ").append(instruction).append(location).append('\n');
    }

    /**
     * A call of a function that is declared.
     *
     * @param type of the result
     * @param operands types and values by turns
     */
    String call(String name, String type, String... operands) {
        var parameters = new ArrayList<String>();
        var arguments = new ArrayList<String>();
        for (int i = 0; i < operands.length; i += 2) {
            parameters.add(operands[i]);
            arguments.add(operands[i] + " " + operands[i + 1]);
        }
        declare("declare %s @%s(%s)".formatted(type, name, String.join(", ", parameters)));
        var call = "call %s @%s(%s)".formatted(type, name, String.join(", ", arguments));
        if (type.equals("void")) {
            instruction(call);
            return "";
        }
        return assign(call);
    }

    void declare(String declaration) {
        declarations.add(declaration);
    }

    Set<String> declarations() {
        return declarations;
    }

    String newLabel(String stem) {
        return stem + "." + labels++;
    }

    void label(String label) {
        text.append(label).append(":\n");
        currentLabel = label;
    }

    /** The block that is being written: where a phi node's value comes from. */
    String currentLabel() {
        return currentLabel;
    }

    void branch(String label) {
        instruction("br label %" + label);
    }

    void branch(String condition, String then, String otherwise) {
        instruction("br i1 %s, label %%%s, label %%%s", condition, then, otherwise);
    }

    /** Ends a loop that is left as it is: not unrolled, in full or in part. */
    void branchOfKeptLoop(String condition, String then, String otherwise) {
        instruction(
                "br i1 %s, label %%%s, label %%%s, !llvm.loop !%d",
                condition, then, otherwise, FIRST_LOOP + ++keptLoops);
    }

    /** What is known of loops, for the end of the module. */
    String loopMetadata() {
        if (keptLoops == 0) {
            return "";
        }
        var metadata = new StringBuilder("!%d = !{!\"llvm.loop.unroll.disable\"}\n".formatted(FIRST_LOOP));
        for (int i = 1; i <= keptLoops; i++) {
            metadata.append("!%1$d = distinct !{!%1$d, !%2$d}\n".formatted(FIRST_LOOP + i, FIRST_LOOP));
        }
        return metadata.toString();
    }

    /** Text that is neither an instruction nor a label. */
    void raw(String line) {
        text.append(line).append('\n');
    }

    /** Puts a phi node's second half in place, which is known only after the loop's body. */
    void resolve(String placeholder, String replacement) {
        int at = text.indexOf(placeholder);
        text.replace(at, at + placeholder.length(), replacement);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
