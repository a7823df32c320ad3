package org.hloexplorer.pipeline.dump;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.diff.HloDiff;
import org.hloexplorer.pipeline.buffers.MemoryUsageReport;
import org.hloexplorer.pipeline.buffers.PeakMemory;
import org.jspecify.annotations.Nullable;

/**
 * Two dumps of one module, say of a good and a bad build, side by side: steps of the same pass in the same pipeline stand
 * together.
 */
public final class DumpComparison {

    /**
     * A step of one dump with its counterpart in the other.
     *
     * @param left null where only the other dump has this step, that is, where the pass changed something there only
     * @param right null where only the first has it
     */
    public record AlignedStep(
            @Nullable DumpStep left, @Nullable DumpStep right) {
        public String title() {
            return left != null ? left.title() : right != null ? right.title() : "";
        }

        /** Where it is, in words. */
        public String words() {
            if (left == null) {
                return title() + " (in the second only)";
            }
            return right == null ? title() + " (in the first only)" : title();
        }
    }

    /** Peak memory with where the figure comes from. */
    public record Peak(long bytes, String source) {}

    private final DumpedModule left;
    private final DumpedModule right;
    private final List<AlignedStep> steps;

    private DumpComparison(DumpedModule left, DumpedModule right) {
        this.left = left;
        this.right = right;
        this.steps = align(left.steps(), right.steps());
    }

    public static DumpComparison of(DumpedModule left, DumpedModule right) {
        return new DumpComparison(left, right);
    }

    public List<AlignedStep> steps() {
        return steps;
    }

    /** The longest common sequence of steps, with what only one side has between. */
    private static List<AlignedStep> align(List<DumpStep> left, List<DumpStep> right) {
        var longest = new int[left.size() + 1][right.size() + 1];
        for (int i = left.size() - 1; i >= 0; i--) {
            for (int j = right.size() - 1; j >= 0; j--) {
                longest[i][j] = areAlike(left.get(i), right.get(j))
                        ? longest[i + 1][j + 1] + 1
                        : Math.max(longest[i + 1][j], longest[i][j + 1]);
            }
        }
        var aligned = new ArrayList<AlignedStep>();
        int i = 0;
        int j = 0;
        while (i < left.size() || j < right.size()) {
            if (i < left.size() && j < right.size() && areAlike(left.get(i), right.get(j))) {
                aligned.add(new AlignedStep(left.get(i++), right.get(j++)));
            } else if (j == right.size() || (i < left.size() && longest[i + 1][j] >= longest[i][j + 1])) {
                aligned.add(new AlignedStep(left.get(i++), null));
            } else {
                aligned.add(new AlignedStep(null, right.get(j++)));
            }
        }
        return List.copyOf(aligned);
    }

    private static boolean areAlike(DumpStep a, DumpStep b) {
        return a.pipeline().equals(b.pipeline()) && a.pass().equals(b.pass());
    }

    /**
     * The first step at which the modules differ, or which one side has only; empty where all are the same. Reads no more
     * files than it must.
     */
    public Optional<AlignedStep> firstDifference(Cancellation cancellation) throws IOException {
        for (var step : steps) {
            cancellation.check();
            if (step.left() == null || step.right() == null || differ(step.left(), step.right())) {
                return Optional.of(step);
            }
        }
        return Optional.empty();
    }

    /** Whether the modules of two steps differ by structure. */
    static boolean differ(DumpStep left, DumpStep right) throws IOException {
        if (Files.mismatch(left.file(), right.file()) < 0) {
            return false;
        }
        return !HloDiff.betweenForeign(module(left), module(right)).isEmpty();
    }

    /** The modules of a step on both sides, those of the second as though they followed those of the first. */
    public record Pair(HloModule left, HloModule right) {}

    /**
     * The modules of a step; where only one side has it, that side's module on both.
     *
     * @throws IOException where a file cannot be read
     */
    public static Pair pair(AlignedStep step) throws IOException {
        if (step.left() == null || step.right() == null) {
            var only = module(step.left() == null ? Objects.requireNonNull(step.right()) : step.left());
            return new Pair(only, only);
        }
        var left = module(step.left());
        return new Pair(left, LineageGuess.adopt(left, module(step.right())));
    }

    /** The module of a step, by itself. */
    public static HloModule module(DumpStep step) throws IOException {
        return DumpTimeline.parse(step)
                .module()
                .orElseThrow(() -> new IOException(step.file() + " holds no module that can be read"));
    }

    public HloModule lastOfLeft() throws IOException {
        return last(left);
    }

    public HloModule lastOfRight() throws IOException {
        return last(right);
    }

    private static HloModule last(DumpedModule dump) throws IOException {
        return module(dump.last().orElseThrow(() -> new IOException(dump.name() + " has no steps")));
    }

    public Peak peakOfLeft() throws IOException {
        return peak(left);
    }

    public Peak peakOfRight() throws IOException {
        return peak(right);
    }

    private static Peak peak(DumpedModule dump) throws IOException {
        var report = dump.side(SideKind.MEMORY_USAGE_REPORT);
        if (report.isPresent()) {
            var text = Files.readString(report.get().path());
            try {
                return new Peak(MemoryUsageReport.parse(text).totalBytes(), "XLA's memory usage report");
            } catch (IllegalArgumentException e) {
                throw new IOException("%s: %s".formatted(report.get().path(), e.getMessage()), e);
            }
        }
        return new Peak(PeakMemory.of(last(dump)), "computed from the last step");
    }
}
