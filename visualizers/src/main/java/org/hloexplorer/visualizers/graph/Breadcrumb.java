package org.hloexplorer.visualizers.graph;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloModule;
import org.jspecify.annotations.Nullable;

/** The way from the module to the computation that is shown: module ▸ computation ▸ fusion. */
final class Breadcrumb extends HBox {
    private final GraphViewModel model;

    Breadcrumb(GraphViewModel model) {
        this.model = model;
        setId("graph-breadcrumb");
        getStyleClass().add("breadcrumb");
        model.graphProperty().subscribe(_ -> refresh());
    }

    private void refresh() {
        var subject = model.subjectProperty().get();
        var computation = model.shownComputation().orElse(-1);
        getChildren().setAll(subject == null ? List.of() : crumbs(subject, computation));
    }

    private List<Node> crumbs(GraphSubject subject, int computationId) {
        var module = subject.module();
        var crumbs = new ArrayList<Node>();
        crumbs.add(text(module.name()));
        for (var each : way(module, computationId)) {
            crumbs.add(text("▸"));
            crumbs.add(each.id() == computationId ? text(each.name()) : link(each));
        }
        return crumbs;
    }

    /** From the entry computation through the first callers. */
    private static List<HloComputation> way(HloModule module, int computationId) {
        var way = new ArrayList<HloComputation>();
        @Nullable HloComputation next = module.find(computationId).orElse(null);
        while (next != null && !way.contains(next)) {
            way.addFirst(next);
            next = module.callers(next.id()).stream()
                    .findFirst()
                    .flatMap(caller -> module.computationOf(caller.id()))
                    .orElse(null);
        }
        return way;
    }

    private static Label text(String words) {
        return new Label(words);
    }

    private Hyperlink link(HloComputation computation) {
        var link = new Hyperlink(computation.name());
        link.setOnAction(_ -> model.computationProperty().set(computation.id()));
        return link;
    }
}
