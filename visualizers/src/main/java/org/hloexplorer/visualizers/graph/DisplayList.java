package org.hloexplorer.visualizers.graph;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.graphstream.stream.GraphReplay;
import org.graphstream.stream.SinkAdapter;
import org.jspecify.annotations.Nullable;

/**
 * What is to be drawn, kept up to date by the events of a GraphStream graph.
 *
 * <p>This is the viewer that GraphStream's graph has here: it knows nodes and edges by their attributes only.
 */
final class DisplayList extends SinkAdapter {

    /** A node as it is drawn. */
    static final class DisplayNode {
        final String key;
        final int order;

        @Nullable
        VisualNode data;

        Box box = new Box(0, 0, 0, 0);

        @Nullable
        Mark mark;

        DisplayNode(String key, int order) {
            this.key = key;
            this.order = order;
        }
    }

    /** An edge as it is drawn. */
    static final class DisplayEdge {
        final String key;

        @Nullable
        VisualEdge data;

        double[] route = {};
        Box bounds = new Box(0, 0, 0, 0);

        @Nullable
        Mark mark;

        DisplayEdge(String key) {
            this.key = key;
        }

        boolean hasSign() {
            return data != null && data.hasSign();
        }
    }

    private final Map<String, DisplayNode> nodes = new LinkedHashMap<>();
    private final Map<String, DisplayEdge> edges = new LinkedHashMap<>();
    private final Runnable changed;
    private boolean isFollowing = true;
    private boolean hasDifferences;
    private @Nullable RowIndex<DisplayNode> nodeIndex;
    private @Nullable RowIndex<DisplayEdge> edgeIndex;

    /** Is told whenever something looks different. */
    DisplayList(Runnable changed) {
        this.changed = changed;
    }

    /** The display list of a graph, which it follows from now on. */
    static DisplayList following(VisualGraph graph, Runnable changed) {
        var list = new DisplayList(changed);
        // A picture that is shown again is drawn by one list only.
        graph.graph().clearSinks();
        var replay = new GraphReplay("display");
        replay.addSink(list);
        // Whoever asked draws all of it anyway.
        list.isFollowing = false;
        replay.replay(graph.graph());
        list.isFollowing = true;
        graph.graph().addSink(list);
        return list;
    }

    private void tellChange() {
        if (isFollowing) {
            changed.run();
        }
    }

    /** The nodes in a part of the picture, outer boxes before those that lie in them. */
    List<DisplayNode> nodesIn(Box part) {
        var index = nodeIndex;
        if (index == null) {
            index = new RowIndex<>();
            for (var node : nodes.values()) {
                index.add(node, withShape(node.box));
            }
            nodeIndex = index;
        }
        var found = new ArrayList<DisplayNode>();
        index.forEachIn(part, found::add);
        found.sort(Comparator.comparingInt(each -> each.order));
        return found;
    }

    /** The shape that is written below a box may stand out to its right. */
    private static Box withShape(Box box) {
        return new Box(box.x(), box.y(), box.width() + 60, box.height() + NodeSizes.SHAPE_HEIGHT);
    }

    List<DisplayEdge> edgesIn(Box part) {
        var index = edgeIndex;
        if (index == null) {
            index = new RowIndex<>();
            for (var edge : edges.values()) {
                index.add(edge, edge.bounds);
            }
            edgeIndex = index;
        }
        var found = new ArrayList<DisplayEdge>();
        index.forEachIn(part, found::add);
        return found;
    }

    /** Outer boxes before those that lie in them. */
    Collection<DisplayNode> nodes() {
        return nodes.values();
    }

    Collection<DisplayEdge> edges() {
        return edges.values();
    }

    Optional<DisplayNode> node(String key) {
        return Optional.ofNullable(nodes.get(key));
    }

    /** Whether anything is added, removed or changed, so that what is the same steps back. */
    boolean hasDifferences() {
        return hasDifferences;
    }

    /** The innermost node at a point of the picture. */
    Optional<VisualNode> nodeAt(double x, double y) {
        return nodesIn(new Box(x, y, 0, 0)).stream()
                .filter(each -> each.box.contains(x, y))
                .max(Comparator.comparingInt(each -> each.key.length()))
                .map(each -> each.data);
    }

    /** The edge whose line or sign passes nearest to a point, within a reach in units of the picture. */
    Optional<VisualEdge> edgeAt(double x, double y, double reach) {
        DisplayEdge nearest = null;
        double best = reach;
        double around = reach + Routes.SIGN_RADIUS;
        for (var edge : edgesIn(new Box(x - around, y - around, 2 * around, 2 * around))) {
            double distance = Routes.reaches(edge.bounds, x, y, reach + Routes.SIGN_RADIUS)
                    ? Routes.distance(edge.route, x, y, edge.hasSign())
                    : Double.MAX_VALUE;
            if (distance <= best) {
                best = distance;
                nearest = edge;
            }
        }
        return nearest == null ? Optional.empty() : Optional.ofNullable(nearest.data);
    }

    List<String> keysOfSurvivors(DisplayList other) {
        var survivors = new ArrayList<String>();
        nodes.keySet().stream().filter(other.nodes::containsKey).forEach(survivors::add);
        return survivors;
    }

    @Override
    public void nodeAdded(String sourceId, long timeId, String nodeId) {
        nodes.put(nodeId, new DisplayNode(nodeId, nodes.size()));
        nodeIndex = null;
    }

    @Override
    public void nodeRemoved(String sourceId, long timeId, String nodeId) {
        nodes.remove(nodeId);
        nodeIndex = null;
        tellChange();
    }

    @Override
    public void edgeAdded(
            String sourceId, long timeId, String edgeId, String fromNodeId, String toNodeId, boolean directed) {
        edges.put(edgeId, new DisplayEdge(edgeId));
        edgeIndex = null;
    }

    @Override
    public void edgeRemoved(String sourceId, long timeId, String edgeId) {
        edges.remove(edgeId);
        edgeIndex = null;
        tellChange();
    }

    @Override
    public void graphCleared(String sourceId, long timeId) {
        nodes.clear();
        edges.clear();
        nodeIndex = null;
        edgeIndex = null;
        tellChange();
    }

    @Override
    public void nodeAttributeAdded(String sourceId, long timeId, String nodeId, String attribute, Object value) {
        var node = nodes.get(nodeId);
        if (node == null) {
            return;
        }
        switch (attribute) {
            case VisualGraph.DATA -> {
                node.data = (VisualNode) value;
                hasDifferences |= node.data.state().isDifferent();
            }
            case VisualGraph.BOX -> {
                node.box = (Box) value;
                nodeIndex = null;
            }
            case VisualGraph.CLASSES -> node.mark = mark(value);
            default -> {
                return;
            }
        }
        tellChange();
    }

    @Override
    public void nodeAttributeChanged(
            String sourceId, long timeId, String nodeId, String attribute, Object oldValue, Object newValue) {
        nodeAttributeAdded(sourceId, timeId, nodeId, attribute, newValue);
    }

    @Override
    public void edgeAttributeAdded(String sourceId, long timeId, String edgeId, String attribute, Object value) {
        var edge = edges.get(edgeId);
        if (edge == null) {
            return;
        }
        switch (attribute) {
            case VisualGraph.DATA -> edge.data = (VisualEdge) value;
            case VisualGraph.ROUTE -> {
                edge.route = (double[]) value;
                edge.bounds = Routes.bounds(edge.route);
                edgeIndex = null;
            }
            case VisualGraph.CLASSES -> edge.mark = mark(value);
            default -> {
                return;
            }
        }
        tellChange();
    }

    @Override
    public void edgeAttributeChanged(
            String sourceId, long timeId, String edgeId, String attribute, Object oldValue, Object newValue) {
        edgeAttributeAdded(sourceId, timeId, edgeId, attribute, newValue);
    }

    private static @Nullable Mark mark(Object classes) {
        var text = classes.toString();
        for (var mark : Mark.values()) {
            if (text.endsWith("," + mark.name().toLowerCase(Locale.ROOT))) {
                return mark;
            }
        }
        return null;
    }
}
