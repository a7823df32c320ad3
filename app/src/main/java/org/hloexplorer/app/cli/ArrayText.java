package org.hloexplorer.app.cli;

import java.util.Locale;
import org.hloexplorer.pipeline.backend.tpu.TpuSimulation;
import org.hloexplorer.pipeline.backend.tpu.simulator.ArrayState;
import org.hloexplorer.pipeline.backend.tpu.simulator.Cell;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;

/** The array in one cycle, a line per row of cells. */
final class ArrayText {
    /** Wider arrays do not fit a terminal. */
    private static final int WIDEST = 16;

    private ArrayText() {}

    static String of(TpuSimulation simulation, long cycle) {
        if (simulation.matMuls().isEmpty()) {
            return "  The program has no product of matrices, so there is nothing in the array.";
        }
        var first = simulation.matMuls().getFirst().simulation();
        if (cycle < 0 || cycle >= first.cycles()) {
            throw new VerbException(
                    ExitStatus.WRONG_USAGE,
                    "--at=%d: the first product takes %d cycles, counted from 0.".formatted(cycle, first.cycles()));
        }
        return grid(simulation.config(), first.array(0).at(cycle));
    }

    private static String grid(TpuConfig config, ArrayState state) {
        int rows = Math.min(config.rows(), WIDEST);
        int columns = Math.min(config.cols(), WIDEST);
        var text = new StringBuilder();
        text.append("  cycle %,d: %,d of %,d cells multiply; each cell: activation·weight → sum handed down%n"
                .formatted(state.cycle(), state.activeCells(), config.rows() * config.cols()));
        for (int row = 0; row < rows; row++) {
            text.append("  ");
            for (int column = 0; column < columns; column++) {
                text.append("%-24s".formatted(cell(state.cell(row, column))));
            }
            text.append('\n');
        }
        if (rows < config.rows() || columns < config.cols()) {
            text.append("  (the first %d rows and %d columns)%n".formatted(rows, columns));
        }
        return text.toString();
    }

    private static String cell(Cell cell) {
        if (!cell.pass().isPresent()) {
            return cell.weight().isPresent() ? "·" + number(cell.weight().value()) : "-";
        }
        return "%s·%s→%s"
                .formatted(number(cell.pass().value()), number(cell.weight().value()), number(cell.sum()));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.3g", value);
    }
}
