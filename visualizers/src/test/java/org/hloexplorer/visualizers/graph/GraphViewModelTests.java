package org.hloexplorer.visualizers.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.visualizers.Background;
import org.hloexplorer.visualizers.EdgeSelection;
import org.hloexplorer.visualizers.FusionVerdicts;
import org.hloexplorer.visualizers.Lineage;
import org.hloexplorer.visualizers.Programs;
import org.hloexplorer.visualizers.graph.GraphSubject.Side;
import org.junit.jupiter.api.Test;

final class GraphViewModelTests {
    private final GraphViewModel model =
            new GraphViewModel(new Background(Runnable::run, Runnable::run), new LayoutMemory());

    private VisualGraph show(int version, Side side) {
        var timeline = Programs.timeline();
        var verdicts = FusionVerdicts.upTo(timeline, version, Lineage.of(timeline));
        var pair = new VersionPair(timeline.version(version - 1), timeline.version(version));
        var module = side == Side.BEFORE ? pair.before() : pair.after();
        model.show(new GraphSubject(module, version, pair, side, verdicts));
        return Objects.requireNonNull(model.graphProperty().get());
    }

    private static Map<Integer, DifferenceState> states(VisualGraph graph) {
        return graph.nodes()
                .filter(node -> node.parent() == null)
                .collect(Collectors.toMap(VisualNode::instructionId, VisualNode::state));
    }

    @Test
    void tellsAddedRemovedChangedAndSameApart() {
        assertThat(states(show(1, Side.UNION)))
                .containsEntry(Programs.CLAMPED, DifferenceState.REMOVED)
                .containsEntry(Programs.WIDE_MAX, DifferenceState.CHANGED)
                .containsEntry(Programs.EXP, DifferenceState.SAME);
        assertThat(states(show(3, Side.AFTER))).containsEntry(Programs.FUSION, DifferenceState.ADDED);
        assertThat(states(show(3, Side.BEFORE))).containsEntry(Programs.RESULT, DifferenceState.REMOVED);
    }

    @Test
    void saysWhatChangedAndWhereThingsWent() {
        assertThat(show(1, Side.AFTER).nodeOf(Programs.WIDE_MAX).orElseThrow().notes())
                .containsExactly("operands: %max.3 → %reduce_max.7");
        assertThat(show(3, Side.BEFORE).nodeOf(Programs.WIDE_SUM).orElseThrow().notes())
                .containsExactly("moved into %fused_computation");
    }

    @Test
    void constantsAreWrittenInsideTheirUsers() {
        var graph = show(1, Side.BEFORE);
        assertThat(graph.nodes().map(VisualNode::instructionId)).doesNotContain(Programs.MINUS_INF, Programs.ZERO);
        var clamped = graph.nodeOf(Programs.CLAMPED).orElseThrow();
        assertThat(clamped.text().operands()).isEqualTo("(·, -inf)");
        assertThat(clamped.shows()).contains(Programs.MINUS_INF);
        assertThat(graph.nodeOf(Programs.ROW_MAX).orElseThrow().text().title()).isEqualTo("reduce max {1}");
    }

    @Test
    void selectsProducersAndConsumersInTurn() {
        show(1, Side.AFTER);
        model.selectionProperty().set(HloPath.toInstruction(1, Programs.MAIN, Programs.SHIFTED));
        model.selectNextConsumer();
        assertThat(model.selectionProperty().get()).isEqualTo(HloPath.toInstruction(1, Programs.MAIN, Programs.EXP));
        model.selectNextProducer();
        model.selectNextProducer();
        assertThat(model.selectionProperty().get()).isEqualTo(HloPath.toInstruction(1, Programs.MAIN, Programs.X));
    }

    @Test
    void edgesAreSelectedInTurnAndNodesGiveWay() {
        show(3, Side.AFTER);
        model.selectionProperty().set(HloPath.toInstruction(3, Programs.MAIN, Programs.EXP));
        model.selectNextEdge();
        assertThat(model.selectedEdgeProperty().get())
                .isEqualTo(new EdgeSelection(3, Programs.MAIN, Programs.SHIFTED, Programs.EXP));
        assertThat(model.selectionProperty().get()).isNull();
    }

    @Test
    void highlightsEverythingThatFeedsTheSelection() {
        var graph = show(1, Side.AFTER);
        var node = graph.nodeOf(Programs.ROW_SUM).orElseThrow();
        assertThat(graph.feeds(node))
                .contains(key(Programs.X), key(Programs.ROW_MAX), key(Programs.EXP))
                .doesNotContain(key(Programs.WIDE_SUM), key(Programs.RESULT));
        assertThat(graph.fedBy(node))
                .containsExactlyInAnyOrder(key(Programs.ROW_SUM), key(Programs.WIDE_SUM), key(Programs.RESULT));
        model.selectionProperty().set(HloPath.toInstruction(1, Programs.MAIN, Programs.ROW_SUM));
        model.highlightsFeedsProperty().set(true);
        assertThat(graph.graph().getNode(key(Programs.X)).getAttribute("ui.class"))
                .asString()
                .endsWith(",feeds");
        assertThat(graph.graph().getNode(key(Programs.RESULT)).getAttribute("ui.class"))
                .asString()
                .endsWith(",dimmed");
    }

    @Test
    void findsWaysAlongTheDataOnly() {
        var graph = show(1, Side.AFTER);
        var from = graph.nodeOf(Programs.SHIFTED).orElseThrow();
        var to = graph.nodeOf(Programs.ROW_SUM).orElseThrow();
        assertThat(graph.path(from, to)).contains(key(Programs.EXP));
        assertThat(graph.path(to, from)).isEmpty();
    }

    @Test
    void whatLiesInAClosedBoxIsStoodForByTheBox() {
        show(3, Side.AFTER);
        assertThat(model.visible(Programs.INNER_SUM).map(VisualNode::instructionId))
                .contains(Programs.INNER_SUM);
        model.toggleOpen(model.visible(Programs.FUSION).orElseThrow());
        assertThat(model.visible(Programs.INNER_SUM).map(VisualNode::instructionId))
                .contains(Programs.FUSION);
    }

    @Test
    void anEdgeKnowsTheLatestDecision() {
        var graph = show(3, Side.AFTER);
        var refused = graph.edge(Programs.EXP, Programs.ROW_SUM).orElseThrow();
        assertThat(refused.refusal()).isNotNull();
        assertThat(GraphWords.about(refused, graph)).contains("was not fused into", "users 2, limit 1");
        var untouched = graph.edge(Programs.X, Programs.SHIFTED).orElseThrow();
        assertThat(GraphWords.about(untouched, graph))
                .as("nobody decided about a parameter")
                .endsWith("4.19\u202fMB");
    }

    @Test
    void aComputationCanBeShownByItself() {
        show(3, Side.AFTER);
        model.computationProperty().set(Programs.FUSED);
        assertThat(List.copyOf(Objects.requireNonNull(model.graphProperty().get())
                        .nodes()
                        .map(VisualNode::instructionId)
                        .toList()))
                .contains(Programs.INNER_SUM)
                .doesNotContain(Programs.EXP);
    }

    @Test
    void nothingIsShownWithoutASubject() {
        show(1, Side.AFTER);
        model.show(null);
        assertThat(model.graphProperty().get()).isNull();
    }

    private static String key(int instruction) {
        return Integer.toString(instruction);
    }
}
