package org.hloexplorer.tpu.view;

import java.util.regex.Pattern;
import org.hloexplorer.pipeline.backend.tpu.simulator.Cell;
import org.hloexplorer.pipeline.backend.tpu.simulator.Cell.Weight;
import org.hloexplorer.pipeline.backend.tpu.simulator.Tile;
import org.hloexplorer.pipeline.backend.tpu.simulator.TileSchedule;

/** What a cell computes in a cycle, as a formula with its numbers and the elements of the program's arrays they are. */
final class CellFormula {
    private CellFormula() {}

    private static final Pattern PARTS = Pattern.compile(" {2,}");

    /** As {@link #of}, each part on a line of its own. */
    static String lines(TpuViewModel model) {
        return PARTS.matcher(of(model)).replaceAll("\n");
    }

    /** For the cell in focus, or what to do to have one. */
    static String of(TpuViewModel model) {
        var scene = model.sceneProperty().get();
        var address = model.cellInFocus();
        if (scene == null) {
            return "";
        }
        if (address == null) {
            return Words.say("formula.none");
        }
        long cycle = model.cycleProperty().get();
        var cell = scene.array().at(cycle).cell(address.row(), address.col());
        var where = Words.say("formula.cell", address.row(), address.col());
        var what = cell.pass().isPresent() ? sum(cell, scene) : idle(cell, scene.schedule(), cycle);
        return where + "  " + what + shadow(cell.shadow(), scene);
    }

    private static String sum(Cell cell, UnitScene scene) {
        var tile = scene.plan().tile(cell.pass().tile());
        var elements = scene.run().elements();
        var isPadding = !tile.covers(cell.row(), cell.col());
        return Words.say(
                isPadding ? "formula.padding" : "formula.sum",
                Figures.exact(cell.above()),
                Figures.operand(cell.pass().value()),
                Figures.operand(cell.weight().value()),
                Figures.exact(cell.sum()),
                isPadding
                        ? ""
                        : elements.x(tile.batch(), cell.pass().m(), cell.pass().k()),
                isPadding
                        ? ""
                        : elements.w(
                                tile.batch(), cell.weight().k(), cell.weight().n()),
                isPadding
                        ? ""
                        : elements.y(
                                tile.batch(), cell.pass().m(), cell.weight().n()));
    }

    private static String idle(Cell cell, TileSchedule schedule, long cycle) {
        int diagonal = cell.row() + cell.col();
        int next = schedule.startedBy(cycle - diagonal) + 1;
        return next < schedule.folds()
                ? Words.say("formula.idle", Figures.count(schedule.start(next) + diagonal), next)
                : Words.say("formula.done");
    }

    private static String shadow(Weight shadow, UnitScene scene) {
        if (!shadow.isPresent() || !isInW(shadow, scene.plan().tile(shadow.tile()))) {
            return "";
        }
        int batch = scene.plan().tile(shadow.tile()).batch();
        return "  "
                + Words.say(
                        "formula.shadow",
                        scene.run().elements().w(batch, shadow.k(), shadow.n()),
                        Figures.exact(shadow.value()));
    }

    private static boolean isInW(Weight weight, Tile tile) {
        return tile.covers(weight.k() - tile.firstK(), weight.n() - tile.firstN());
    }
}
