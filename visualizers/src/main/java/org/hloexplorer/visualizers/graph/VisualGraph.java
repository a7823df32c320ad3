package org.hloexplorer.visualizers.graph;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.graphstream.algorithm.ConnectedComponents;
import org.graphstream.algorithm.Dijkstra;
import org.graphstream.graph.Edge;
import org.graphstream.graph.Element;
import org.graphstream.graph.Graph;
import org.graphstream.graph.Node;
import org.graphstream.graph.implementations.MultiGraph;

/**
 * A picture's nodes and edges, held by GraphStream.
 *
 * <p>Node and edge attributes are {@link #DATA} (a {@link VisualNode} or {@link VisualEdge}), {@link #BOX} and
 * {@link #ROUTE} from the layout, and GraphStream's own {@code ui.class} and {@code ui.label}, so that whoever listens
 * to the graph's events can draw it.
 */
public final class VisualGraph {
    static final String DATA = "hlo";
    static final String BOX = "box";
    static final String ROUTE = "ui.points";
    static final String CLASSES = "ui.class";

    private final MultiGraph graph;
    private final Map<Integer, List<String>> keysOfInstruction = new HashMap<>();
    private GraphGeometry geometry = GraphGeometry.EMPTY;

    VisualGraph(String name) {
        graph = new MultiGraph(name, true, false);
    }

    /** The graph itself, for its events and algorithms. */
    public Graph graph() {
        return graph;
    }

    void add(VisualNode node) {
        var added = graph.addNode(node.key());
        added.setAttribute(DATA, node);
        added.setAttribute("ui.label", node.text().title());
        added.setAttribute(CLASSES, node.classes());
        for (int shown : node.shows()) {
            keysOfInstruction.computeIfAbsent(shown, _ -> new ArrayList<>(1)).add(node.key());
        }
    }

    void add(VisualEdge edge) {
        var added = graph.addEdge(edge.key(), edge.from(), edge.to(), true);
        added.setAttribute(DATA, edge);
        added.setAttribute(CLASSES, edge.classes());
    }

    /** Gives every node its box and every edge its route. */
    public void place(GraphGeometry placed) {
        geometry = placed;
        placed.boxes().forEach((key, box) -> graph.getNode(key).setAttribute(BOX, box));
        placed.routes().forEach((key, route) -> graph.getEdge(key).setAttribute(ROUTE, (Object) route));
    }

    /** Has these nodes and edges, by key, stand out, and all others not. */
    public void mark(Map<String, Mark> marks) {
        graph.nodes().forEach(each -> mark(each, node(each).classes(), marks));
        graph.edges().forEach(each -> mark(each, edge(each).classes(), marks));
    }

    private static void mark(Element element, String classes, Map<String, Mark> marks) {
        var mark = marks.get(element.getId());
        var wanted = mark == null ? classes : classes + "," + mark.name().toLowerCase(Locale.ROOT);
        if (!wanted.equals(element.getAttribute(CLASSES))) {
            element.setAttribute(CLASSES, wanted);
        }
    }

    public GraphGeometry geometry() {
        return geometry;
    }

    public Stream<VisualNode> nodes() {
        return graph.nodes().map(VisualGraph::node);
    }

    public Stream<VisualEdge> edges() {
        return graph.edges().map(VisualGraph::edge);
    }

    public int nodeCount() {
        return graph.getNodeCount();
    }

    public Optional<VisualNode> node(String key) {
        return Optional.ofNullable(graph.getNode(key)).map(VisualGraph::node);
    }

    /** The node that shows this instruction; the outermost where several do. */
    public Optional<VisualNode> nodeOf(int instructionId) {
        return keysOfInstruction.getOrDefault(instructionId, List.of()).stream()
                .min(Comparator.comparingInt(VisualGraph::depth))
                .flatMap(this::node);
    }

    public Optional<VisualEdge> edge(int producer, int consumer) {
        return edges().filter(each -> each.producer() == producer && each.consumer() == consumer)
                .findFirst();
    }

    /** The makers of a node's operands, in the order of the operands. */
    public List<VisualNode> producers(VisualNode node) {
        return graph.getNode(node.key())
                .enteringEdges()
                .sorted(Comparator.comparingInt(edge -> edge(edge).operands().stream()
                        .mapToInt(Integer::intValue)
                        .min()
                        .orElse(Integer.MAX_VALUE)))
                .map(edge -> node(edge.getSourceNode()))
                .toList();
    }

    /** The users of a node's value, from left to right. */
    public List<VisualNode> consumers(VisualNode node) {
        return graph.getNode(node.key())
                .leavingEdges()
                .map(edge -> node(edge.getTargetNode()))
                .sorted(Comparator.comparingDouble(this::leftEdge))
                .toList();
    }

    private double leftEdge(VisualNode node) {
        var box = geometry.boxes().get(node.key());
        return box == null ? 0 : box.x();
    }

    /** The edges at a node, those that enter first. */
    public List<VisualEdge> edgesAt(VisualNode node) {
        var at = graph.getNode(node.key());
        return Stream.concat(at.enteringEdges(), at.leavingEdges())
                .map(VisualGraph::edge)
                .toList();
    }

    /** The keys of all nodes that the value of this one depends on, itself included. */
    public Set<String> feeds(VisualNode node) {
        var found = new LinkedHashSet<String>();
        var open = new ArrayList<Node>(List.of(graph.getNode(node.key())));
        while (!open.isEmpty()) {
            var next = open.removeLast();
            if (found.add(next.getId())) {
                next.enteringEdges().map(Edge::getSourceNode).forEach(open::add);
            }
        }
        return found;
    }

    /** The keys of all nodes that depend on this one, itself included. */
    public Set<String> fedBy(VisualNode node) {
        var found = new LinkedHashSet<String>();
        graph.getNode(node.key()).getBreadthFirstIterator(true).forEachRemaining(each -> found.add(each.getId()));
        return found;
    }

    /** The keys of the nodes and edges on a shortest way along the data, or nothing where no way leads there. */
    public List<String> path(VisualNode from, VisualNode to) {
        var shortest = new Dijkstra();
        shortest.init(graph);
        shortest.setSource(graph.getNode(from.key()));
        shortest.compute();
        var path = shortest.getPath(graph.getNode(to.key()));
        shortest.clear();
        return path.empty() || !path.getNodePath().getFirst().getId().equals(from.key())
                ? List.of()
                : Stream.concat(path.getNodePath().stream(), path.getEdgePath().stream())
                        .map(Element::getId)
                        .toList();
    }

    /** How many parts the picture falls into that no edge connects; what lies in boxes counts by itself. */
    public int components() {
        var components = new ConnectedComponents();
        components.init(graph);
        components.compute();
        int count = components.getConnectedComponentsCount();
        components.terminate();
        return count;
    }

    private static VisualNode node(Node node) {
        return node.getAttribute(DATA, VisualNode.class);
    }

    private static VisualEdge edge(Edge edge) {
        return edge.getAttribute(DATA, VisualEdge.class);
    }

    private static int depth(String key) {
        return (int) key.chars().filter(each -> each == '/').count();
    }
}
