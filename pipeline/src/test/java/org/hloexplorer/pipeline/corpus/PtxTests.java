package org.hloexplorer.pipeline.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.ModuleCheck;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.gpu.GpuCode;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.hloexplorer.pipeline.worker.Worker;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** PTX of each program's kernels, taken by NVIDIA's assembler for two processors; skipped where there is none. */
@Tag("corpus")
final class PtxTests {
    /** Of larger ones the passes of {@code gpu-2024} take minutes. */
    private static final int LARGE = 20_000;

    private static final Pattern USE = Pattern.compile("ptxas for (\\w+): (\\d+) registers.* ([\\d,]+) bytes spilled");
    private static final Pattern LOOP = Pattern.compile("(?m)^ *(?:[a-z]+ )*for ");

    private final List<String> faults = new ArrayList<>();
    private final Table table =
            new Table("program", "kernels", "element-wise", "most registers", "spilled bytes", "spilled, element-wise");

    @Test
    void assemblesWithoutSpillsWhereElementWise() throws IOException, BackendException {
        var corpus = Corpus.orSkip();
        var only = System.getProperty("hlox.corpus.only", ".*");
        try (var worker = new Worker()) {
            for (var program : corpus.programs()) {
                if (program.name().matches(only)) {
                    check(program.name(), optimized(program.input()), worker);
                }
            }
            table.write(
                    "ptx.md",
                    "PTX of each program after gpu-2024 (of the largest after gpu), assembled for sm_80 and sm_90:");
        }
        assertThat(faults).isEmpty();
    }

    private static int size(HloModule module) {
        return module.computations().stream()
                .mapToInt(computation -> computation.instructions().size())
                .sum();
    }

    private static HloModule optimized(HloModule input) {
        var settings = PipelineSettings.of(
                Pipelines.named(size(input) > LARGE ? "gpu" : "gpu-2024").orElseThrow());
        return new PassRunner(Passes.REGISTRY, ModuleCheck.NONE)
                .run(input, settings)
                .output();
    }

    private void check(String program, HloModule module, Worker worker) throws BackendException {
        int kernels = 0;
        int plain = 0;
        long registers = 0;
        long spilled = 0;
        long spilledPlain = 0;
        for (var kernel : GpuCode.of(module, worker)) {
            if (kernel.code().isEmpty() || isSharedCode(kernel)) {
                continue;
            }
            kernels++;
            var resources = text(kernel, "resources");
            assumeTrue(!resources.contains("ptxas, which comes with"), "skipped: there is no ptxas");
            var uses = USE.matcher(resources).results().toList();
            if (uses.size() != 2) {
                faults.add("%s, %s: %s".formatted(program, kernel.name(), resources));
            }
            long bytes = most(uses, 3);
            registers = Math.max(registers, most(uses, 2));
            spilled += bytes;
            if (isElementWise(kernel)) {
                plain++;
                spilledPlain += bytes;
            }
        }
        if (spilledPlain > 0) {
            faults.add("%s: element-wise kernels spill %d bytes".formatted(program, spilledPlain));
        }
        table.row(program, kernels, plain, registers, spilled, spilledPlain);
    }

    private static long most(List<MatchResult> uses, int group) {
        return uses.stream()
                .mapToLong(use -> Long.parseLong(use.group(group).replace(",", "")))
                .max()
                .orElse(0);
    }

    private static boolean isSharedCode(KernelDescription kernel) {
        return text(kernel, "OpenCL C").startsWith("// compiled from this code as kernel");
    }

    /** One loop over elements, each by itself. */
    private static boolean isElementWise(KernelDescription kernel) {
        return LOOP.matcher(text(kernel, "loop IR")).results().count() == 1;
    }

    private static String text(KernelDescription kernel, String stage) {
        return kernel.code().stream()
                .filter(listing -> listing.stage().equals(stage))
                .findFirst()
                .orElseThrow()
                .text();
    }
}
