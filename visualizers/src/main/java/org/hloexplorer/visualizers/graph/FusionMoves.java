package org.hloexplorer.visualizers.graph;

import java.util.List;
import org.hloexplorer.visualizers.EdgeSelection;

/** What can be done by hand about fusions in a picture. The picture asks and shows; whoever runs passes decides. */
public interface FusionMoves {

    /** No operation can be moved. */
    FusionMoves NONE = new FusionMoves() {
        @Override
        public Advice advice(int version, int dragged, int target) {
            return Advice.NOTHING;
        }

        @Override
        public void move(int version, int dragged, int target) {}

        @Override
        public List<Choice> choices(int version, int instruction) {
            return List.of();
        }

        @Override
        public List<Choice> choices(EdgeSelection edge) {
            return List.of();
        }
    };

    /** A target outside of all nodes. */
    int OUTSIDE = -1;

    /**
     * What comes of a move, before it is made.
     *
     * @param sentence what it does, or why it cannot be; empty where there is nothing to say
     */
    record Advice(boolean isPossible, String sentence) {
        /** The move means nothing. */
        public static final Advice NOTHING = new Advice(false, "");
    }

    /** An entry of a menu; one that is not possible says why and does nothing. */
    record Choice(String id, String words, boolean isPossible, boolean isChosen, Runnable action) {}

    /** What dragging an instruction onto another one, or {@link #OUTSIDE}, would do. */
    Advice advice(int version, int dragged, int target);

    /** Does it, or says why not. */
    void move(int version, int dragged, int target);

    /** What can be chosen about an instruction. */
    List<Choice> choices(int version, int instruction);

    /** What can be chosen about an edge. */
    List<Choice> choices(EdgeSelection edge);
}
