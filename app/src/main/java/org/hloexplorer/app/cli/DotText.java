package org.hloexplorer.app.cli;

import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;

/**
 * A module as a graph in Graphviz's language: a box for each instruction, a frame for each computation, dashed lines from
 * calls to what they call.
 */
final class DotText {
    private final HloModule module;
    private final StringBuilder out = new StringBuilder();

    private DotText(HloModule module) {
        this.module = module;
    }

    static String of(HloModule module) {
        return new DotText(module).write();
    }

    private String write() {
        line("digraph " + quoted(module.name()) + " {");
        line("  rankdir=TB; compound=true; node [shape=box, fontname=\"Helvetica\", fontsize=10];");
        module.computations().forEach(this::computation);
        line("}");
        return out.toString();
    }

    private void computation(HloComputation computation) {
        line("  subgraph %s {".formatted(quoted("cluster_" + computation.id())));
        line("    label=%s;"
                .formatted(quoted((computation.id() == module.entryId() ? "ENTRY " : "") + computation.name())));
        for (var instruction : computation.instructions()) {
            boolean isRoot = instruction.id() == computation.rootId();
            line("    %d [label=%s%s];".formatted(instruction.id(), label(instruction), isRoot ? ", penwidth=2" : ""));
        }
        line("  }");
        for (var instruction : computation.instructions()) {
            for (int i = 0; i < instruction.operandCount(); i++) {
                var number = instruction.operandCount() > 1 ? " [label=%d]".formatted(i) : "";
                line("  %d -> %d%s;".formatted(instruction.operandId(i), instruction.id(), number));
            }
            for (var called : module.called(instruction)) {
                line("  %d -> %d [style=dashed, lhead=%s];"
                        .formatted(instruction.id(), called.rootId(), quoted("cluster_" + called.id())));
            }
        }
    }

    private static String label(HloInstruction instruction) {
        var text = "%s\n%s\n%s"
                .formatted(
                        instruction.opcode(),
                        instruction.name(),
                        instruction.shape().withoutLayout());
        return quoted(text);
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
