package org.hloexplorer.visualizers.graph;

import java.util.ArrayList;
import java.util.Locale;
import org.hloexplorer.visualizers.DecisionWords;
import org.hloexplorer.visualizers.Figures;
import org.hloexplorer.visualizers.Words;

/** Nodes and edges in words: tooltips, callouts, and what a screen reader says. */
final class GraphWords {
    private GraphWords() {}

    /** Some lines about a node. */
    static String about(VisualNode node, VisualGraph graph) {
        var lines = new ArrayList<String>();
        lines.add(node.text().title() + node.text().operands());
        lines.add("%" + node.text().name() + " : " + node.text().shape());
        lines.add(Words.say(
                "graph.neighbours",
                graph.producers(node).size(),
                graph.consumers(node).size()));
        if (node.state().isDifferent()) {
            lines.add(difference(node));
        }
        if (node.canOpen()) {
            lines.add(Words.say(node.isOpen() ? "graph.doubleClickCloses" : "graph.doubleClickOpens"));
        }
        return String.join("\n", lines);
    }

    private static String difference(VisualNode node) {
        var state = Words.say("graph.state." + node.state().name().toLowerCase(Locale.ROOT));
        return node.notes().isEmpty() ? state : state + "\n" + String.join("\n", node.notes());
    }

    /** What crosses an edge, and the decision about it. */
    static String about(VisualEdge edge, VisualGraph graph) {
        var from = graph.node(edge.from()).map(node -> node.text().name()).orElse("?");
        var to = graph.node(edge.to()).map(node -> node.text().name()).orElse("?");
        if (edge.isControl()) {
            return Words.say("graph.controlEdge", from, to);
        }
        var value = Words.say("graph.dataEdge", from, to, edge.shape(), Figures.bytes(edge.bytes()));
        var verdict = edge.verdict();
        return verdict == null ? value : value + "\n" + DecisionWords.sentence(verdict);
    }
}
