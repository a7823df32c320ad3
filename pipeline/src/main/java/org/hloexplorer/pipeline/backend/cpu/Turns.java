package org.hloexplorer.pipeline.backend.cpu;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.cpu.Ceiling.Kind;
import org.hloexplorer.pipeline.backend.planned.Failures;
import org.hloexplorer.pipeline.kernel.MemoryPlan;
import org.hloexplorer.pipeline.kernel.PlanValue;
import org.hloexplorer.pipeline.worker.Clock;
import org.hloexplorer.pipeline.worker.CompileOutcome;
import org.hloexplorer.pipeline.worker.KernelSource;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.ObjectCode;
import org.hloexplorer.pipeline.worker.ProgramImage;
import org.hloexplorer.pipeline.worker.ProgramImage.Launch;
import org.hloexplorer.pipeline.worker.ProgramImage.Step;
import org.hloexplorer.pipeline.worker.RunOptions;
import org.hloexplorer.pipeline.worker.Sample;
import org.hloexplorer.pipeline.worker.Worker;
import org.hloexplorer.pipeline.worker.WorkerException;

/**
 * Runs a program of one kernel in turns with kernels that do nothing but reach a limit of the machine: on one thread, in the
 * same arrays, one right after the other, so that what the machine gives at one moment counts for both.
 *
 * <p>Times are those that the thread had of a processor. What the system gives to other programs in between is no part of
 * them, which makes the figures those of a quiet machine as far as others do not use the memory at the same time.
 *
 * @param rounds of which each runs every probe and the kernel once, the kernel between two runs of its own probe
 */
public record Turns(Worker worker, int rounds) {
    /** How the times are taken, in words. */
    public static final String CLOCK =
            "time that the thread had of a processor, in turns, on one thread and in the same arrays";

    private static final int SETTLING = 2;
    private static final long SPARE = 4096;
    private static final long LINE = 64;

    /**
     * What one took in each round.
     *
     * @param work in flops or bytes of one call, what is fetched before it is written included
     */
    public record Lane(String name, double work, List<Long> nanoseconds) {
        public Lane {
            nanoseconds = List.copyOf(nanoseconds);
        }

        /** Flop/s or byte/s in a round. */
        public double rate(int round) {
            return work / (nanoseconds.get(round) * 1e-9);
        }

        /** The middle between what came before and what came after. */
        private Lane between(Lane after) {
            return new Lane(
                    name,
                    work,
                    IntStream.range(0, nanoseconds.size())
                            .mapToObj(i -> (nanoseconds.get(i) + after.nanoseconds.get(i)) / 2)
                            .toList());
        }
    }

    /**
     * The kernel and what it took turns with.
     *
     * @param own the probe that uses the machine as the kernel does; before the kernel and after it, the middle of both
     * @param others probes that use it otherwise
     */
    public record Outcome(Lane kernel, Lane own, List<Lane> others) {
        public Outcome {
            others = List.copyOf(others);
        }
    }

    /** A probe as a step of the program. */
    private record Probe(KernelSource source, double work, List<Long> buffers, long extent) {
        Launch launch() {
            return new Launch("probe " + source.name(), source.symbol(), buffers, extent, extent);
        }
    }

    /**
     * A kernel that moves arrays of one size, beside all bandwidths of such arrays.
     *
     * @param kind how it moves them: as much as it reads for each byte that it writes
     * @param bytes that it moves, what is fetched before it is written included
     */
    public Outcome memory(HloModule module, Kind kind, double bytes, Limit limit) throws BackendException {
        return run(module, bytes, limit, placed -> placed.sweeps(kind));
    }

    /** A kernel that computes in f32, beside the peak of vectors. */
    public Outcome arithmetic(HloModule module, double flops, Limit limit) throws BackendException {
        return run(module, flops, limit, Placed::multiplyAdds);
    }

    private interface Probing {
        List<Probe> of(Placed placed);
    }

    /** A compiled program with its place in memory, and room behind it. */
    private record Placed(CpuProgram program, MemoryPlan memory, CeilingKernels kernels) {

        /** One of each kind, the given one last. */
        List<Probe> sweeps(Kind own) {
            var plan = program.plan();
            var arrays = Stream.concat(
                            plan.result().arrays(), plan.parameters().stream().flatMap(PlanValue::arrays))
                    .toList();
            long bytes = kernels.wholeSteps(arrays.getFirst().shape().bytes());
            var offsets = arrays.stream()
                    .map(each -> memory.offsets().get(each.buffer()))
                    .toList();
            return Stream.of(Kind.values())
                    .filter(Kind::isBandwidth)
                    .sorted(Comparator.comparing(own::equals))
                    .map(kind -> {
                        int count = CeilingKernels.arrays(kind);
                        var buffers = new ArrayList<>(offsets.subList(0, count));
                        buffers.add(spare());
                        return new Probe(kernels.sweep(kind, bytes), bytes * count * kind.fetched(), buffers, 1);
                    })
                    .toList();
        }

        List<Probe> multiplyAdds() {
            var sized = kernels.arithmetic(Kind.FMA_F32_VECTOR);
            var kernel = sized.kernel();
            return List.of(new Probe(kernel.source(), sized.work(), List.of(spare()), kernel.extent()));
        }

        private long spare() {
            return (memory.bytes() + LINE - 1) / LINE * LINE;
        }

        ProgramImage image(List<ObjectCode> probes, List<Step> steps) {
            var alone = LoadedCode.image(program, memory);
            var objects =
                    Stream.concat(alone.objects().stream(), probes.stream()).toList();
            return new ProgramImage(objects, spare() + SPARE, alone.scratchBytes(), steps);
        }
    }

    private Outcome run(HloModule module, double work, Limit limit, Probing probing) throws BackendException {
        try {
            var kernels = new CeilingKernels(worker.machine().target().vectorBits());
            var program = new CpuCompiler(
                            worker, CompileCache.none(), module, false, TierChoice.BEST, limit.cancellation())
                    .compile();
            var placed = new Placed(program, MemoryPlan.of(program.plan()), kernels);
            var probes = probing.of(placed);
            var steps = new ArrayList<Step>();
            probes.forEach(each -> steps.add(each.launch()));
            steps.addAll(new ImageSteps(program, placed.memory()).all());
            if (steps.size() != probes.size() + 1) {
                throw new IllegalArgumentException(
                        "%s is %d kernels, not one".formatted(module.name(), steps.size() - probes.size()));
            }
            steps.add(probes.getLast().launch());
            return timed(module.name(), work, placed.image(objects(probes, limit), steps), probes, limit);
        } catch (WorkerException e) {
            throw Failures.backendException(e);
        }
    }

    private List<ObjectCode> objects(List<Probe> probes, Limit limit) throws BackendException {
        List<ObjectCode> objects = new ArrayList<>();
        for (var outcome : worker.compile(probes.stream().map(Probe::source).toList(), limit)) {
            switch (outcome) {
                case CompileOutcome.Compiled compiled -> objects.add(compiled.object());
                case CompileOutcome.Refused(var message) ->
                    throw new BackendException(
                            BackendException.Kind.FAILED, "LLVM refuses a probe of this machine: " + message);
            }
        }
        return objects;
    }

    private Outcome timed(String name, double work, ProgramImage image, List<Probe> probes, Limit limit) {
        try (var program = worker.program(image, List.of())) {
            var options = new RunOptions(SETTLING, rounds, 1).by(Clock.PROCESSOR);
            var units = program.run(List.of(), 0, image.steps().size(), List.of(), options, limit)
                    .units();
            var lanes = new ArrayList<Lane>();
            for (int i = 0; i < probes.size(); i++) {
                lanes.add(lane(probes.get(i), units.get(i)));
            }
            var own = lanes.removeLast();
            var kernel = new Lane(name, work, units.get(probes.size()).nanoseconds());
            return new Outcome(kernel, own.between(lane(probes.getLast(), units.getLast())), lanes);
        }
    }

    private static Lane lane(Probe probe, Sample sample) {
        return new Lane(probe.source().name(), probe.work(), sample.nanoseconds());
    }
}
