package org.hloexplorer.tpu.view;

import org.hloexplorer.pipeline.backend.tpu.simulator.ArrayState;
import org.hloexplorer.pipeline.backend.tpu.simulator.Cell;
import org.jspecify.annotations.Nullable;

/**
 * Everything that decides how the array is drawn at a moment.
 *
 * @param state the cycle that is shown
 * @param before the cycle before it, for what has just moved
 * @param registers where values are to come from registers; null where they follow from the schedule
 * @param lag how far moving values still are from their places, in cells: 1 to 0 going forward, -1 to 0 going back
 */
record ArrayPicture(
        UnitScene scene,
        ArrayGeometry geometry,
        ArrayState state,
        ArrayState before,
        @Nullable RegisterCells registers,
        double lag,
        HeatMode heat) {

    static ArrayPicture of(
            UnitScene scene,
            ArrayGeometry geometry,
            long cycle,
            @Nullable RegisterCells registers,
            double lag,
            HeatMode heat) {
        var array = scene.array();
        return new ArrayPicture(scene, geometry, array.at(cycle), array.at(cycle - 1), registers, lag, heat);
    }

    /** A cell with its values. */
    Cell cell(int row, int col) {
        return registers == null ? state.cell(row, col) : registers.cell(state, row, col);
    }
}
