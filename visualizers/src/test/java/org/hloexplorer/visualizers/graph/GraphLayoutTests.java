package org.hloexplorer.visualizers.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.visualizers.Programs;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class GraphLayoutTests {
    private final GraphLayout layout = new GraphLayout();

    private static VisualGraph graph(HloModule module) {
        return VisualGraphBuilder.build(
                GraphSubject.of(module, 0), module.entryId(), Openness.DEFAULT, new Cancellation());
    }

    private GraphGeometry layOut(VisualGraph graph, GraphGeometry previous) {
        return layout.layOut(graph, previous, new Cancellation());
    }

    @ParameterizedTest
    @ValueSource(ints = {12, 200, 1700})
    void producersAreAboveConsumersAndNothingOverlaps(int nodes) {
        var graph = graph(Programs.chain(nodes));
        var geometry = layOut(graph, GraphGeometry.EMPTY);
        assertThat(geometry.boxes()).hasSize(nodes - 1);
        graph.edges().forEach(edge -> {
            var from = geometry.box(edge.from()).orElseThrow();
            var to = geometry.box(edge.to()).orElseThrow();
            assertThat(from.bottom()).isLessThan(to.y());
            var route = geometry.routes().getOrDefault(edge.key(), new double[] {0, 0});
            assertThat(route[1]).isEqualTo(from.bottom());
            assertThat(route[route.length - 1]).isEqualTo(to.y());
        });
        assertThat(overlaps(new ArrayList<>(geometry.boxes().values()))).isZero();
    }

    private static long overlaps(List<Box> boxes) {
        long count = 0;
        for (int i = 0; i < boxes.size(); i++) {
            for (int j = 0; j < i; j++) {
                count += boxes.get(i).intersects(boxes.get(j)) ? 1 : 0;
            }
        }
        return count;
    }

    @Test
    void anOpenFusionHoldsItsBody() {
        var graph = graph(Programs.fused());
        var geometry = layOut(graph, GraphGeometry.EMPTY);
        var hull = geometry.box(Integer.toString(Programs.FUSION)).orElseThrow();
        var inner = geometry.box(Programs.FUSION + "/" + Programs.INNER_SUM).orElseThrow();
        assertThat(hull.contains(inner.x(), inner.y())).isTrue();
        assertThat(hull.contains(inner.right(), inner.bottom())).isTrue();
    }

    @Test
    void survivorsKeepTheirOrderFromLeftToRight() {
        var before = graph(Programs.chain(150));
        var first = layOut(before, GraphGeometry.EMPTY);
        var after = graph(Programs.chain(160));
        var second = layOut(after, first);
        long swapped = first.boxes().keySet().stream()
                .flatMap(one -> first.boxes().keySet().stream()
                        .filter(other ->
                                sameRow(second, one, other) && leftOf(first, one, other) != leftOf(second, one, other)))
                .count();
        assertThat(swapped).isZero();
    }

    private static boolean sameRow(GraphGeometry geometry, String one, String other) {
        return geometry.box(one).orElseThrow().y()
                        == geometry.box(other).orElseThrow().y()
                && !one.equals(other);
    }

    private static boolean leftOf(GraphGeometry geometry, String one, String other) {
        return geometry.box(one).orElseThrow().centerX()
                < geometry.box(other).orElseThrow().centerX();
    }

    @Test
    void twentyThousandNodesTakeSeconds() {
        var graph = graph(Programs.chain(20_000));
        Assertions.assertTimeout(Duration.ofSeconds(20), () -> layOut(graph, GraphGeometry.EMPTY));
    }

    @Test
    void aCancelledLayoutStops() {
        var graph = graph(Programs.chain(600));
        var cancellation = new Cancellation();
        cancellation.cancel();
        assertThatThrownBy(() -> layout.layOut(graph, GraphGeometry.EMPTY, cancellation))
                .isInstanceOf(CancellationException.class);
    }
}
