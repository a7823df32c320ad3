package org.hloexplorer.pipeline.dump;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.reader.HloReader;
import org.hloexplorer.pipeline.PassEvent;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.RewriteOrdinal;
import org.hloexplorer.pipeline.fusion.FusionDecision;
import org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle;

/** What XLA's priority fusion wrote about itself: {@code FusionProcessDumpProto}, as text or binary. */
public record FusionProcess(List<Step> steps) {
    private static final String CHECK = "PriorityFusionQueue::CanFuse";

    public FusionProcess {
        steps = List.copyOf(steps);
    }

    /** Something priority fusion did or looked at. */
    public sealed interface Step {
        record Fusion(String fusion, String producer, String consumer) implements Step {}

        record ProducerIneligible(String producer, String reason) implements Step {}

        /** Times in microseconds that the cost model expects. */
        record UpdatePriority(String producer, List<String> consumers, double usFused, double usUnfused)
                implements Step {
            public UpdatePriority {
                consumers = List.copyOf(consumers);
            }
        }
    }

    /**
     * Reads a dump of either form, compressed or not.
     *
     * @throws IOException where the file cannot be read, or holds something else
     */
    public static FusionProcess read(Path file) throws IOException {
        var content = HloReader.expand(Files.readAllBytes(file));
        var name = file.getFileName().toString();
        return name.contains(".txt") || name.contains(".pbtxt")
                ? FusionProcessText.read(new String(content, StandardCharsets.UTF_8))
                : FusionProcessProto.read(content);
    }

    /** The same as events of a pass run; names that neither version holds are said, with no instruction to lead to. */
    List<PassEvent> events(int passRun, HloModule before, HloModule after) {
        var events = new ArrayList<PassEvent>();
        var names = new Names(before, after);
        for (var step : steps) {
            var ordinal = new RewriteOrdinal(passRun, 0, events.size());
            switch (step) {
                case Step.Fusion(var fusion, var producer, var consumer) ->
                    events.add(names.event(
                            ordinal,
                            producer,
                            consumer,
                            FusionDecision.allow("XLA's priority fusion made %%%s of both".formatted(fusion))));
                case Step.ProducerIneligible(var producer, var reason) ->
                    events.add(names.event(
                            ordinal, producer, "any consumer", FusionDecision.forbid(obstacle(reason), reason, CHECK)));
                case Step.UpdatePriority update -> events.addAll(names.events(ordinal, update));
            }
        }
        return events;
    }

    private static Obstacle obstacle(String reason) {
        if (reason.contains("not fusible") || reason.contains("not supported")) {
            return Obstacle.NOT_FUSIBLE;
        }
        return reason.contains("budget") || reason.contains("too") ? Obstacle.EXCEEDS_BUDGET : Obstacle.NOT_PROFITABLE;
    }

    private record Names(HloModule before, HloModule after) {
        private static final int UNKNOWN = -1;

        PassEvent event(RewriteOrdinal ordinal, String producer, String consumer, FusionDecision decision) {
            return new PassEvent.FusionConsidered(
                    ordinal, id(producer), producer, id(consumer), consumer, decision, null);
        }

        /** A producer that would be slower fused is refused for that; of one that would gain, the fusion tells. */
        List<PassEvent> events(RewriteOrdinal ordinal, Step.UpdatePriority update) {
            if (update.usFused() < update.usUnfused()) {
                return List.of();
            }
            var decision = FusionDecision.forbid(
                    Obstacle.NOT_PROFITABLE,
                    "XLA's cost model expects %.3g µs fused and %.3g µs apart"
                            .formatted(update.usFused(), update.usUnfused()),
                    "PriorityFusionQueue::CalculateProducerPriority",
                    new Quantity("time fused", update.usFused(), update.usUnfused(), "µs"));
            return update.consumers().stream()
                    .map(consumer -> event(ordinal, update.producer(), consumer, decision))
                    .toList();
        }

        private int id(String name) {
            return find(before, name)
                    .or(() -> find(after, name))
                    .map(HloInstruction::id)
                    .orElse(UNKNOWN);
        }

        private static Optional<HloInstruction> find(HloModule module, String name) {
            return module.computations().reversed().stream()
                    .flatMap(computation -> computation.find(name).stream())
                    .findFirst();
        }
    }
}
