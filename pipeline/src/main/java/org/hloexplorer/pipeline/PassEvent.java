package org.hloexplorer.pipeline;

import java.util.List;
import org.hloexplorer.pipeline.fusion.FusionDecision;
import org.hloexplorer.pipeline.fusion.FusionEstimate;
import org.jspecify.annotations.Nullable;

/**
 * Something a pass did, or looked at and left alone, with the reason.
 *
 * <p>Instructions are named by id; the snapshots hold what is needed to read the event without replay.
 */
public sealed interface PassEvent {

    RewriteOrdinal ordinal();

    /** The instructions this is about; views link an event to all of them. */
    List<Integer> instructions();

    /** The event in a sentence, with names as they were. */
    String toText();

    /**
     * A rewrite that was made.
     *
     * @param before the instruction that was replaced
     * @param after the instruction that stands for it now; equal to {@code before} where it was edited in place
     * @param snapshot both as text: {@code %a = … → %b = …}
     */
    record Rewritten(RewriteOrdinal ordinal, String rule, int before, int after, String snapshot) implements PassEvent {
        @Override
        public List<Integer> instructions() {
            return before == after ? List.of(before) : List.of(before, after);
        }

        @Override
        public String toText() {
            return rule + ": " + snapshot;
        }
    }

    /** A rule whose pattern matched and whose condition refused. */
    record Declined(RewriteOrdinal ordinal, String rule, int at, String name, String reason, List<Quantity> quantities)
            implements PassEvent {
        public Declined {
            quantities = List.copyOf(quantities);
        }

        @Override
        public List<Integer> instructions() {
            return List.of(at);
        }

        @Override
        public String toText() {
            return "%s: left %%%s alone, %s".formatted(rule, name, reason);
        }
    }

    /**
     * A producer and a consumer that might have run as one kernel.
     *
     * @param estimate what they would move and take; null where they could not be one kernel anyhow
     */
    record FusionConsidered(
            RewriteOrdinal ordinal,
            int producer,
            String producerName,
            int consumer,
            String consumerName,
            FusionDecision decision,
            @Nullable FusionEstimate estimate)
            implements PassEvent {
        @Override
        public List<Integer> instructions() {
            return List.of(producer, consumer);
        }

        @Override
        public String toText() {
            return switch (decision) {
                case FusionDecision.Allowed(var explanation, var _) ->
                    "fused %%%s into %%%s: %s".formatted(producerName, consumerName, explanation);
                case FusionDecision.Forbidden(var obstacle, var explanation, var _, var _, var _) ->
                    "did not fuse %%%s into %%%s: %s [%s]".formatted(producerName, consumerName, explanation, obstacle);
            };
        }
    }

    /** A layout that was given to an instruction, and what asked for it, as the rest of a sentence behind "because". */
    record LayoutChosen(RewriteOrdinal ordinal, int instruction, String name, String layout, String reason)
            implements PassEvent {
        @Override
        public List<Integer> instructions() {
            return List.of(instruction);
        }

        @Override
        public String toText() {
            return "%%%s is laid out %s because %s".formatted(name, layout, reason);
        }
    }

    /** A copy that was inserted, and the conflict it resolves. */
    record CopyInserted(RewriteOrdinal ordinal, int copy, int source, String name, String reason) implements PassEvent {
        @Override
        public List<Integer> instructions() {
            return List.of(copy, source);
        }

        @Override
        public String toText() {
            return "copied %%%s: %s".formatted(name, reason);
        }
    }

    /** A bitcast that came to be, with how its operand lies and who reads the bytes as something else. */
    record BitcastMade(RewriteOrdinal ordinal, int bitcast, int source, String name, String reason)
            implements PassEvent {
        @Override
        public List<Integer> instructions() {
            return List.of(bitcast, source);
        }

        @Override
        public String toText() {
            return "%%%s is a bitcast because %s".formatted(name, reason);
        }
    }
}
