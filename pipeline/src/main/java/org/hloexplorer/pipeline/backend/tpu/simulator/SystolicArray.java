package org.hloexplorer.pipeline.backend.tpu.simulator;

import org.hloexplorer.pipeline.backend.tpu.simulator.Cell.Pass;
import org.hloexplorer.pipeline.backend.tpu.simulator.Cell.Weight;

/**
 * One array working through a plan.
 *
 * <p>Nothing is simulated step by step: what any cell holds in any cycle follows from the schedule and the operands. Cycles
 * can therefore be visited in any order, and only what is looked at is computed.
 */
public final class SystolicArray {
    private final TpuConfig config;
    private final TilePlan plan;
    private final TileSchedule schedule;
    private final MatrixData data;

    public SystolicArray(TpuConfig config, TilePlan plan, TileSchedule schedule, MatrixData data) {
        this.config = config;
        this.plan = plan;
        this.schedule = schedule;
        this.data = data;
    }

    public TpuConfig config() {
        return config;
    }

    public TilePlan plan() {
        return plan;
    }

    public TileSchedule schedule() {
        return schedule;
    }

    public MatrixData data() {
        return data;
    }

    /** The whole array in a cycle, computed as far as it is asked for. */
    public ArrayState at(long cycle) {
        return new ArrayState(this, cycle);
    }

    /** Multiplications, padding included, that all cells together have done before {@code cycle}. */
    public long macsBefore(long cycle) {
        long macs = 0;
        for (int diagonal = 0; diagonal < config.rows() + config.cols() - 1; diagonal++) {
            macs += cellsOnDiagonal(diagonal) * macsBefore(diagonal, cycle);
        }
        return macs;
    }

    long macsBefore(int diagonal, long cycle) {
        int tile = schedule.startedBy(cycle - diagonal);
        return tile < 0
                ? 0
                : (long) tile * schedule.mCount()
                        + Math.min(cycle - diagonal - schedule.start(tile), schedule.mCount());
    }

    int cellsOnDiagonal(int diagonal) {
        return Math.min(diagonal, config.rows() - 1) - Math.max(0, diagonal - config.cols() + 1) + 1;
    }

    /** What enters row {@code row} from the left; a row of X is one cycle later in each further row. */
    Pass feed(int row, long cycle) {
        return pass(row, 0, cycle);
    }

    Pass pass(int row, int col, long cycle) {
        long sinceLeftTop = cycle - row - col;
        int tileIndex = schedule.startedBy(sinceLeftTop);
        if (tileIndex < 0 || sinceLeftTop - schedule.start(tileIndex) >= schedule.mCount()) {
            return Pass.NONE;
        }
        var tile = plan.tile(tileIndex);
        int m = plan.firstM() + (int) (sinceLeftTop - schedule.start(tileIndex));
        return new Pass(tileIndex, m, tile.firstK() + row, activation(tile, m, row));
    }

    private double activation(Tile tile, int m, int row) {
        return row < tile.kCount() ? data.x(tile.batch(), m, tile.firstK() + row) : 0;
    }

    Weight weight(int row, int col, long cycle) {
        if (!config.timing().hasShadowRegister()) {
            return shifted(row, col, cycle);
        }
        int tile = schedule.startedBy(cycle - row - col);
        return tile < 0 ? Weight.NONE : weight(plan.tile(tile), row, row, col);
    }

    Weight shadow(int row, int col, long cycle) {
        return config.timing().hasShadowRegister() ? shifted(row, col, cycle) : Weight.NONE;
    }

    /**
     * What the register that weights shift through holds at the beginning of a cycle. Row r takes part from r cycles after
     * the first push on, so that weights of the tile before stay where they are until then.
     */
    private Weight shifted(int row, int col, long cycle) {
        long sinceFirstPush = cycle - row - (long) col * config.timing().loadSkew();
        int tileIndex = schedule.shiftedBy(sinceFirstPush - 1);
        if (tileIndex < 0) {
            return Weight.NONE;
        }
        int rows = config.rows();
        int shifts = (int) Math.min(sinceFirstPush - schedule.shift(tileIndex), (long) rows - row);
        return weight(plan.tile(tileIndex), rows - shifts, row, col);
    }

    /** What enters column {@code col} from the top during a cycle. */
    Weight push(int col, long cycle) {
        long sinceFirstPush = cycle - (long) col * config.timing().loadSkew();
        int tileIndex = schedule.shiftedBy(sinceFirstPush);
        if (tileIndex < 0 || sinceFirstPush - schedule.shift(tileIndex) >= config.rows()) {
            return Weight.NONE;
        }
        int pushed = (int) (sinceFirstPush - schedule.shift(tileIndex));
        return weight(plan.tile(tileIndex), config.rows() - 1 - pushed, 0, col);
    }

    private Weight weight(Tile tile, int rowOfTile, int row, int col) {
        double value =
                tile.covers(rowOfTile, col) ? data.w(tile.batch(), tile.firstK() + rowOfTile, tile.firstN() + col) : 0;
        return new Weight(tile.index(), tile.firstK() + rowOfTile, tile.firstN() + col, value);
    }

    /** Sum over rows 0 to {@code row} of a tile, in that order, from +0; NaN where operands are not known. */
    double sum(int tileIndex, int m, int row, int col) {
        if (!data.isKnown()) {
            return Double.NaN;
        }
        var tile = plan.tile(tileIndex);
        double sum = 0;
        for (int r = 0; r <= row; r++) {
            double w = tile.covers(r, col) ? data.w(tile.batch(), tile.firstK() + r, tile.firstN() + col) : 0;
            sum = data.type().accumulate(sum, activation(tile, m, r), w);
        }
        return sum;
    }
}
