package org.hloexplorer.tpu.view;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.hloexplorer.pipeline.backend.tpu.simulator.HardwareUnit;
import org.hloexplorer.pipeline.backend.tpu.simulator.UnitState;

/**
 * The states of all parts of the array in the cycles that are shown.
 *
 * @param units in the order of their lines
 */
record Waves(UnitScene scene, TimeAxis axis, Map<HardwareUnit, StateBins> units) {

    static Waves of(UnitScene scene, TimeAxis axis) {
        var units = new LinkedHashMap<HardwareUnit, StateBins>();
        for (var unit : HardwareUnit.of(scene.config().timing())) {
            units.put(unit, StateBins.of(scene, unit, axis));
        }
        return new Waves(scene, axis, units);
    }

    boolean isFor(UnitScene other, TimeAxis otherAxis) {
        return scene.equals(other) && axis.equals(otherAxis);
    }

    /** The states that occur, in the order in which they are declared. */
    Set<UnitState> states() {
        var states = EnumSet.noneOf(UnitState.class);
        units.values().forEach(bins -> bins.forEachStretch((state, _, _) -> states.add(state)));
        return states;
    }
}
