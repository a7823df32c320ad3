package org.hloexplorer.visualizers.graph;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.elk.alg.layered.options.CrossingMinimizationStrategy;
import org.eclipse.elk.alg.layered.options.LayerConstraint;
import org.eclipse.elk.alg.layered.options.LayeredMetaDataProvider;
import org.eclipse.elk.alg.layered.options.LayeredOptions;
import org.eclipse.elk.core.RecursiveGraphLayoutEngine;
import org.eclipse.elk.core.data.LayoutMetaDataService;
import org.eclipse.elk.core.math.ElkPadding;
import org.eclipse.elk.core.options.CoreOptions;
import org.eclipse.elk.core.options.Direction;
import org.eclipse.elk.core.options.EdgeRouting;
import org.eclipse.elk.core.options.PortConstraints;
import org.eclipse.elk.core.options.PortSide;
import org.eclipse.elk.core.util.BasicProgressMonitor;
import org.eclipse.elk.graph.ElkConnectableShape;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkNode;
import org.eclipse.elk.graph.util.ElkGraphUtil;
import org.hloexplorer.hlo.Cancellation;

/** Few crossings and straight lines, by ELK's layered algorithm; its time grows faster than the level. */
final class ElkLevelLayout implements LevelLayout {
    private static final double NODE_GAP = 22;
    private static final double LAYER_GAP = 26;
    private static final double MARGIN = 10;

    ElkLevelLayout() {
        LayoutMetaDataService.getInstance().registerLayoutMetaDataProviders(new LayeredMetaDataProvider());
    }

    @Override
    public Placed place(Level level, Cancellation cancellation) {
        var root = root(level);
        var nodes = level.nodes().stream()
                .map(node -> node(root, node, level.isSeeded()))
                .toList();
        var edges = level.edges().stream().map(edge -> edge(edge, level, nodes)).toList();
        new RecursiveGraphLayoutEngine().layout(root, new BasicProgressMonitor() {
            @Override
            public boolean isCanceled() {
                return cancellation.isCancelled();
            }
        });
        cancellation.check();
        return new Placed(
                nodes.stream().map(ElkLevelLayout::box).toList(),
                edges.stream().map(ElkLevelLayout::route).toList(),
                root.getWidth(),
                root.getHeight());
    }

    private static ElkNode root(Level level) {
        var root = ElkGraphUtil.createGraph();
        root.setProperty(CoreOptions.ALGORITHM, LayeredOptions.ALGORITHM_ID);
        root.setProperty(CoreOptions.DIRECTION, Direction.DOWN);
        root.setProperty(CoreOptions.EDGE_ROUTING, EdgeRouting.ORTHOGONAL);
        root.setProperty(CoreOptions.PADDING, new ElkPadding(MARGIN));
        root.setProperty(CoreOptions.RANDOM_SEED, 1);
        root.setProperty(LayeredOptions.SPACING_NODE_NODE, NODE_GAP);
        root.setProperty(LayeredOptions.SPACING_NODE_NODE_BETWEEN_LAYERS, LAYER_GAP);
        root.setProperty(LayeredOptions.SPACING_EDGE_NODE, 12.0);
        root.setProperty(LayeredOptions.SPACING_EDGE_NODE_BETWEEN_LAYERS, 12.0);
        root.setProperty(LayeredOptions.SPACING_EDGE_EDGE_BETWEEN_LAYERS, 9.0);
        if (level.isSeeded()) {
            root.setProperty(LayeredOptions.CROSSING_MINIMIZATION_STRATEGY, CrossingMinimizationStrategy.INTERACTIVE);
            root.setProperty(CoreOptions.SEPARATE_CONNECTED_COMPONENTS, false);
        }
        return root;
    }

    private static ElkNode node(ElkNode root, LevelNode from, boolean isSeeded) {
        var node = ElkGraphUtil.createNode(root);
        node.setDimensions(from.width(), from.height());
        if (isSeeded) {
            node.setLocation(from.seedX() - from.width() / 2, 0);
        }
        if (from.isFirst()) {
            node.setProperty(LayeredOptions.LAYERING_LAYER_CONSTRAINT, LayerConstraint.FIRST);
        }
        if (from.hasFixedEnds()) {
            node.setProperty(CoreOptions.PORT_CONSTRAINTS, PortConstraints.FIXED_POS);
        }
        return node;
    }

    private static ElkEdge edge(LevelEdge edge, Level level, List<ElkNode> nodes) {
        var from = level.nodes().get(edge.from());
        var to = level.nodes().get(edge.to());
        ElkConnectableShape source = from.hasFixedEnds()
                ? port(nodes.get(edge.from()), PortSide.SOUTH, from.leaves(), from.height())
                : nodes.get(edge.from());
        ElkConnectableShape target = to.hasFixedEnds()
                ? port(nodes.get(edge.to()), PortSide.NORTH, to.enters(edge.operand()), 0)
                : nodes.get(edge.to());
        return ElkGraphUtil.createSimpleEdge(source, target);
    }

    private static ElkConnectableShape port(ElkNode node, PortSide side, double x, double y) {
        for (var known : node.getPorts()) {
            if (known.getX() == x && known.getY() == y) {
                return known;
            }
        }
        var port = ElkGraphUtil.createPort(node);
        port.setLocation(x, y);
        port.setProperty(CoreOptions.PORT_SIDE, side);
        return port;
    }

    private static Box box(ElkNode node) {
        return new Box(node.getX(), node.getY(), node.getWidth(), node.getHeight());
    }

    private static double[] route(ElkEdge edge) {
        var points = new ArrayList<Double>();
        for (var section : edge.getSections()) {
            points.add(section.getStartX());
            points.add(section.getStartY());
            for (var bend : section.getBendPoints()) {
                points.add(bend.getX());
                points.add(bend.getY());
            }
            points.add(section.getEndX());
            points.add(section.getEndY());
        }
        return points.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
