package org.hloexplorer.pipeline.dump;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.reader.HloReader;
import org.hloexplorer.hlo.text.ParsedModule;
import org.hloexplorer.pipeline.PassEvent;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PassStatus;
import org.hloexplorer.pipeline.PipelineRun;
import org.jspecify.annotations.Nullable;

/** Reads the steps of a dumped module as a timeline like one of our own. */
public final class DumpTimeline {

    /** Is told which step is being read, from 0, of how many. */
    @FunctionalInterface
    public interface Listener {
        void reading(int step, int steps, DumpStep what);
    }

    private final DumpedModule dump;
    private final Cancellation cancellation;
    private final Listener listener;
    private final List<PassRun> runs = new ArrayList<>();
    private final List<String> notices = new ArrayList<>();

    private DumpTimeline(DumpedModule dump, Cancellation cancellation, Listener listener) {
        this.dump = dump;
        this.cancellation = cancellation;
        this.listener = listener;
    }

    /**
     * The timeline. Steps that cannot be read are marked as failed, and say why.
     *
     * @throws IOException where no step can be read at all
     */
    public static PipelineRun read(DumpedModule dump, Cancellation cancellation, Listener listener) throws IOException {
        return new DumpTimeline(dump, cancellation, listener).read();
    }

    /** The timeline, without a listener and without a way to stop. */
    public static PipelineRun read(DumpedModule dump) throws IOException {
        return read(dump, new Cancellation(), (_, _, _) -> {});
    }

    /**
     * One step by itself, with ids of its own.
     *
     * @throws IOException where the file cannot be read
     */
    public static ParsedModule parse(DumpStep step) throws IOException {
        return HloReader.read(step.file());
    }

    private PipelineRun read() throws IOException {
        HloModule input = null;
        HloModule current = null;
        var complaints = new ArrayList<String>();
        for (int i = 0; i < dump.steps().size(); i++) {
            cancellation.check();
            var step = dump.steps().get(i);
            listener.reading(i, dump.steps().size(), step);
            var read = readOrComplain(step);
            if (current == null) {
                input = read.module();
                current = input;
                if (read.complaint() != null) {
                    complaints.add(read.complaint());
                }
            } else {
                current = add(step, current, read);
            }
        }
        if (input == null) {
            throw new IOException(
                    "none of its %d steps can be read%s".formatted(dump.steps().size(), first(complaints)));
        }
        note(complaints);
        return new PipelineRun(dump.name(), input, runs, notices, PipelineRun.Lineage.GUESSED);
    }

    private static String first(List<String> complaints) {
        return complaints.isEmpty() ? "" : ": " + complaints.getFirst();
    }

    private record Read(
            @Nullable HloModule module, @Nullable String complaint) {}

    private static Read readOrComplain(DumpStep step) {
        try {
            var parsed = parse(step);
            var complaint = parsed.errors().isEmpty()
                    ? null
                    : "%s: %s"
                            .formatted(
                                    step.file().getFileName(),
                                    parsed.errors().getFirst().message());
            return new Read(parsed.module().orElse(null), complaint);
        } catch (IOException e) {
            return new Read(null, "%s cannot be read: %s".formatted(step.file().getFileName(), e.getMessage()));
        }
    }

    private HloModule add(DumpStep step, HloModule before, Read read) {
        var module = read.module();
        var after = module == null ? before : LineageGuess.adopt(before, module);
        boolean failed = read.complaint() != null;
        var status = failed ? PassStatus.FAILED : after == before ? PassStatus.UNCHANGED : PassStatus.CHANGED;
        runs.add(new PassRun(
                runs.size(),
                step.pipeline(),
                step.pass(),
                0,
                status,
                before,
                after,
                events(step, before, after),
                0,
                Duration.ZERO,
                read.complaint()));
        return after;
    }

    /** Priority fusion's own account of what it did, where it lies beside the modules. */
    private List<PassEvent> events(DumpStep step, HloModule before, HloModule after) {
        if (!step.pass().equals("priority-fusion")) {
            return List.of();
        }
        var events = new ArrayList<PassEvent>();
        dump.sides(SideKind.FUSION_PROCESS).forEach(file -> {
            try {
                events.addAll(FusionProcess.read(file.path()).events(runs.size(), before, after));
            } catch (IOException e) {
                notices.add("%s cannot be read: %s".formatted(file.path().getFileName(), e.getMessage()));
            }
        });
        return events;
    }

    private void note(List<String> complaints) {
        notices.addAll(complaints);
        missing(dump).ifPresent(notices::add);
    }

    private static Optional<String> missing(DumpedModule dump) {
        var missing = dump.missingSteps();
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of("Steps %s are missing from the folder: what passes did there shows at the next step."
                        .formatted(ranges(missing)));
    }

    /** Such as {@code 0005, 0025 to 0098}, of numbers in order. */
    private static String ranges(List<Integer> numbers) {
        var ranges = new ArrayList<String>();
        for (int from = 0, to; from < numbers.size(); from = to + 1) {
            to = from;
            while (to + 1 < numbers.size() && numbers.get(to + 1) == numbers.get(to) + 1) {
                to++;
            }
            var first = "%04d".formatted(numbers.get(from));
            ranges.add(to == from ? first : "%s to %04d".formatted(first, numbers.get(to)));
        }
        return String.join(", ", ranges);
    }

    /** What is wrong with a dump, in sentences: steps that cannot be read, or not wholly, and steps that are missing. */
    public static List<String> complaints(DumpedModule dump, Cancellation cancellation) {
        var complaints = new ArrayList<String>();
        for (var step : dump.steps()) {
            cancellation.check();
            Optional.ofNullable(readOrComplain(step).complaint()).ifPresent(complaints::add);
        }
        missing(dump).ifPresent(complaints::add);
        return complaints;
    }
}
