package org.hloexplorer.hlo.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.jspecify.annotations.Nullable;

/** A computation while its instructions are read. */
final class ComputationDraft {
    private final List<HloInstruction> instructions = new ArrayList<>();
    private final Set<Integer> made = new HashSet<>();
    private final Map<Element, HloInstruction> elements = new HashMap<>();
    private final int column;
    private final boolean isSingleInstruction;
    private @Nullable Integer rootId;
    private boolean isBroken;

    /** An element of a tuple that was referred to by index. */
    private record Element(int tuple, int index) {}

    private ComputationDraft(int column, boolean isSingleInstruction) {
        this.column = column;
        this.isSingleInstruction = isSingleInstruction;
    }

    /** A computation whose head begins in this column. */
    static ComputationDraft at(int column) {
        return new ComputationDraft(column, false);
    }

    /** What surrounds an instruction that is written alone: operands that nothing defines are parameters. */
    static ComputationDraft ofSingleInstruction() {
        return new ComputationDraft(0, true);
    }

    int column() {
        return column;
    }

    boolean isSingleInstruction() {
        return isSingleInstruction;
    }

    void add(HloInstruction instruction, boolean isRoot) {
        instructions.add(instruction);
        if (isRoot && rootId == null) {
            rootId = instruction.id();
        }
    }

    /** Adds an instruction that has no name in the text; the one it has gives way to those that stand there. */
    void addMade(HloInstruction instruction) {
        instructions.add(instruction);
        made.add(instruction.id());
    }

    /** The instruction that gives this element of a tuple, if it was referred to before. */
    @Nullable
    HloInstruction element(int tuple, int index) {
        return elements.get(new Element(tuple, index));
    }

    void addElement(int tuple, int index, HloInstruction element) {
        elements.put(new Element(tuple, index), element);
    }

    int parameterCount() {
        return (int) instructions.stream()
                .filter(each -> each.op() instanceof HloOp.Parameter)
                .count();
    }

    /** Remembers that an instruction was wrong and perhaps left out. */
    void markBroken() {
        isBroken = true;
    }

    boolean isBroken() {
        return isBroken;
    }

    boolean hasRoot() {
        return rootId != null;
    }

    boolean isEmpty() {
        return instructions.isEmpty();
    }

    /** The instructions, each with a name of its own. */
    List<HloInstruction> instructions() {
        if (made.isEmpty()) {
            return instructions;
        }
        var taken = new HashSet<String>();
        for (var instruction : instructions) {
            if (!made.contains(instruction.id())) {
                taken.add(instruction.name());
            }
        }
        instructions.replaceAll(each -> made.contains(each.id()) ? each.withName(free(each.name(), taken)) : each);
        return instructions;
    }

    private static String free(String name, Set<String> taken) {
        var free = name;
        for (int i = 1; !taken.add(free); i++) {
            free = name + "." + i;
        }
        return free;
    }

    /** The instruction marked ROOT, else the last one. */
    int rootId() {
        return rootId == null ? instructions.getLast().id() : rootId;
    }
}
