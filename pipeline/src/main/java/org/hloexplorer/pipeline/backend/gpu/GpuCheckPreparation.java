package org.hloexplorer.pipeline.backend.gpu;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.analysis.HloCostAnalysis;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.reader.HloReader;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.hlo.text.HloPrinter;
import org.hloexplorer.pipeline.ModuleCheck;
import org.hloexplorer.pipeline.PassRunner;
import org.hloexplorer.pipeline.PipelineSettings;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.backend.reference.ReferenceBackend;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.hloexplorer.pipeline.kernel.WorkGroups;
import org.hloexplorer.pipeline.kernel.llvm.DeviceTarget;
import org.hloexplorer.pipeline.worker.KernelSource;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.Worker;

/** Writes what {@link GpuCheck} runs, on a machine that needs no GPU: PTX, and results of the reference. */
public final class GpuCheckPreparation {
    static final long SEED = 1;

    private static final String PIPELINE = "gpu-2024";
    private static final Limit LIMIT = Limit.of(Duration.ofMinutes(5));
    private static final RunOptions OPTIONS = new RunOptions(1, 1, Duration.ofMinutes(10));

    private final Worker worker;
    private final Path folder;

    private GpuCheckPreparation(Worker worker, Path folder) {
        this.worker = worker;
        this.folder = folder;
    }

    /** @param arguments a folder to write to, and files of HLO; a file in a folder of its own has the name of that */
    public static void main(String[] arguments) throws IOException, BackendException {
        var files = List.of(arguments).subList(1, arguments.length).stream()
                .map(Path::of)
                .toList();
        try (var worker = new Worker()) {
            prepare(worker, files, Path.of(arguments[0]), System.out);
        }
    }

    static void prepare(Worker worker, List<Path> files, Path folder, PrintStream out)
            throws IOException, BackendException {
        Files.createDirectories(folder);
        var preparation = new GpuCheckPreparation(worker, folder);
        preparation
                .program("bandwidth-ceiling", HloParser.parseOrThrow(DeviceCeilings.BANDWIDTH), false)
                .write(folder);
        for (var file : files) {
            var name = name(file);
            var program = preparation.program(name, HloReader.read(file).orThrow(), true);
            program.write(folder);
            out.printf("%s: %d kernels%n", name, program.kernels().size());
        }
    }

    private static String name(Path file) {
        var name = file.getFileName().toString().replaceAll("\\.(hlo|txt|gz)", "");
        var parent = file.toAbsolutePath().getParent();
        return name.equals("before_opt") && parent != null
                ? parent.getFileName().toString()
                : name;
    }

    private PreparedProgram program(String name, HloModule input, boolean isChecked) throws BackendException {
        var settings = PipelineSettings.of(Pipelines.named(PIPELINE).orElseThrow());
        var output = new PassRunner(Passes.REGISTRY, ModuleCheck.NONE)
                .run(input, settings)
                .output();
        var text = HloPrinter.print(output);
        var module = HloParser.parseOrThrow(text);
        Map<Integer, String> excluded = new HashMap<>();
        var kernels = ptx(module, excluded);
        var cost = HloCostAnalysis.of(module).total();
        return new PreparedProgram(
                name,
                text,
                excluded,
                kernels,
                isChecked ? expected(module) : List.of(),
                cost.flops() + cost.transcendentals(),
                cost.bytesAccessed());
    }

    private static List<ExpectedArray> expected(HloModule module) throws BackendException {
        try (var reference = new ReferenceBackend().compile(module, new Cancellation())) {
            var result = reference.run(GeneratedInputs.of(module, SEED), OPTIONS, new Cancellation());
            return ExpectedArray.of(result.output(), reference);
        }
    }

    /** PTX of all kernels; what there is none of is excluded, with the reason. */
    private List<KernelSource> ptx(HloModule module, Map<Integer, String> excluded) throws BackendException {
        while (true) {
            int before = excluded.size();
            var kernels = GpuCompiler.kernels(module, WorkGroups.COMMON, excluded);
            var code = new DeviceCode(worker, kernels, WorkGroups.COMMON, LIMIT);
            List<KernelSource> texts = new ArrayList<>();
            for (int i = 0; i < kernels.sources().size(); i++) {
                var source = kernels.sources().get(i);
                var made = code.assembly(i, DeviceTarget.SM_80);
                texts.add(new KernelSource(source.name(), source.symbol(), made.text()));
                if (!made.refusal().isEmpty()) {
                    kernels.instructions(i).forEach(id -> excluded.put(id, made.refusal()));
                }
            }
            if (excluded.size() == before) {
                return texts;
            }
        }
    }
}
