package org.hloexplorer.visualizers.graph;

import java.util.List;
import org.hloexplorer.hlo.Cancellation;

/** Lays out one nesting level from top to bottom. */
interface LevelLayout {

    Placed place(Level level, Cancellation cancellation);

    /**
     * What is to be laid out.
     *
     * @param nodes producers before consumers, as far as possible
     * @param isSeeded whether the nodes know where they should be, so that their order is to be kept
     */
    record Level(List<LevelNode> nodes, List<LevelEdge> edges, boolean isSeeded) {}

    /**
     * A node as a rectangle.
     *
     * @param seedX where its middle was before, from the left of the level; counts only where the level is seeded
     * @param inputs where edges enter at the top, by operand, from the left; empty for anywhere
     * @param output where edges leave at the bottom; negative for anywhere
     * @param isFirst whether it has to be in the top layer
     */
    record LevelNode(double width, double height, double seedX, List<Double> inputs, double output, boolean isFirst) {

        boolean hasFixedEnds() {
            return !inputs.isEmpty() || output >= 0;
        }

        double enters(int operand) {
            return operand >= 0 && operand < inputs.size() ? inputs.get(operand) : width / 2;
        }

        double leaves() {
            return output < 0 ? width / 2 : output;
        }
    }

    /** From node to node, by their positions in the level; {@code operand} is the first one of several. */
    record LevelEdge(int from, int to, int operand) {}

    /** Boxes and routes in the order of the level's nodes and edges. */
    record Placed(List<Box> boxes, List<double[]> routes, double width, double height) {}
}
