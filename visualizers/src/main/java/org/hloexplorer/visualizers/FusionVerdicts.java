package org.hloexplorer.visualizers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.PassEvent.FusionConsidered;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PipelineRun;
import org.jspecify.annotations.Nullable;

/** What was decided about fusing producers into consumers, found again for the instructions of any version. */
public final class FusionVerdicts {

    /** Where nothing has run. */
    public static final FusionVerdicts NONE = new FusionVerdicts(Lineage.NONE, List.of());

    /** A decision, and the pass that took it. */
    public record Verdict(FusionConsidered event, PassRun run) {}

    private static final Comparator<Verdict> LATEST_FIRST = Comparator.comparingInt(
                    (Verdict each) -> each.run().index())
            .thenComparingInt(each -> each.event().ordinal().rewrite())
            .reversed();

    private final Lineage lineage;
    private final List<PassRun> runs;
    private final Map<HloInstruction, Set<Integer>> within = new ConcurrentHashMap<>();
    private @Nullable Index index;

    private FusionVerdicts(Lineage lineage, List<PassRun> runs) {
        this.lineage = lineage;
        this.runs = runs;
    }

    /** The decisions of all passes that led to this version; they are collected when first asked for. */
    public static FusionVerdicts upTo(PipelineRun timeline, int version, Lineage lineage) {
        return new FusionVerdicts(lineage, timeline.runs().subList(0, version));
    }

    /**
     * What the passes after this version decide about a pair of it, or about what the two become; the first to come
     * first. Looks at every decision, so this is for one pair at a time.
     */
    public static List<Verdict> after(PipelineRun timeline, int version, Lineage lineage, int producer, int consumer) {
        return timeline.runs().subList(version, timeline.versions() - 1).stream()
                .flatMap(run -> run.events().stream()
                        .filter(FusionConsidered.class::isInstance)
                        .map(FusionConsidered.class::cast)
                        .filter(event -> standsFor(event.producer(), producer, lineage, run)
                                && standsFor(event.consumer(), consumer, lineage, run))
                        .map(event -> new Verdict(event, run)))
                .toList();
    }

    private static boolean standsFor(int later, int earlier, Lineage lineage, PassRun run) {
        return later == earlier
                || lineage.of(later).contains(earlier)
                || run.after()
                        .findInstruction(later)
                        .filter(found -> lineage.within(found, run.after()).contains(earlier))
                        .isPresent();
    }

    /** The decisions by both ends: the way to a pair leads over the end that stands for fewer instructions. */
    private record Index(
            Map<Integer, Map<Integer, List<Verdict>>> byConsumer,
            Map<Integer, Map<Integer, List<Verdict>>> byProducer) {}

    private synchronized Index index() {
        var known = index;
        if (known == null) {
            known = collect();
            index = known;
        }
        return known;
    }

    private Index collect() {
        var collected = new Index(new HashMap<>(), new HashMap<>());
        for (var run : runs) {
            for (var event : run.events()) {
                if (event instanceof FusionConsidered considered) {
                    var same = collected
                            .byConsumer()
                            .computeIfAbsent(considered.consumer(), _ -> new HashMap<>(4))
                            .computeIfAbsent(considered.producer(), _ -> new ArrayList<>(2));
                    same.add(new Verdict(considered, run));
                    collected
                            .byProducer()
                            .computeIfAbsent(considered.producer(), _ -> new HashMap<>(4))
                            .put(considered.consumer(), same);
                }
            }
        }
        return collected;
    }

    /** All decisions about this pair or what it stands for, the latest first. */
    public List<Verdict> about(HloInstruction producer, HloInstruction consumer, HloModule module) {
        var decisions = index();
        if (decisions.byConsumer().isEmpty()) {
            return List.of();
        }
        var producers = within(producer, module);
        var consumers = within(consumer, module);
        var found = new ArrayList<Verdict>();
        if (producers.size() < consumers.size()) {
            producers.forEach(from -> addAll(decisions.byProducer().getOrDefault(from, Map.of()), consumers, found));
        } else {
            consumers.forEach(to -> addAll(decisions.byConsumer().getOrDefault(to, Map.of()), producers, found));
        }
        found.sort(LATEST_FIRST);
        return found;
    }

    /** A fusion stands for hundreds of instructions, of which few were asked about the same other end. */
    private static void addAll(Map<Integer, List<Verdict>> byOther, Set<Integer> others, List<Verdict> found) {
        if (byOther.size() < others.size()) {
            byOther.forEach((other, verdicts) -> {
                if (others.contains(other)) {
                    found.addAll(verdicts);
                }
            });
        } else {
            others.forEach(other -> found.addAll(byOther.getOrDefault(other, List.of())));
        }
    }

    private Set<Integer> within(HloInstruction instruction, HloModule module) {
        return within.computeIfAbsent(instruction, each -> lineage.within(each, module));
    }

    /** The decision that holds now. */
    public Optional<Verdict> latest(HloInstruction producer, HloInstruction consumer, HloModule module) {
        return about(producer, consumer, module).stream().findFirst();
    }
}
