package org.hloexplorer.visualizers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.PassEvent.FusionConsidered;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.fusion.FusionReview;
import org.hloexplorer.pipeline.fusion.PairQuestions;
import org.jspecify.annotations.Nullable;

/** What was decided about fusing producers into consumers, found again for the instructions of any version. */
public final class FusionVerdicts {

    /** Where nothing has run. */
    public static final FusionVerdicts NONE = new FusionVerdicts(Lineage.NONE, List.of());

    /** Whose decision it is. */
    public enum Basis {
        /** The pass said so itself. */
        REPORTED,
        /** A pass of ours was asked about what the compiler's pass was given. */
        SAME_INPUT,
        /** A pass of ours was asked about the two as they stand in the version that is shown. */
        AS_IT_STANDS
    }

    /**
     * A decision.
     *
     * @param pass that took it
     * @param version which the pass run left that it is about; 0 where there is none
     * @param areOne whether the two run as one kernel in the version that is shown, whatever the decision says
     */
    public record Verdict(FusionConsidered event, String pass, int version, Basis basis, boolean areOne) {

        /** What a pass run reported. */
        public static Verdict reported(FusionConsidered event, PassRun run) {
            return new Verdict(
                    event,
                    run.pass(),
                    run.index() + 1,
                    Basis.REPORTED,
                    event.decision().isAllowed());
        }

        private static Verdict ofSameInput(FusionConsidered event, PassRun run, FusionReview review) {
            return new Verdict(event, review.pass(), run.index() + 1, Basis.SAME_INPUT, false);
        }

        private Verdict where(boolean areOneKernel) {
            return basis == Basis.REPORTED ? this : new Verdict(event, pass, version, basis, areOneKernel);
        }

        /** Whether what was done is what the decision says. */
        public boolean isAsDecided() {
            return areOne == event.decision().isAllowed();
        }
    }

    private static final Comparator<Verdict> LATEST_FIRST = Comparator.comparingInt(Verdict::version)
            .thenComparingInt(each -> each.event().ordinal().rewrite())
            .reversed();

    private final Lineage lineage;
    private final List<PassRun> runs;
    private final Map<HloInstruction, Set<Integer>> within = new ConcurrentHashMap<>();
    private final Map<HloModule, PairQuestions> questions = new ConcurrentHashMap<>();
    private final Map<HloModule, Boolean> compiled = new ConcurrentHashMap<>();
    private final Map<HloModule, Map<Integer, List<HloInstruction>>> fusions = new ConcurrentHashMap<>();
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
                .flatMap(run -> verdicts(run, lineage)
                        .filter(verdict -> standsFor(verdict.event().producer(), producer, lineage, run)
                                && standsFor(verdict.event().consumer(), consumer, lineage, run))
                        .map(verdict -> verdict.basis() == Basis.REPORTED
                                ? verdict
                                : verdict.where(lineage.areFused(producer, consumer, run.after()))))
                .toList();
    }

    /** Whether fusions were decided in a run. */
    public static boolean decides(PassRun run, Lineage lineage) {
        return verdicts(run, lineage).findAny().isPresent();
    }

    /** What was decided in a run, by the pass itself or, where that is silent, by ours. */
    private static Stream<Verdict> verdicts(PassRun run, Lineage lineage) {
        var review = lineage.reviews().get(run);
        return review != null
                ? review.decisions().stream().map(event -> Verdict.ofSameInput(event, run, review))
                : run.events().stream()
                        .filter(FusionConsidered.class::isInstance)
                        .map(event -> Verdict.reported((FusionConsidered) event, run));
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
            verdicts(run, lineage).forEach(verdict -> {
                var considered = verdict.event();
                var same = collected
                        .byConsumer()
                        .computeIfAbsent(considered.consumer(), _ -> new HashMap<>(4))
                        .computeIfAbsent(considered.producer(), _ -> new ArrayList<>(2));
                same.add(verdict);
                collected
                        .byProducer()
                        .computeIfAbsent(considered.producer(), _ -> new HashMap<>(4))
                        .put(considered.consumer(), same);
            });
        }
        return collected;
    }

    /** All decisions about this pair or what it stands for, the latest first. */
    public List<Verdict> about(HloInstruction producer, HloInstruction consumer, HloModule module) {
        if (index().byConsumer().isEmpty()) {
            return List.of();
        }
        var enclosing = enclosing(consumer, module);
        var consumers = enclosing.isEmpty() ? within(consumer, module) : withEnclosing(consumer, enclosing, module);
        var found = between(within(producer, module), consumers);
        if (found.isEmpty() && (lineage.tookAPlace(producer) || lineage.tookAPlace(consumer))) {
            found = between(lineage.standsFor(producer, module), lineage.standsFor(consumer, module));
        }
        if (found.stream().anyMatch(each -> each.basis() == Basis.SAME_INPUT)) {
            keepExact(found, lineage.results(producer, module), lineage.results(consumer, module));
        }
        found.sort(LATEST_FIRST);
        return found.stream().map(each -> each.where(!enclosing.isEmpty())).toList();
    }

    private List<Verdict> between(Set<Integer> producers, Set<Integer> consumers) {
        var found = new ArrayList<Verdict>();
        var decisions = index();
        if (producers.size() < consumers.size()) {
            producers.forEach(from -> addAll(decisions.byProducer().getOrDefault(from, Map.of()), consumers, found));
        } else {
            consumers.forEach(to -> addAll(decisions.byConsumer().getOrDefault(to, Map.of()), producers, found));
        }
        return found;
    }

    /**
     * A fusion that is not of our making may hold copies about which something else was decided: what counts is what was
     * decided about its result and, where that was asked, about what the consumer ends in.
     */
    private static void keepExact(List<Verdict> found, Set<Integer> producers, Set<Integer> consumers) {
        found.removeIf(each -> each.basis() == Basis.SAME_INPUT
                && !producers.contains(each.event().producer()));
        var exact = found.stream()
                .filter(each -> consumers.contains(each.event().consumer()))
                .toList();
        if (!exact.isEmpty()) {
            found.removeIf(each -> each.basis() == Basis.SAME_INPUT
                    && !consumers.contains(each.event().consumer()));
        }
    }

    /** The fusions whose body an instruction is in: what goes into it there goes into them. */
    private List<HloInstruction> enclosing(HloInstruction instruction, HloModule module) {
        var home = module.computationOf(instruction.id());
        return home.isEmpty()
                ? List.of()
                : fusions.computeIfAbsent(module, FusionVerdicts::fusionsByBody)
                        .getOrDefault(home.get().id(), List.of());
    }

    private static Map<Integer, List<HloInstruction>> fusionsByBody(HloModule module) {
        return module.computations().stream()
                .flatMap(each -> each.instructions().stream())
                .filter(each -> each.op() instanceof HloOp.Fusion)
                .collect(Collectors.groupingBy(each -> each.calledComputations().getFirst()));
    }

    private Set<Integer> withEnclosing(HloInstruction consumer, List<HloInstruction> fusions, HloModule module) {
        var all = new HashSet<>(within(consumer, module));
        fusions.forEach(each -> all.addAll(lineage.of(each.id())));
        return all;
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

    /**
     * The decision that holds now. A module that came with its fusions made, and was given to no pass since, is asked
     * about as it stands.
     */
    public Optional<Verdict> latest(HloInstruction producer, HloInstruction consumer, HloModule module) {
        return about(producer, consumer, module).stream()
                .findFirst()
                .or(() -> index().byConsumer().isEmpty() && isCompiled(module)
                        ? asItStands(producer, consumer, module)
                        : Optional.empty());
    }

    private boolean isCompiled(HloModule module) {
        return compiled.computeIfAbsent(module, FusionReview::isCompiled);
    }

    /** What our pass would decide about two instructions of a module as it stands; empty where that is no question. */
    public Optional<Verdict> asItStands(HloInstruction producer, HloInstruction consumer, HloModule module) {
        var asked = questions.computeIfAbsent(module, each -> new PairQuestions(lineage.target(each), each));
        return asked.ask(producer, consumer)
                .map(event -> new Verdict(
                        event,
                        asked.pass(),
                        0,
                        Basis.AS_IT_STANDS,
                        !enclosing(consumer, module).isEmpty()));
    }
}
