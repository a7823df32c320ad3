package org.hloexplorer.pipeline.backend.planned;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;

/** Where an instruction, and what is fused into it, was written. */
final class SourceLines {
    private static final int MOST = 3;

    private SourceLines() {}

    /** Such as {@code from model.py:12, model.py:15}; the operation's name where no line is known; empty for neither. */
    static String of(HloModule module, HloInstruction instruction) {
        var all = within(module, instruction);
        var lines = all.stream()
                .flatMap(each -> line(module, each).stream())
                .distinct()
                .toList();
        if (!lines.isEmpty()) {
            var more = lines.size() > MOST ? " and %d more".formatted(lines.size() - MOST) : "";
            return "from " + lines.stream().limit(MOST).collect(Collectors.joining(", ")) + more;
        }
        return all.stream()
                .flatMap(each -> Stream.ofNullable(each.annotations().metadata().opName()))
                .findFirst()
                .map(name -> "from " + name)
                .orElse("");
    }

    private static List<HloInstruction> within(HloModule module, HloInstruction instruction) {
        List<HloInstruction> all = new ArrayList<>(List.of(instruction));
        if (instruction.op() instanceof HloOp.Fusion fusion) {
            module.computation(fusion.computation()).instructions().forEach(each -> all.addAll(within(module, each)));
        }
        return all;
    }

    private static Optional<String> line(HloModule module, HloInstruction instruction) {
        var metadata = instruction.annotations().metadata();
        if (metadata.sourceFile() != null && metadata.sourceLine() > 0) {
            return Optional.of("%s:%d".formatted(metadata.sourceFile(), metadata.sourceLine()));
        }
        return module.stackFrames().stack(metadata.stackFrameId()).stream()
                .findFirst()
                .map(frame -> "%s:%d".formatted(frame.file(), frame.line()));
    }
}
