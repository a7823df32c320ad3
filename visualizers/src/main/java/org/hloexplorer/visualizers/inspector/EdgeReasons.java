package org.hloexplorer.visualizers.inspector;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PassStatus;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.fusion.FusionReview;
import org.hloexplorer.visualizers.FusionVerdicts;
import org.hloexplorer.visualizers.FusionVerdicts.Verdict;
import org.hloexplorer.visualizers.Lineage;
import org.hloexplorer.visualizers.Words;
import org.hloexplorer.visualizers.inspector.Inspection.Reason;

/** Why a value goes from one instruction to another through memory, or does not: never without a sentence. */
public final class EdgeReasons {
    private final PipelineRun timeline;
    private final Lineage lineage;
    private final boolean isCompiledElsewhere;
    private final Map<Integer, FusionVerdicts> verdictsUpTo = new ConcurrentHashMap<>();

    public EdgeReasons(PipelineRun timeline, Lineage lineage) {
        this.timeline = timeline;
        this.lineage = lineage;
        this.isCompiledElsewhere =
                timeline.lineage() == PipelineRun.Lineage.GUESSED || FusionReview.isCompiled(timeline.input());
    }

    /** The decisions about an edge of a version, the latest first; where there is none, why nobody took one. */
    public List<Reason> reasons(int version, HloModule module, HloInstruction producer, HloInstruction consumer) {
        var verdicts = verdicts(version, module, producer, consumer);
        return verdicts.isEmpty()
                ? List.of(never(structural(producer, consumer)
                        .or(() -> tooLate(producer, consumer))
                        .orElseGet(this::unseen)))
                : verdicts.stream().map(Reasons::of).toList();
    }

    /**
     * What was decided up to this version; where nothing was, what later passes decide; of a program that was compiled
     * elsewhere, what our check says of the two as they stand. Empty where that is no question of fusion.
     */
    public List<Verdict> verdicts(int version, HloModule module, HloInstruction producer, HloInstruction consumer) {
        var upTo = verdictsUpTo.computeIfAbsent(version, each -> FusionVerdicts.upTo(timeline, each, lineage));
        var known = upTo.about(producer, consumer, module);
        if (known.isEmpty()) {
            known = FusionVerdicts.after(timeline, version, lineage, producer.id(), consumer.id());
        }
        boolean isAsked = known.isEmpty()
                && isCompiledElsewhere
                && structural(producer, consumer).isEmpty()
                && tooLate(producer, consumer).isEmpty();
        return isAsked ? upTo.asItStands(producer, consumer, module).stream().toList() : known;
    }

    /** Why nobody looked at the pair, as far as that is known. */
    private static Reason never(String why) {
        return new Reason(Words.say("inspector.never", why), 0, false, null);
    }

    private static Optional<String> structural(HloInstruction producer, HloInstruction consumer) {
        if (producer.op() instanceof HloOp.Parameter) {
            return Optional.of(Words.say("inspector.never.parameter", producer.toString()));
        }
        if (producer.op() instanceof HloOp.GetTupleElement) {
            return Optional.of(Words.say("inspector.never.element", producer.toString()));
        }
        return switch (consumer.opcode()) {
            case TUPLE, GET_TUPLE_ELEMENT, PARAMETER, WHILE, CONDITIONAL, CALL ->
                Optional.of(Words.say("inspector.never.structure", consumer.op().mnemonic()));
            default -> Optional.empty();
        };
    }

    private Optional<String> tooLate(HloInstruction producer, HloInstruction consumer) {
        return madeTooLate(producer).or(() -> madeTooLate(consumer));
    }

    private String unseen() {
        var fusions = timeline.runs().stream()
                .filter(run -> run.pass().toLowerCase(Locale.ROOT).contains("fusion"))
                .toList();
        if (fusions.isEmpty()) {
            return Words.say("inspector.never.notYet");
        }
        if (fusions.stream().allMatch(run -> run.status() == PassStatus.OFF)) {
            return Words.say("inspector.never.off", fusions.getFirst().pass());
        }
        return Words.say(
                "inspector.never.unseen",
                fusions.getLast().pass(),
                fusions.getLast().index() + 1);
    }

    /** Says which pass made an instruction, where that came after all that decide about fusion. */
    private Optional<String> madeTooLate(HloInstruction instruction) {
        var last = timeline.runs().stream()
                .filter(run -> FusionVerdicts.decides(run, lineage))
                .reduce((_, later) -> later);
        return last.flatMap(fusing -> maker(instruction)
                .filter(maker -> maker.index() > fusing.index())
                .map(maker -> Words.say(
                        "inspector.never.late",
                        instruction.toString(),
                        maker.pass(),
                        maker.index() + 1,
                        fusing.pass(),
                        fusing.index() + 1)));
    }

    private Optional<PassRun> maker(HloInstruction instruction) {
        return timeline.runs().stream()
                .filter(PassRun::isChanging)
                .filter(run -> run.before().findInstruction(instruction.id()).isEmpty()
                        && run.after().findInstruction(instruction.id()).isPresent())
                .reduce((_, later) -> later);
    }
}
