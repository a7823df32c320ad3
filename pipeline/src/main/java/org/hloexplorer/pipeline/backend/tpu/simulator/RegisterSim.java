package org.hloexplorer.pipeline.backend.tpu.simulator;

/**
 * The array register by register: slow, step by step, and knowing nothing of {@link SystolicArray}, whose states it must
 * reproduce.
 *
 * <p>Each cell has a register for the activation it hands to the right, one for the sum it hands down, one or two for
 * weights, and a few control bits that travel along. From outside come only what enters at the edges: rows of X with a bit
 * for their first, weights with bits for the first and last push.
 */
public final class RegisterSim {
    private final TpuConfig config;
    private final TilePlan plan;
    private final TileSchedule schedule;
    private final MatrixData data;
    private final Registers registers;
    private final double[][] accumulators;
    private final int[] outputsOfColumn;
    private long cycle;

    public RegisterSim(TpuConfig config, TilePlan plan, TileSchedule schedule, MatrixData data) {
        this.config = config;
        this.plan = plan;
        this.schedule = schedule;
        this.data = data;
        this.registers = new Registers(config);
        this.accumulators = new double[plan.columnCount() * plan.mCount()][config.cols()];
        this.outputsOfColumn = new int[config.cols()];
    }

    /** The cycle that {@link #step()} runs next. */
    public long cycle() {
        return cycle;
    }

    /** Runs one cycle; what it computed can be read until the next. */
    public void step() {
        for (int c = 0; c < config.cols(); c++) {
            registers.load(c, push(c));
        }
        for (int r = 0; r < config.rows(); r++) {
            registers.enter(r, feed(r));
        }
        registers.compute(data.type());
        for (int c = 0; c < config.cols(); c++) {
            collect(c);
        }
        registers.clock();
        cycle++;
    }

    /** The product, once {@link TileSchedule#cycles()} cycles have run: mCount × (columnCount · C) sums, padding included. */
    public double accumulator(int column, int m, int col) {
        return accumulators[column * plan.mCount() + m][col];
    }

    /** Whether a row of X passed through the cell in the cycle just run. */
    public boolean active(int row, int col) {
        return registers.valid[row][col];
    }

    /** The activation in the cell in the cycle just run. */
    public double activation(int row, int col) {
        return registers.activation[row][col];
    }

    /** The weight that the cell used in the cycle just run; 0 before it has one. */
    public double weight(int row, int col) {
        return registers.usedWeight[row][col];
    }

    /** The second weight register as the cycle just run began; 0 before it is written. */
    public double shadow(int row, int col) {
        return registers.shadowBefore[row][col];
    }

    /** The sum that the cell handed down in the cycle just run. */
    public double sum(int row, int col) {
        return registers.sum[row][col];
    }

    private Push push(int col) {
        long sinceFirst = cycle - (long) col * config.timing().loadSkew();
        int tileIndex = schedule.shiftedBy(sinceFirst);
        if (tileIndex < 0 || sinceFirst - schedule.shift(tileIndex) >= config.rows()) {
            return Push.NONE;
        }
        int index = (int) (sinceFirst - schedule.shift(tileIndex));
        int row = config.rows() - 1 - index;
        var tile = plan.tile(tileIndex);
        double value = tile.covers(row, col) ? data.w(tile.batch(), tile.firstK() + row, tile.firstN() + col) : 0;
        return new Push(true, value, index == 0, row == 0);
    }

    private Feed feed(int row) {
        int tileIndex = schedule.startedBy(cycle - row);
        if (tileIndex < 0 || cycle - row - schedule.start(tileIndex) >= plan.mCount()) {
            return Feed.NONE;
        }
        int m = (int) (cycle - row - schedule.start(tileIndex));
        var tile = plan.tile(tileIndex);
        double value = row < tile.kCount() ? data.x(tile.batch(), plan.firstM() + m, tile.firstK() + row) : 0;
        return new Feed(true, value, m == 0);
    }

    /** Sums come out of a column in the order of rows and tiles, so a counter per column is address enough. */
    private void collect(int col) {
        int bottom = config.rows() - 1;
        if (!registers.valid[bottom][col]) {
            return;
        }
        int count = outputsOfColumn[col]++;
        int tile = count / plan.mCount();
        int address = tile / plan.rowFolds() * plan.mCount() + count % plan.mCount();
        double sum = registers.sum[bottom][col];
        boolean overwrites = tile % plan.rowFolds() == 0;
        accumulators[address][col] = overwrites ? sum : data.type().add(accumulators[address][col], sum);
    }

    /** A weight that enters from the top, with the bits that start and stop the shifting. */
    record Push(boolean present, double value, boolean first, boolean last) {
        static final Push NONE = new Push(false, 0, false, false);
    }

    /** An activation that enters from the left, with the bit that makes cells take their new weight. */
    record Feed(boolean present, double value, boolean swap) {
        static final Feed NONE = new Feed(false, 0, false);
    }

    /** Every register of the array, and the wires between them. */
    private static final class Registers {
        private final int rows;
        private final int cols;
        private final boolean twoWeights;
        private final double[][] activation;
        private final boolean[][] valid;
        private final boolean[][] swap;
        private final double[][] sum;
        private final double[][] weight;
        private final double[][] shadow;
        private final boolean[][] shifting;
        private final boolean[][] firstPush;
        private final double[][] activationBefore;
        private final boolean[][] validBefore;
        private final boolean[][] swapBefore;
        private final double[][] sumBefore;
        private final double[][] shadowBefore;
        private final double[][] usedWeight;
        private final Push[] pushes;

        Registers(TpuConfig config) {
            rows = config.rows();
            cols = config.cols();
            twoWeights = config.timing().hasShadowRegister();
            activation = new double[rows][cols];
            valid = new boolean[rows][cols];
            swap = new boolean[rows][cols];
            sum = new double[rows][cols];
            weight = new double[rows][cols];
            shadow = new double[rows][cols];
            shifting = new boolean[rows][cols];
            firstPush = new boolean[rows][cols];
            activationBefore = new double[rows][cols];
            validBefore = new boolean[rows][cols];
            swapBefore = new boolean[rows][cols];
            sumBefore = new double[rows][cols];
            shadowBefore = new double[rows][cols];
            usedWeight = new double[rows][cols];
            pushes = new Push[cols];
        }

        void load(int col, Push push) {
            pushes[col] = push;
        }

        void enter(int row, Feed feed) {
            activation[row][0] = feed.value();
            valid[row][0] = feed.present();
            swap[row][0] = feed.swap();
        }

        /** The combinational part: what each cell makes of its neighbours' registers. */
        void compute(OperandType type) {
            for (int r = 0; r < rows; r++) {
                for (int c = 0; c < cols; c++) {
                    if (c > 0) {
                        activation[r][c] = activationBefore[r][c - 1];
                        valid[r][c] = validBefore[r][c - 1];
                        swap[r][c] = swapBefore[r][c - 1];
                    }
                    shadowBefore[r][c] = shadow[r][c];
                    usedWeight[r][c] = twoWeights && swap[r][c] ? shadow[r][c] : weight[r][c];
                    double above = r == 0 ? 0 : sumBefore[r - 1][c];
                    sum[r][c] = valid[r][c] ? type.accumulate(above, activation[r][c], usedWeight[r][c]) : 0;
                }
            }
        }

        /** The clock edge. */
        void clock() {
            for (int c = 0; c < cols; c++) {
                shift(c, twoWeights ? shadow : weight);
            }
            for (int r = 0; r < rows; r++) {
                for (int c = 0; c < cols; c++) {
                    activationBefore[r][c] = activation[r][c];
                    validBefore[r][c] = valid[r][c];
                    swapBefore[r][c] = swap[r][c];
                    sumBefore[r][c] = sum[r][c];
                    weight[r][c] = twoWeights ? usedWeight[r][c] : weight[r][c];
                }
            }
        }

        /**
         * Moves a column's weights down. A row joins when the first push comes by and all stop with the last: if every row
         * moved from the first push on, the lower rows would lose weights that the wave has not taken yet.
         */
        private void shift(int col, double[][] register) {
            var push = pushes[col];
            for (int r = rows - 1; r >= 0; r--) {
                boolean first = r == 0 ? push.first() : firstPush[r - 1][col];
                boolean moves = push.present() && (first || shifting[r][col]);
                if (moves) {
                    register[r][col] = r == 0 ? push.value() : register[r - 1][col];
                }
                shifting[r][col] = moves && !push.last();
                firstPush[r][col] = first;
            }
        }
    }
}
