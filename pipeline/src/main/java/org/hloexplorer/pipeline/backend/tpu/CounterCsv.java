package org.hloexplorer.pipeline.backend.tpu;

import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.hloexplorer.pipeline.backend.tpu.simulator.Counters;

/** What each product cost, a line per product, in the form that spreadsheets read. */
public final class CounterCsv {
    private static final String HEAD =
            "instruction,computation,batch,m,n,k,taps,type,executions,tiles,cycles,closed_form,useful_macs,padded_macs,"
                    + "activation_reads,weight_reads,accumulator_writes,result_writes,weight_bytes,utilization,"
                    + "mapping_efficiency,hbm_bytes\n";

    private CounterCsv() {}

    /** Counts are those of one execution; bytes of main memory, where known, those of all. */
    public static String of(TpuSimulation simulation) {
        return simulation.matMuls().stream()
                .map(run -> line(run, simulation))
                .collect(Collectors.joining("", HEAD, ""));
    }

    private static String line(MatMulRun run, TpuSimulation simulation) {
        var product = run.simulation();
        var gemm = product.gemm();
        var counters = product.plans().stream()
                .map(plan -> Counters.of(plan, product.schedule(product.plans().indexOf(plan)), product.config()))
                .toList();
        long useful = sum(counters, Counters::usefulMacs);
        long padded = sum(counters, Counters::paddedMacs);
        double cellCycles = (double) product.cycles()
                * product.config().rows()
                * product.config().cols()
                * product.config().matrixUnits();
        var values = List.of(
                quoted(run.name()),
                quoted(run.place()),
                gemm.batch(),
                gemm.m(),
                gemm.n(),
                gemm.k(),
                gemm.taps(),
                product.config().operandType().name().toLowerCase(Locale.ROOT),
                run.executions(),
                product.folds(),
                product.cycles(),
                product.closedForm().cycles(),
                useful,
                padded,
                sum(counters, Counters::activationReads),
                sum(counters, Counters::weightReads),
                sum(counters, Counters::accumulatorWrites),
                sum(counters, Counters::resultWrites),
                sum(counters, Counters::weightBytes),
                useful / cellCycles,
                (double) useful / padded,
                simulation.onChip().isPresent() ? simulation.memoryBytes(run) : "");
        return values.stream().map(String::valueOf).collect(Collectors.joining(",", "", "\n"));
    }

    private static long sum(List<Counters> counters, ToLongFunction<Counters> count) {
        return counters.stream().mapToLong(count).sum();
    }

    private static String quoted(String text) {
        return text.contains(",") || text.contains("\"") ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }
}
