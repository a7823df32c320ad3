package org.hloexplorer.roofline;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.backend.Backend;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.Executable;
import org.hloexplorer.pipeline.backend.ExecutionProfile;
import org.hloexplorer.pipeline.backend.ExecutionProfile.KernelTime;
import org.hloexplorer.pipeline.backend.ExecutionProfile.Timing;
import org.hloexplorer.pipeline.backend.LaunchTimes;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.jspecify.annotations.Nullable;

/**
 * Runs the versions of programs on a device.
 *
 * <p>All versions of all programs take turns, so that a machine that is slower for a while is so for each of them.
 */
public final class RooflineMeasurer {
    /** The passes that join instructions to kernels, of all pipelines. */
    private static final Set<String> FUSION =
            Set.of("fusion", "priority-fusion", "gpu-instruction-fusion", "multi_output_fusion", "fusion_merger");

    private static final int MOST_TURNS = 5;

    /** A turn begins with runs that are not timed, which should not be the most of it. */
    private static final int LEAST_RUNS = 4;

    private final Backend backend;

    public RooflineMeasurer(Backend backend) {
        this.backend = backend;
    }

    /**
     * What to measure: a program just before its first fusion and after its last pass, or only after it where nothing was
     * fused.
     *
     * @param arguments of the program; the same for all its stages
     */
    public record Subject(PipelineRun timeline, List<Literal> arguments) {
        public Subject {
            arguments = List.copyOf(arguments);
        }
    }

    /** The versions to measure, by the names of their stages. */
    static Map<String, Integer> versions(PipelineRun timeline) {
        var versions = new LinkedHashMap<String, Integer>();
        var beforeFusion = timeline.runs().stream()
                .filter(run -> FUSION.contains(run.pass()) && run.isChanging())
                .findFirst()
                .map(PassRun::index);
        beforeFusion.ifPresent(version -> versions.put("before fusion", version));
        versions.put(beforeFusion.isPresent() ? "after fusion" : timeline.pipeline(), timeline.versions() - 1);
        return versions;
    }

    /** A version that is loaded, and its runs. */
    private static final class Entrant {
        private final int number;
        private final Subject subject;
        private final String stage;
        private final int version;
        private final Executable executable;
        private final List<ExecutionProfile> turns = new ArrayList<>();
        private @Nullable Counted work;
        private @Nullable LaunchTimes launches;

        /** @param number of the subject among all */
        Entrant(int number, Subject subject, String stage, int version, Executable executable) {
            this.number = number;
            this.subject = subject;
            this.stage = stage;
            this.version = version;
            this.executable = executable;
        }

        MeasuredStage measured() {
            return new MeasuredStage(
                    stage,
                    version,
                    executable.module(),
                    executable.kernels(),
                    together(turns),
                    Objects.requireNonNull(work));
        }

        Stream<WholeProgram.Part> part() {
            var times = launches;
            return times == null
                    ? Stream.empty()
                    : Stream.of(new WholeProgram.Part(stage, measured().kernelSeconds(), times));
        }
    }

    /** Programs in the order of the subjects. */
    public List<MeasuredProgram> measure(List<Subject> subjects, RunOptions options, Cancellation cancellation)
            throws BackendException {
        List<Entrant> entrants = new ArrayList<>();
        try {
            for (int number = 0; number < subjects.size(); number++) {
                var subject = subjects.get(number);
                for (var version : versions(subject.timeline()).entrySet()) {
                    var module = subject.timeline().version(version.getValue());
                    var executable = backend.compile(module, cancellation);
                    entrants.add(new Entrant(number, subject, version.getKey(), version.getValue(), executable));
                }
            }
            takeTurns(entrants, options, cancellation);
            for (var each : entrants) {
                each.work = Counted.of(each.executable, each.subject.arguments(), options, cancellation);
                each.launches = each.executable
                        .launchTimes(each.subject.arguments(), options, cancellation)
                        .orElse(null);
            }
            return IntStream.range(0, subjects.size())
                    .mapToObj(number -> program(number, entrants))
                    .toList();
        } finally {
            entrants.forEach(each -> each.executable.close());
        }
    }

    private static void takeTurns(List<Entrant> entrants, RunOptions options, Cancellation cancellation)
            throws BackendException {
        int turns = entrants.size() == 1 ? 1 : Math.clamp(options.repeat() / LEAST_RUNS, 1, MOST_TURNS);
        for (int turn = 0; turn < turns; turn++) {
            int runs = options.repeat() * (turn + 1) / turns - options.repeat() * turn / turns;
            var part = new RunOptions(runs, options.threads(), options.timeout());
            for (var each : entrants) {
                each.turns.add(each.executable
                        .run(each.subject.arguments(), part, cancellation)
                        .profile());
            }
        }
    }

    private static MeasuredProgram program(int number, List<Entrant> all) {
        var entrants = all.stream().filter(each -> each.number == number).toList();
        var parts = entrants.stream().flatMap(Entrant::part).toList();
        var whole = parts.size() == entrants.size()
                ? WholeProgram.of(parts.getFirst(), parts.getLast()).orElse(null)
                : null;
        return new MeasuredProgram(
                entrants.getFirst().subject.timeline().input().name(),
                entrants.stream().map(Entrant::measured).toList(),
                whole);
    }

    /** What several turns come to. */
    private static ExecutionProfile together(List<ExecutionProfile> turns) {
        var first = turns.getFirst();
        if (turns.size() == 1) {
            return first;
        }
        var kernels = new ArrayList<KernelTime>();
        for (int i = 0; i < first.kernels().size(); i++) {
            int kernel = i;
            kernels.add(new KernelTime(
                    first.kernels().get(i).kernel(),
                    timing(turns.stream()
                            .map(turn -> turn.kernels().get(kernel).timing())
                            .toList())));
        }
        return new ExecutionProfile(
                timing(turns.stream().map(ExecutionProfile::whole).toList()),
                kernels,
                first.threads(),
                "%s; in %d turns with what stands beside it, of each turn the median"
                        .formatted(first.source(), turns.size()),
                first.transfers());
    }

    private static Timing timing(List<Timing> turns) {
        return new Timing(
                turns.stream().mapToInt(Timing::runs).sum(),
                turns.stream().mapToDouble(Timing::minNanos).min().orElseThrow(),
                Quartiles.of(turns.stream().mapToDouble(Timing::medianNanos)).median(),
                turns.stream().mapToDouble(Timing::maxNanos).max().orElseThrow());
    }
}
