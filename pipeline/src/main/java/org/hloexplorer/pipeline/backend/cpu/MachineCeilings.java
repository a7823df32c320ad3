package org.hloexplorer.pipeline.backend.cpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.hloexplorer.pipeline.backend.cpu.Ceiling.Kind;
import org.hloexplorer.pipeline.llvm.Target;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.Sample;
import org.hloexplorer.pipeline.worker.Worker;

/**
 * What this machine can do at most: arithmetic and bandwidth, each measured by a kernel that does nothing else.
 *
 * <p>Each is the best of its rounds, as a ceiling must not be lower than what a kernel then reaches; the spread tells
 * how quiet the machine was.
 *
 * @param probed the caches as they were found by probing, from the nearest on
 */
public record MachineCeilings(String processor, int processors, List<Ceiling> ceilings, List<ProbedCache> probed) {
    private static final int ROUNDS = 25;
    private static final int FEW_ROUNDS = 9;

    public MachineCeilings {
        ceilings = List.copyOf(ceilings);
        probed = List.copyOf(probed);
    }

    /** Measures them all, on one thread and on all, in a few seconds. */
    public static MachineCeilings measure(Worker worker, Limit limit) {
        var machine = worker.machine();
        var measurement = new Measurement(
                worker, limit, new CeilingKernels(machine.target().vectorBits()), ROUNDS);
        var probed = new CacheProbe(worker, limit).measure().caches();
        var caches = Caches.of(probed);
        List<Ceiling> ceilings = new ArrayList<>();
        for (int threads : new TreeSet<>(List.of(1, machine.processors()))) {
            for (var kind : Kind.values()) {
                if (!kind.isOn(machine.target())) {
                    continue;
                }
                if (kind.isBandwidth()) {
                    ceilings.addAll(measurement.bandwidths(kind, threads, caches));
                } else {
                    ceilings.add(measurement.arithmetic(kind, threads));
                }
            }
        }
        return new MachineCeilings(machine.target().cpu(), machine.processors(), ceilings, probed);
    }

    /** Measures one bandwidth again, in few rounds: in a fraction of a second, to see whether it is what it was. */
    public static Ceiling again(Worker worker, Ceiling kept, Limit limit) {
        var kernels = new CeilingKernels(worker.machine().target().vectorBits());
        return new Measurement(worker, limit, kernels, FEW_ROUNDS)
                .bandwidth(kept.kind(), kept.threads(), kept.workingSetBytes(), kept.level());
    }

    /** What identifies a machine for ceilings that are kept: another processor, another number of them, or other kinds of figures. */
    public static String fingerprint(Target target, int processors) {
        var identity = "%s|%s|%s|%d|%s|%s"
                .formatted(
                        target.triple(),
                        target.cpu(),
                        target.features(),
                        processors,
                        Caches.read().levels(),
                        List.of(Kind.values()));
        return "%s-%d-%08x".formatted(target.cpu(), processors, identity.hashCode());
    }

    /** The ceiling of a kind; for bandwidth, the one of a level such as {@code DRAM}. */
    public Optional<Ceiling> find(Kind kind, int threads, String level) {
        return ceilings.stream()
                .filter(c ->
                        c.kind() == kind && c.threads() == threads && c.level().equals(level))
                .findFirst();
    }

    /** The caches, as the system tells beside what probing found. */
    public List<CacheSize> caches() {
        return CacheSize.beside(Caches.read(), probed);
    }

    /** Ceilings of two measurements of the same machine: the higher of each. */
    public MachineCeilings orHigher(MachineCeilings other) {
        return new MachineCeilings(
                processor,
                processors,
                ceilings.stream()
                        .map(c -> other.find(c.kind(), c.threads(), c.level())
                                .filter(o -> o.value() > c.value())
                                .orElse(c))
                        .toList(),
                probed);
    }

    private record Measurement(Worker worker, Limit limit, CeilingKernels kernels, int rounds) {

        Ceiling arithmetic(Kind kind, int threads) {
            var sized = kernels.arithmetic(kind);
            var sample = worker.measure(sized.kernel(), threads, rounds, limit);
            return ceiling(kind, threads, 0, "", sized.work(), sample);
        }

        List<Ceiling> bandwidths(Kind kind, int threads, Caches caches) {
            List<Ceiling> found = new ArrayList<>();
            var last = caches.levels().getLast();
            for (var level : caches.levels()) {
                // The last level is shared, the others each processor has for itself.
                long share = level.equals(last) ? level.workingSet() / threads : level.workingSet();
                found.add(bandwidth(kind, threads, share, level.name()));
            }
            found.add(bandwidth(kind, threads, caches.dramWorkingSet(), "DRAM"));
            return found;
        }

        Ceiling bandwidth(Kind kind, int threads, long workingSet, String level) {
            var sized = kernels.bandwidth(kind, workingSet);
            var sample = worker.measure(sized.kernel(), threads, rounds, limit);
            return ceiling(kind, threads, workingSet, level, sized.work(), sample);
        }

        private static Ceiling ceiling(
                Kind kind, int threads, long workingSet, String level, double work, Sample sample) {
            var what = kind.text();
            var name = "%s%s, %d thread%s"
                    .formatted(level.isEmpty() ? "" : level + " ", what, threads, threads == 1 ? "" : "s");
            var source = "measured: best of %d rounds of a %s kernel%s, code by LLVM %s, %s"
                    .formatted(
                            sample.nanoseconds().size(),
                            what,
                            workingSet == 0 ? "" : " over %,d KiB per thread".formatted(workingSet >> 10),
                            what.endsWith("scalar") ? "one lane wide" : "as wide as the vectors",
                            threads == 1
                                    ? "time that the thread had of a processor"
                                    : "wall clock of the slowest thread");
            // Flops per nanosecond are Gflops per second.
            double value = threads * work / sample.minimum();
            return new Ceiling(name, kind, value, sample.spread(), threads, workingSet, level, source);
        }
    }
}
