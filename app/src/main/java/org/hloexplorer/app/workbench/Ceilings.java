package org.hloexplorer.app.workbench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.pipeline.backend.cpu.Ceiling;
import org.hloexplorer.pipeline.backend.cpu.CeilingCache;
import org.hloexplorer.pipeline.backend.cpu.MachineCeilings;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.roofline.Roof;
import org.hloexplorer.roofline.Roofs;

/** What this machine can do at most, measured once and kept. */
public final class Ceilings {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final double GIGA = 1e9;

    private final Devices devices;
    private final CeilingCache cache;

    /** Ceilings that are kept in a folder. */
    public Ceilings(Devices devices, Path folder) {
        this.devices = devices;
        this.cache = new CeilingCache(folder);
    }

    /** All that were measured, now where they have not been before. */
    public MachineCeilings get(Progress progress) throws IOException {
        progress.report("measuring this machine");
        return cache.get(devices.worker(), new Limit(LIMIT, progress.cancellation()));
    }

    /** Measures again; the higher of both counts. */
    public MachineCeilings refresh(Progress progress) throws IOException {
        progress.report("measuring this machine");
        return cache.refresh(devices.worker(), new Limit(LIMIT, progress.cancellation()));
    }

    /** The DRAM roof for programs on so many threads, measured now in a fraction of a second; in byte/s. */
    Ceiling dram(MachineCeilings machine, int threads, Progress progress) {
        progress.report("measuring DRAM");
        var kept = highest(these(machine, threads), "DRAM")
                .orElseThrow(() -> new IllegalStateException("this machine has no DRAM ceiling"));
        return MachineCeilings.again(devices.worker(), kept, new Limit(LIMIT, progress.cancellation()));
    }

    /** The roofs for programs on so many threads: of those measured, the number next to it. */
    public static Roofs roofs(MachineCeilings machine, int threads) {
        var these = these(machine, threads);
        var arithmetic = these.stream()
                .filter(each ->
                        each.kind() == Ceiling.Kind.FMA_F32_VECTOR || each.kind() == Ceiling.Kind.FMA_F32_SCALAR)
                .map(each -> Roof.arithmetic(each.name(), each.value() * GIGA, each.spread(), each.source()))
                .toList();
        return new Roofs(machine.processor(), arithmetic, memory(these));
    }

    private static List<Ceiling> these(MachineCeilings machine, int threads) {
        int measured = machine.ceilings().stream()
                .map(Ceiling::threads)
                .distinct()
                .min(Comparator.comparingInt(each -> Math.abs(each - threads)))
                .orElseThrow(() -> new IllegalStateException("this machine has no ceilings"));
        return machine.ceilings().stream()
                .filter(each -> each.threads() == measured)
                .toList();
    }

    private static Optional<Ceiling> highest(List<Ceiling> ceilings, String level) {
        return ceilings.stream()
                .filter(each -> each.kind().isBandwidth() && each.level().equals(level))
                .max(Comparator.comparingDouble(Ceiling::traffic));
    }

    /** Of each level the highest bandwidth of all kinds: a roof must not be lower than what a kernel reaches. */
    private static List<Roof> memory(List<Ceiling> ceilings) {
        var roofs = new ArrayList<Roof>();
        var levels = ceilings.stream()
                .filter(each -> each.kind().isBandwidth())
                .map(Ceiling::level)
                .distinct()
                .toList();
        for (var level : levels) {
            highest(ceilings, level)
                    .map(each -> Roof.memory(
                            each.name(), each.traffic() * GIGA, each.spread(), capacity(each), source(each)))
                    .ifPresent(roofs::add);
        }
        return roofs;
    }

    private static String source(Ceiling ceiling) {
        return ceiling.isFetching()
                ? ceiling.source()
                        + ", %.1f GB/s with what is fetched before it is written".formatted(ceiling.traffic())
                : ceiling.source();
    }

    /** A cache was measured with a working set of half its size. */
    private static long capacity(Ceiling ceiling) {
        return ceiling.level().equals("DRAM") ? Long.MAX_VALUE : 2 * ceiling.workingSetBytes() * ceiling.threads();
    }
}
