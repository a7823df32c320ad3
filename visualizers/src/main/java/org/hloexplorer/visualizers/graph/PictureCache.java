package org.hloexplorer.visualizers.graph;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.visualizers.FusionVerdicts;
import org.hloexplorer.visualizers.graph.GraphSubject.Side;
import org.jspecify.annotations.Nullable;

/** The last pictures that were laid out, so that going back to one takes no time. Any thread may use it. */
final class PictureCache {
    private static final int MOST_NODES = 60_000;
    private static final int MOST_PICTURES = 40;

    /** What a picture depends on; modules and decisions are told apart by identity. */
    record Key(
            HloModule module,
            @Nullable HloModule before,
            @Nullable HloModule after,
            Side side,
            FusionVerdicts verdicts,
            int computation,
            Openness openness) {

        static Key of(GraphSubject subject, int computation, Openness openness) {
            var difference = subject.difference();
            return new Key(
                    subject.module(),
                    difference == null ? null : difference.before(),
                    difference == null ? null : difference.after(),
                    subject.side(),
                    subject.verdicts(),
                    computation,
                    openness);
        }
    }

    private final Map<Key, VisualGraph> pictures = new LinkedHashMap<>(16, 0.75f, true);
    private int nodes;

    synchronized Optional<VisualGraph> find(Key key) {
        return Optional.ofNullable(pictures.get(key));
    }

    synchronized void add(Key key, VisualGraph picture) {
        var old = pictures.put(key, picture);
        nodes += picture.nodeCount() - (old == null ? 0 : old.nodeCount());
        var eldest = pictures.entrySet().iterator();
        while (pictures.size() > 1 && (nodes > MOST_NODES || pictures.size() > MOST_PICTURES)) {
            nodes -= eldest.next().getValue().nodeCount();
            eldest.remove();
        }
    }
}
