package org.hloexplorer.pipeline.backend.tpu;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.eval.EvaluationOptions;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.eval.LiteralComparison;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.ExecutionResult;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;

/** Runs of modules on simulated arrays, with generated inputs. */
final class TpuRuns {
    static final long SEED = 1;

    private TpuRuns() {}

    static HloModule dot(
            String lhs,
            String rhs,
            String result,
            String lhsBatch,
            String lhsContracting,
            String rhsBatch,
            String rhsContracting) {
        var batch =
                lhsBatch.isEmpty() ? "" : "lhs_batch_dims={%s}, rhs_batch_dims={%s}, ".formatted(lhsBatch, rhsBatch);
        return HloParser.parseOrThrow("""
                HloModule m
                ENTRY main {
                  a = %s parameter(0)
                  b = %s parameter(1)
                  ROOT d = %s dot(a, b), %slhs_contracting_dims={%s}, rhs_contracting_dims={%s}
                }
                """.formatted(lhs, rhs, result, batch, lhsContracting, rhsContracting));
    }

    static HloModule sample(String name) throws IOException {
        try (var stream =
                Objects.requireNonNull(TpuRuns.class.getResourceAsStream("/tpu/modules/" + name + ".hlo"), name)) {
            return HloParser.parseOrThrow(new String(stream.readAllBytes(), UTF_8));
        }
    }

    static TpuExecutable compile(HloModule module, TpuConfig config) {
        return new TpuBackend(config).compile(module, new Cancellation());
    }

    static ExecutionResult run(TpuExecutable executable) throws BackendException {
        List<Literal> arguments = GeneratedInputs.of(executable.module(), SEED);
        return executable.run(arguments, RunOptions.ONCE, new Cancellation());
    }

    static LiteralComparison comparison(TpuExecutable executable, Literal output, HloModule module) {
        var expected =
                executable.reference(EvaluationOptions.standard()).evaluate(module, GeneratedInputs.of(module, SEED));
        return LiteralComparison.of(output, expected, executable::tolerance);
    }
}
