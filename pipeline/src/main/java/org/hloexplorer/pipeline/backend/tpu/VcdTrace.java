package org.hloexplorer.pipeline.backend.tpu;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.pipeline.backend.tpu.simulator.HardwareUnit;
import org.hloexplorer.pipeline.backend.tpu.simulator.UnitState;
import org.hloexplorer.pipeline.backend.tpu.simulator.UnitTimeline;

/**
 * A simulation as waveforms in the value change dump of IEEE 1364, which GTKWave and others show: for each part of each
 * matrix unit its state, as a number that the file's comment explains, and the tile it works on.
 *
 * <p>A nanosecond of the file is a cycle. Products follow one another, each in its first execution.
 */
public final class VcdTrace {
    private static final List<UnitState> STATES = List.of(UnitState.values());
    private static final int STATE_BITS = 4;
    private static final int TILE_BITS = 32;
    private static final String FIRST_CODES = "!";
    private static final int PRINTABLE = 94;

    private final Map<String, String> codes = new LinkedHashMap<>();
    private final Writer writer;

    private VcdTrace(Writer writer) {
        this.writer = writer;
    }

    /** A signal takes a value. */
    private record Change(long at, String code, String value) {}

    /** Writes the waveforms; the writer stays open. */
    public static void write(TpuSimulation simulation, Writer writer) throws IOException {
        new VcdTrace(writer).write(simulation);
        writer.flush();
    }

    private void write(TpuSimulation simulation) throws IOException {
        var config = simulation.config();
        header(simulation);
        var parts = HardwareUnit.of(config.timing());
        for (int unit = 0; unit < config.matrixUnits(); unit++) {
            writer.write("$scope module matrix_unit_%d $end\n".formatted(unit));
            for (var part : parts) {
                declare(unit, part, "state", STATE_BITS);
                declare(unit, part, "tile", TILE_BITS);
            }
            writer.write("$upscope $end\n");
        }
        writer.write("$enddefinitions $end\n");
        long start = 0;
        for (var run : simulation.matMuls()) {
            product(run, parts, start);
            start += run.simulation().cycles();
        }
        writer.write("#%d\n".formatted(start));
    }

    private void header(TpuSimulation simulation) throws IOException {
        writer.write("$version HLO Explorer $end\n$timescale 1 ns $end\n$comment one nanosecond is one cycle; states:");
        for (var state : UnitState.values()) {
            writer.write(" %d %s,".formatted(STATES.indexOf(state), state.label()));
        }
        writer.write(" $end\n$comment %s on %s, %s $end\n"
                .formatted(
                        simulation.title().replace('$', '_'),
                        simulation.config().array(),
                        simulation.config().timing().flag()));
    }

    private void declare(int unit, HardwareUnit part, String what, int bits) throws IOException {
        var code = code(codes.size());
        codes.put(key(unit, part, what), code);
        writer.write(
                "$var reg %d %s %s_%s $end\n".formatted(bits, code, part.label().replace(' ', '_'), what));
    }

    private static String key(int unit, HardwareUnit part, String what) {
        return unit + "/" + part + "/" + what;
    }

    /** Short names of printable characters, as the format wants them. */
    private static String code(int index) {
        var code = new StringBuilder();
        int rest = index;
        do {
            code.append((char) (FIRST_CODES.charAt(0) + rest % PRINTABLE));
            rest /= PRINTABLE;
        } while (rest > 0);
        return code.toString();
    }

    private void product(MatMulRun run, List<HardwareUnit> parts, long start) throws IOException {
        var changes = new ArrayList<Change>();
        var simulation = run.simulation();
        for (int unit = 0; unit < simulation.config().matrixUnits(); unit++) {
            for (var part : parts) {
                var state = codes.getOrDefault(key(unit, part, "state"), "");
                var tile = codes.getOrDefault(key(unit, part, "tile"), "");
                long end = 0;
                if (unit < simulation.plans().size()) {
                    var timeline = new UnitTimeline(simulation.schedule(unit), simulation.config());
                    timeline.forEach(part, interval -> {
                        changes.add(new Change(start + interval.from(), state, bits(STATES.indexOf(interval.state()))));
                        changes.add(new Change(
                                start + interval.from(), tile, interval.tile() < 0 ? "bx" : bits(interval.tile())));
                    });
                    end = simulation.schedule(unit).cycles();
                }
                if (end < simulation.cycles()) {
                    changes.add(new Change(start + end, state, bits(STATES.indexOf(UnitState.IDLE))));
                    changes.add(new Change(start + end, tile, "bx"));
                }
            }
        }
        changes.sort(Comparator.comparingLong(Change::at));
        long now = -1;
        for (var change : changes) {
            if (change.at() != now) {
                now = change.at();
                writer.write("#%d\n".formatted(now));
            }
            writer.write(change.value() + " " + change.code() + "\n");
        }
    }

    private static String bits(int value) {
        return "b" + Integer.toBinaryString(value);
    }
}
