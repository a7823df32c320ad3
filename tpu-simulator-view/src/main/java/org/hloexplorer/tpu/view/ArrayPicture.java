package org.hloexplorer.tpu.view;

import org.hloexplorer.pipeline.backend.tpu.simulator.ArrayState;

/**
 * Everything that decides how the array is drawn at a moment.
 *
 * @param state the cycle that is shown
 * @param before the cycle before it, for what has just moved
 * @param lag how far moving values still are from their places, in cells: 1 to 0 going forward, -1 to 0 going back
 */
record ArrayPicture(
        UnitScene scene, ArrayGeometry geometry, ArrayState state, ArrayState before, double lag, HeatMode heat) {

    static ArrayPicture of(UnitScene scene, ArrayGeometry geometry, long cycle, double lag, HeatMode heat) {
        var array = scene.array();
        return new ArrayPicture(scene, geometry, array.at(cycle), array.at(cycle - 1), lag, heat);
    }
}
