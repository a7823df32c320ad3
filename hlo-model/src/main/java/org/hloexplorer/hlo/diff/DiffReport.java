package org.hloexplorer.hlo.diff;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;

/**
 * What differs between two modules, a line for each difference: {@code ~} changed, {@code >} moved to another
 * computation, {@code -} removed, {@code +} added; what the header says comes first.
 */
public final class DiffReport {
    private static final int LONGEST_TEXT = 160;

    private final ModuleDiff diff;
    private final List<String> lines = new ArrayList<>();

    private DiffReport(ModuleDiff diff) {
        this.diff = diff;
    }

    /** The lines, none where nothing differs. */
    public static List<String> of(ModuleDiff diff) {
        var report = new DiffReport(diff);
        report.compareHeaders();
        diff.after().computations().forEach(report::addAfter);
        diff.before().computations().forEach(report::addBefore);
        return List.copyOf(report.lines);
    }

    private void compareHeaders() {
        var before = attributes(diff.before());
        var after = attributes(diff.after());
        var names = new LinkedHashMap<>(before);
        names.putAll(after);
        for (var name : names.keySet()) {
            var old = before.getOrDefault(name, "");
            var now = after.getOrDefault(name, "");
            if (!old.equals(now)) {
                lines.add("~ module: " + shortened(new AttributeChange(name, old, now)));
            }
        }
    }

    private static Map<String, String> attributes(HloModule module) {
        var attributes = new LinkedHashMap<String, String>();
        var header = module.attributes();
        attributes.put("is_scheduled", Boolean.toString(header.isScheduled()));
        attributes.put("replica_count", Integer.toString(header.replicaCount()));
        attributes.put("num_partitions", Integer.toString(header.numPartitions()));
        header.others().forEach(each -> attributes.put(each.name(), each.text()));
        return attributes;
    }

    private void addAfter(HloComputation computation) {
        for (var instruction : computation.instructions()) {
            switch (diff.stateAfter(instruction.id())) {
                case SAME -> {}
                case CHANGED -> lines.add("~ %s: %s".formatted(instruction, changes(instruction)));
                case MOVED -> lines.add(moved(computation, instruction));
                case ADDED -> lines.add("+ " + words(computation, instruction));
                case REMOVED -> throw new IllegalStateException(instruction + " is there and removed");
            }
        }
    }

    private void addBefore(HloComputation computation) {
        for (var instruction : computation.instructions()) {
            if (diff.stateBefore(instruction.id()) == DiffState.REMOVED) {
                lines.add("- " + words(computation, instruction));
            }
        }
    }

    private String moved(HloComputation computation, HloInstruction instruction) {
        int old = diff.counterpartBefore(instruction.id()).orElseThrow();
        var home = diff.computationBefore(old);
        return "> %s of %s is %s of %s".formatted(home.instruction(old), home, instruction, computation);
    }

    private String changes(HloInstruction instruction) {
        return String.join(
                "; ",
                diff.changes(instruction.id()).stream()
                        .map(DiffReport::shortened)
                        .toList());
    }

    /** A literal or a backend's notes may be longer than anyone reads. */
    private static String shortened(AttributeChange change) {
        return change.toString().length() <= LONGEST_TEXT
                ? change.toString()
                : new AttributeChange(change.attribute(), cut(change.before()), cut(change.after())).toString();
    }

    private static String cut(String text) {
        int half = LONGEST_TEXT / 2;
        return text.length() <= half ? text : text.substring(0, half) + "…";
    }

    private static String words(HloComputation computation, HloInstruction instruction) {
        return "%s = %s %s in %s"
                .formatted(instruction, instruction.shape(), instruction.op().mnemonic(), computation);
    }
}
