package org.hloexplorer.app.workbench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.KernelDescription.CodeListing;
import org.hloexplorer.pipeline.dump.DumpedModule;
import org.hloexplorer.pipeline.dump.KernelSources;
import org.hloexplorer.pipeline.dump.SideFile;
import org.hloexplorer.pipeline.dump.SideKind;

/**
 * What XLA dumped beside a module: its code kernel by kernel, with the instruction that each file is of, and what is of
 * the whole module, or of nothing that its name or its functions tell.
 */
final class DumpedKernels {
    private static final String ENGINE = "dumped by XLA";
    private static final int MOST_BYTES = 512 << 10;
    private static final Pattern IR = Pattern.compile(".*\\.ir-(no|with)-opt\\..*");

    private DumpedKernels() {}

    /**
     * The kernels whose code lies in the folder, and then one that stands for the whole module and has all other files.
     *
     * @throws IOException where a file cannot be read
     */
    static List<KernelDescription> of(DumpedModule dump, HloModule last) throws IOException {
        var sources = new KernelSources(dump);
        var kernels = new ArrayList<KernelDescription>();
        for (var instruction : sources.withCode(last)) {
            kernels.add(new KernelDescription(
                    instruction.name(),
                    instruction.id(),
                    members(instruction, last),
                    ENGINE,
                    null,
                    sources.of(instruction).stream().map(DumpedKernels::listing).toList()));
        }
        var others = new ArrayList<>(dump.sides());
        for (var instruction : sources.withCode(last)) {
            others.removeAll(sources.of(instruction));
        }
        if (!others.isEmpty()) {
            kernels.add(whole(dump, last, others));
        }
        return kernels;
    }

    private static KernelDescription whole(DumpedModule dump, HloModule last, List<SideFile> files) {
        return new KernelDescription(
                dump.name(),
                KernelDescription.WHOLE_PROGRAM,
                last.entry().instructions().stream().map(HloInstruction::id).toList(),
                "files of the whole module",
                null,
                files.stream()
                        .map(file -> new CodeListing(ending(dump, file), () -> text(file)))
                        .toList());
    }

    /** The name without the number and the name of the module, which all of them share. */
    private static String ending(DumpedModule dump, SideFile file) {
        var name = file.path().getFileName().toString();
        int own = name.indexOf(dump.name());
        var rest = own < 0 ? name : name.substring(own + dump.name().length());
        return rest.replaceFirst("^[._-]+", "");
    }

    private static List<Integer> members(HloInstruction instruction, HloModule module) {
        return instruction.op() instanceof HloOp.Fusion fusion
                ? module.computation(fusion.computation()).instructions().stream()
                        .map(HloInstruction::id)
                        .toList()
                : List.of(instruction.id());
    }

    private static CodeListing listing(SideFile file) {
        return new CodeListing(stage(file), () -> text(file));
    }

    private static String stage(SideFile file) {
        var name = file.path().getFileName().toString();
        Matcher ir = IR.matcher(name);
        if (file.kind() == SideKind.LLVM_IR && ir.matches()) {
            return ir.group(1).equals("no") ? "LLVM IR as emitted" : "LLVM IR optimised";
        }
        if (file.kind() == SideKind.LLVM_IR) {
            return "LLVM IR";
        }
        return name.contains(".ptx") ? "PTX" : KernelSources.isText(file) ? "assembly" : "object file";
    }

    private static String text(SideFile file) {
        try {
            return DumpedText.of(file.path(), MOST_BYTES);
        } catch (IOException e) {
            throw new UncheckedIOException("%s cannot be read".formatted(file.path()), e);
        }
    }
}
