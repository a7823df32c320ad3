package org.hloexplorer.app.workbench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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

/** The code that XLA dumped beside a module, kernel by kernel, with the instruction that each file is of. */
final class DumpedKernels {
    private static final String ENGINE = "dumped by XLA";
    private static final Pattern IR = Pattern.compile(".*\\.ir-(no|with)-opt\\..*");

    private DumpedKernels() {}

    /**
     * The kernels whose code lies in the folder; none where it holds no code.
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
        return kernels;
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
        return name.endsWith(".ptx") ? "PTX" : KernelSources.isText(file) ? "assembly" : "object file";
    }

    private static String text(SideFile file) {
        try {
            return KernelSources.isText(file)
                    ? Files.readString(file.path(), StandardCharsets.UTF_8)
                    : "; %s holds %,d bytes of machine code, which is not taken apart here; objdump -d shows it."
                            .formatted(file.path(), Files.size(file.path()));
        } catch (IOException e) {
            throw new UncheckedIOException("%s cannot be read".formatted(file.path()), e);
        }
    }
}
