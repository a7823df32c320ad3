package org.hloexplorer.pipeline.backend.planned;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.hloexplorer.pipeline.kernel.CanonicalKernel;
import org.hloexplorer.pipeline.kernel.ExecutablePlan;
import org.hloexplorer.pipeline.kernel.Kernel;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.hloexplorer.pipeline.worker.KernelSource;

/** The different kernels of a plan: launches whose kernels differ in nothing but names share one. */
public final class KernelSet {
    private final ExecutablePlan plan;
    private final List<KernelSource> sources = new ArrayList<>();
    private final List<List<PlanStep.Launch>> launches = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();

    /** Makes code of a kernel. */
    public interface Printer {

        /** @param symbol what the code is called by: letters, digits, dots and underscores */
        String print(Kernel kernel, String symbol);
    }

    /** @param unwanted in symbols, as a regular expression */
    public KernelSet(ExecutablePlan plan, String unwanted, Printer printer) {
        this.plan = plan;
        Map<Kernel, List<PlanStep.Launch>> groups = new LinkedHashMap<>();
        for (var step : plan.units().toList()) {
            if (step instanceof PlanStep.Launch launch) {
                groups.computeIfAbsent(CanonicalKernel.of(launch.kernel()), _ -> new ArrayList<>())
                        .add(launch);
            }
        }
        for (var group : groups.values()) {
            var first = group.getFirst();
            var symbol = "%s.%d".formatted(first.name(), sources.size()).replaceAll(unwanted, "_");
            group.forEach(launch -> numbers.put(launch.name(), sources.size()));
            sources.add(new KernelSource(first.name(), symbol, printer.print(first.kernel(), symbol)));
            launches.add(group);
        }
    }

    public ExecutablePlan plan() {
        return plan;
    }

    public List<KernelSource> sources() {
        return List.copyOf(sources);
    }

    /** The number, in {@link #sources}, of the code that a launch calls. */
    public int number(PlanStep.Launch launch) {
        return numbers.getOrDefault(launch.name(), -1);
    }

    /** The loops that the code of this number was made of. */
    public Kernel kernel(int number) {
        return launches.get(number).getFirst().kernel();
    }

    /** The HLO instructions that the code of this number is for. */
    public Set<Integer> instructions(int number) {
        return launches.get(number).stream()
                .map(launch -> launch.instruction().id())
                .collect(Collectors.toSet());
    }

    /** The number of the code that bears this name. */
    public int named(String name) {
        for (int i = 0; i < sources.size(); i++) {
            if (sources.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }
}
