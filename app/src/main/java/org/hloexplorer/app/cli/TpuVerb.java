package org.hloexplorer.app.cli;

import java.util.LinkedHashMap;
import java.util.List;
import org.hloexplorer.app.workbench.DeviceRun;
import org.hloexplorer.app.workbench.ProgramRunner;
import org.hloexplorer.app.workbench.Progress;
import org.hloexplorer.app.workbench.Sources;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.tpu.ProductRoofline;
import org.hloexplorer.pipeline.backend.tpu.TpuBackend;
import org.hloexplorer.pipeline.backend.tpu.TpuReport;
import org.hloexplorer.pipeline.backend.tpu.TpuSimulation;
import org.hloexplorer.pipeline.backend.tpu.simulator.Gemm;
import org.hloexplorer.pipeline.catalog.Pipelines;
import org.hloexplorer.roofline.TpuRoofline;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hlox tpu}: a program on the simulated array, cycle by cycle. */
@Command(
        name = "tpu",
        description = {
            "Compiles a module, runs its dots on a simulated weight-stationary array and counts cycles.",
            "With --gemm=M,N,K, simulates that product of matrices and needs no module."
        },
        footer = {
            "%nJSON: file, array, chip, matrix_units, timing, cycles, closed_form, seconds (where the clock is known), "
                    + "states{unit: {state: cycles}}, matmuls[{instruction, computation, batch, m, n, k, type, folds, "
                    + "taps, executions, cycles, closed_form, formula, states, roofline, check, remarks[]}], program{cycles, at_least, "
                    + "at_most, critical_path{kind: cycles}, states, bytes, on_chip_peak_bytes, source} or no_program, not_on_array[{instruction, "
                    + "opcode, reason, work}], source, compare{ok, max_abs, max_rel, tolerance, reference}.",
            "%nExit status 1 where cycles differ from their closed form, or outputs leave the reference."
        })
final class TpuVerb extends Verb {

    @Parameters(paramLabel = "FILE", arity = "0..1", description = "HLO text, sample:NAME, or - for standard input.")
    private @Nullable String file;

    @Mixin
    private ArrayOptions array = new ArrayOptions();

    @Mixin
    private PipelineOptions pipeline = new PipelineOptions();

    @Mixin
    private InputOptions inputs = new InputOptions();

    @Mixin
    private TpuExports exports = new TpuExports();

    @Option(
            names = "--gemm",
            paramLabel = "M,N,K",
            split = ",",
            description = "Simulate one product of an MxK by a KxN matrix instead of a module.")
    private List<Integer> gemm = List.of();

    @Option(
            names = "--roofline",
            description =
                    "Also print where the products lie under the roofs of the chip; in JSON they are always there.")
    private boolean roofline;

    @Option(
            names = "--at",
            paramLabel = "CYCLE",
            description = "Also print what every cell of the array holds in this cycle of the first product.")
    private @Nullable Long at;

    TpuVerb(Terminal terminal, Sources sources) {
        super(terminal, sources);
    }

    @Override
    ExitStatus perform() throws BackendException {
        exports.check();
        if (!gemm.isEmpty()) {
            return report("", gemm(), null);
        }
        if (file == null) {
            throw new VerbException(ExitStatus.WRONG_USAGE, "Name a FILE, or a product with --gemm=M,N,K.");
        }
        var source = read(file);
        var original = module(source);
        pipeline.usually(Pipelines.named("tpu").orElseThrow());
        var compiled = pipeline.isNone() ? original : pipeline.run(original).output();
        var request = inputs.request(original, DeviceKind.TPU, 1, 1, true);
        var run = new ProgramRunner(new TpuBackend(array.config()))
                .run(original, compiled, request, Progress.unwatched());
        var simulation = run.simulation();
        if (simulation == null) {
            throw new IllegalStateException("the run left no simulation");
        }
        return report(source.name(), simulation, run);
    }

    private static String roofline(TpuSimulation simulation) {
        return ProductRoofline.whyNot(simulation).orElseGet(() -> RooflineText.of(TpuRoofline.of(simulation, 0)));
    }

    private TpuSimulation gemm() {
        if (gemm.size() != 3 || gemm.stream().anyMatch(size -> size < 1)) {
            throw new VerbException(ExitStatus.WRONG_USAGE, "--gemm takes three sizes from 1 on: M,N,K.");
        }
        return TpuSimulation.ofGemm(Gemm.of(gemm.get(0), gemm.get(1), gemm.get(2)), array.config(), inputs.seed());
    }

    private ExitStatus report(String name, TpuSimulation simulation, @Nullable DeviceRun run) {
        if (isJson()) {
            var line = new LinkedHashMap<String, Object>();
            if (run != null) {
                line.put("file", name);
            }
            line.putAll(TpuReport.of(simulation));
            if (run != null) {
                line.put("compare", RunVerb.Compared.of(run.comparison()));
            }
            write(line);
        } else {
            printText(TpuText.of(simulation, run));
            printText(roofline ? roofline(simulation) : "");
        }
        exports.write(simulation, this::note);
        if (at != null) {
            printText(ArrayText.of(simulation, at));
        }
        boolean good = simulation.agrees() && (run == null || run.agrees());
        return good ? ExitStatus.FINE : ExitStatus.FINDING;
    }
}
