package org.hloexplorer.pipeline.backend.tpu;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.KernelDescription.CodeListing;
import org.hloexplorer.pipeline.backend.tpu.TpuProgram.ArrayDot;
import org.hloexplorer.pipeline.backend.tpu.simulator.ClosedForm;
import org.hloexplorer.pipeline.backend.tpu.simulator.Tile;
import org.hloexplorer.pipeline.backend.tpu.simulator.TilePlan;

/** What runs as a unit: each dot on the array, each other instruction by itself. */
final class TpuKernels {
    private static final int LISTED_TILES = 64;

    private final TpuProgram program;

    TpuKernels(TpuProgram program) {
        this.program = program;
    }

    List<KernelDescription> all() {
        var kernels = new ArrayList<KernelDescription>();
        for (var dot : program.dots().values()) {
            kernels.add(new KernelDescription(
                    name(dot.instruction().name(), dot.place(), program),
                    dot.instruction().id(),
                    List.of(dot.instruction().id()),
                    program.config().array() + " array, "
                            + program.config().timing().flag(),
                    null,
                    List.of(new CodeListing("tile plan", plan(dot)))));
        }
        for (var other : program.elsewhere()) {
            kernels.add(new KernelDescription(
                    other.name(),
                    other.instruction(),
                    List.of(other.instruction()),
                    "reference evaluator",
                    other.reason(),
                    List.of()));
        }
        return kernels;
    }

    static String name(MatMulRun run, TpuProgram program) {
        return name(run.name(), run.place(), program);
    }

    private static String name(String instruction, String place, TpuProgram program) {
        return place.equals(program.module().entry().name()) ? instruction : place + "/" + instruction;
    }

    private String plan(ArrayDot dot) {
        var config = program.config().with(dot.mapping().type());
        var gemm = dot.mapping().gemm();
        var plans = TilePlan.share(gemm, config);
        var text = new StringBuilder();
        text.append("%s: batch %d, M %d, N %d, K %d\n"
                .formatted(dot.instruction().name(), gemm.batch(), gemm.m(), gemm.n(), gemm.k()));
        if (dot.remark() != null) {
            text.append(dot.remark()).append('\n');
        }
        for (int unit = 0; unit < plans.size(); unit++) {
            unit(text, unit, plans.get(unit), ClosedForm.of(plans.get(unit), config));
        }
        return text.toString();
    }

    private static void unit(StringBuilder text, int unit, TilePlan plan, ClosedForm form) {
        text.append("unit %d: %d tiles, X[%d..%d] streams through each, %d cycles = %s\n"
                .formatted(
                        unit,
                        plan.folds(),
                        plan.firstM(),
                        plan.firstM() + plan.mCount() - 1,
                        form.cycles(),
                        form.formula()));
        int listed = unit == 0 ? Math.min(plan.folds(), LISTED_TILES) : 0;
        for (int i = 0; i < listed; i++) {
            tile(text, plan.tile(i));
        }
        if (unit == 0 && listed < plan.folds()) {
            text.append("  … %d more\n".formatted(plan.folds() - listed));
        }
    }

    private static void tile(StringBuilder text, Tile tile) {
        text.append("  tile %d: W%s[%d..%d, %d..%d] %s\n"
                .formatted(
                        tile.index(),
                        tile.batch() > 0 ? tile.batch() : "",
                        tile.firstK(),
                        tile.firstK() + tile.kCount() - 1,
                        tile.firstN(),
                        tile.firstN() + tile.nCount() - 1,
                        tile.rowFold() == 0 ? "overwrites" : "adds"));
    }
}
