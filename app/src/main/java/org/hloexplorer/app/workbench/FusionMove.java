package org.hloexplorer.app.workbench;

import java.util.List;
import org.hloexplorer.pipeline.fusion.FusionPairs.Pair;

/** What it takes to have an operation in another kernel, or why that cannot be. */
public sealed interface FusionMove {

    /** In a sentence. */
    String sentence();

    /** It means nothing: the operation is where it would come to. */
    record Nothing() implements FusionMove {
        @Override
        public String sentence() {
            return "";
        }
    }

    /** Pairs to fuse and to keep apart; the passes have the last word on what is correct. */
    record Possible(String sentence, List<Pair> fuse, List<Pair> apart) implements FusionMove {
        public Possible {
            fuse = List.copyOf(fuse);
            apart = List.copyOf(apart);
        }
    }

    /** What stands in the way. */
    record Impossible(String sentence) implements FusionMove {}
}
