package org.hloexplorer.pipeline;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.HloModule;

/** Watches a group that runs until nothing changes, for rules that undo each other. */
final class FixedPointWatch {

    /** Before this a group has no time to go round in circles, and comparing modules would cost for nothing. */
    private static final int FIRST_ROUND = 2;

    private record Round(int number, long fingerprint, int runs) {}

    private final String group;
    private final List<Round> rounds = new ArrayList<>();

    FixedPointWatch(String group) {
        this.group = group;
    }

    /**
     * A sentence where the module is as it was after an earlier round, with the rules that fight.
     *
     * @param runs all runs of passes so far
     */
    Optional<String> after(int iteration, HloModule module, List<PassRun> runs) {
        int number = iteration + 1;
        if (number < FIRST_ROUND) {
            return Optional.empty();
        }
        long fingerprint = ModuleFingerprint.of(module);
        var same = rounds.stream()
                .filter(round -> round.fingerprint() == fingerprint)
                .findFirst();
        rounds.add(new Round(number, fingerprint, runs.size()));
        return same.map(round ->
                "%s goes round in circles: after round %d the module is as after round %d, because %s; it was left so"
                        .formatted(group, number, round.number(), fighters(runs.subList(round.runs(), runs.size()))));
    }

    private static String fighters(List<PassRun> circle) {
        var names = new LinkedHashSet<String>();
        for (var run : circle) {
            run.rewrites().forEach(rewrite -> names.add("%s (%s)".formatted(rewrite.rule(), run.pass())));
        }
        return names.size() == 1
                ? names.getFirst() + " rewrites what it made before"
                : String.join(" and ", names) + " undo each other";
    }
}
