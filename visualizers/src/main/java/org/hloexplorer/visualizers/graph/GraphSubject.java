package org.hloexplorer.visualizers.graph;

import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.visualizers.FusionVerdicts;
import org.jspecify.annotations.Nullable;

/**
 * What a graph view shows.
 *
 * @param version the index of {@code module} on the timeline, for paths of selected instructions
 * @param difference what is compared; null where only one version is shown
 * @param side which part of the difference is drawn
 */
public record GraphSubject(
        HloModule module, int version, @Nullable VersionPair difference, Side side, FusionVerdicts verdicts) {

    /** Which versions the picture has nodes of. */
    public enum Side {
        BEFORE,
        AFTER,
        UNION
    }

    /** One version by itself. */
    public static GraphSubject of(HloModule module, int version) {
        return new GraphSubject(module, version, null, Side.AFTER, FusionVerdicts.NONE);
    }
}
