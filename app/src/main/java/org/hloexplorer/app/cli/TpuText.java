package org.hloexplorer.app.cli;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.hloexplorer.app.workbench.DeviceRun;
import org.hloexplorer.pipeline.backend.tpu.Elsewhere;
import org.hloexplorer.pipeline.backend.tpu.MatMulRun;
import org.hloexplorer.pipeline.backend.tpu.TpuSimulation;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuChip;
import org.hloexplorer.pipeline.backend.tpu.simulator.UnitState;
import org.jspecify.annotations.Nullable;

/** A simulation as text. */
final class TpuText {
    private TpuText() {}

    static String of(TpuSimulation simulation, @Nullable DeviceRun run) {
        var config = simulation.config();
        var text = new StringBuilder();
        text.append("%s on %d × %s, %s%n"
                .formatted(
                        simulation.title(),
                        config.matrixUnits(),
                        config.array(),
                        config.timing().flag()));
        text.append("  %s%n".formatted(config.timing().legend()));
        text.append("  chip      %s%n"
                .formatted(
                        TpuChip.ofFlag(config.name()).map(TpuChip::description).orElse(config.source())));
        simulation.matMuls().forEach(each -> text.append(matMul(each)));
        text.append(total(simulation));
        simulation.states().forEach((unit, states) -> text.append(states(unit, states)));
        text.append(program(simulation));
        if (!simulation.elsewhere().isEmpty()) {
            text.append(elsewhere(simulation));
        }
        var comparison = run == null ? null : run.comparison();
        if (comparison != null) {
            text.append("  compare   %s with the %s%n            %s%n"
                    .formatted(
                            comparison.comparison().agrees() ? "agrees" : "DIFFERS",
                            comparison.reference(),
                            comparison.comparison().toText()));
        }
        return text.toString();
    }

    private static String matMul(MatMulRun run) {
        var gemm = run.simulation().gemm();
        var times = run.executions() == 1 ? "" : ", %d times".formatted(run.executions());
        return "  product   %-12s %d×%d·%d×%d  %,d folds  %,d cycles  %s%s%n"
                .formatted(
                        run.name(),
                        gemm.m(),
                        gemm.k(),
                        gemm.k(),
                        gemm.n(),
                        run.simulation().folds(),
                        run.cycles(),
                        run.simulation().closedForm().formula(),
                        times);
    }

    private static String total(TpuSimulation simulation) {
        var seconds = simulation.config().seconds(simulation.cycles());
        var time = seconds.isPresent()
                ? String.format(Locale.ROOT, ", %.3f ms at its clock", seconds.getAsDouble() * 1e3)
                : "; its clock is not known, so there are no seconds";
        var agreement = simulation.cycles() == simulation.closedForm()
                ? "as the closed form says"
                : "BUT the closed form says %,d".formatted(simulation.closedForm());
        return "  cycles    %,d, %s%s%n".formatted(simulation.cycles(), agreement, time);
    }

    private static String states(String unit, Map<UnitState, Long> states) {
        var shares = states.entrySet().stream()
                .map(each -> "%s %,d".formatted(each.getKey().label(), each.getValue()))
                .collect(Collectors.joining(", "));
        return "  states    %s: %s%n".formatted(unit, shares);
    }

    private static String program(TpuSimulation simulation) {
        if (simulation.onChip().isEmpty()) {
            return "  program   not laid out on the chip: %s%n".formatted(simulation.whyNotOnChip());
        }
        var chip = simulation.onChip().get();
        var seconds = simulation.config().seconds(chip.cycles());
        var text = new StringBuilder();
        text.append("  program   %,d cycles on all units, %s%,d (the busiest unit) and %,d (no overlap)%s%n"
                .formatted(
                        chip.cycles(),
                        chip.agrees() ? "between " : "BUT NOT between ",
                        chip.atLeast(),
                        chip.atMost(),
                        seconds.isPresent()
                                ? String.format(Locale.ROOT, ", %.3f ms at its clock", seconds.getAsDouble() * 1e3)
                                : ""));
        text.append("  decided   %s: what led to the last cycle, one after the other%n"
                .formatted(chip.criticalPath().entrySet().stream()
                        .map(each -> "%s %,d".formatted(each.getKey().label(), each.getValue()))
                        .collect(Collectors.joining(" + "))));
        chip.states()
                .forEach((unit, states) -> text.append("  states    %s: %s%n"
                        .formatted(
                                unit.label(),
                                states.entrySet().stream()
                                        .map(each ->
                                                "%s %,d".formatted(each.getKey().label(), each.getValue()))
                                        .collect(Collectors.joining(", ")))));
        var bytes = chip.bytes().entrySet().stream()
                .map(each -> "%s %,d".formatted(each.getKey().label(), each.getValue()))
                .collect(Collectors.joining(", "));
        text.append("  bytes     %s; at most %,d held on chip%n"
                .formatted(bytes.isEmpty() ? "none moved" : bytes, chip.onChipPeak()));
        return text.toString();
    }

    private static String elsewhere(TpuSimulation simulation) {
        return simulation.elsewhere().stream()
                .collect(Collectors.groupingBy(
                        Elsewhere::reason,
                        LinkedHashMap::new,
                        Collectors.mapping(Elsewhere::name, Collectors.joining(", "))))
                .entrySet()
                .stream()
                .map(each -> "  elsewhere %s%n            %s%n".formatted(each.getKey(), each.getValue()))
                .collect(Collectors.joining());
    }
}
