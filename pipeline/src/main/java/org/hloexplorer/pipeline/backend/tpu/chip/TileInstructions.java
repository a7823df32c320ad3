package org.hloexplorer.pipeline.backend.tpu.chip;

import java.util.List;
import org.hloexplorer.pipeline.backend.tpu.simulator.MatMulSimulation;
import org.hloexplorer.pipeline.backend.tpu.simulator.TilePlan;
import org.hloexplorer.pipeline.backend.tpu.simulator.TileSchedule;
import org.hloexplorer.pipeline.backend.tpu.simulator.TimingMode;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;

/**
 * The instructions of one product: for each tile its weights are read and its rows multiplied; after the last tile of a column
 * the accumulators are read out.
 *
 * @param offset cycles of the matrix units for the products before it
 */
record TileInstructions(
        int instruction,
        int product,
        TilePlan plan,
        TileSchedule schedule,
        TpuConfig config,
        ProductClock clock,
        long offset) {
    private static final int ACCUMULATOR_ROWS = 4096;

    static TileInstructions of(ChipPiece piece, int instruction, List<MatMulSimulation> products, int product) {
        var simulation = products.get(product);
        long offset = products.subList(0, product).stream()
                .mapToLong(MatMulSimulation::cycles)
                .sum();
        return new TileInstructions(
                instruction,
                product,
                simulation.plans().getFirst(),
                simulation.schedule(0),
                simulation.config(),
                ProductClock.of(piece, instruction).orElseThrow(),
                offset);
    }

    /** How many there are in a block of so many. */
    static long count(MatMulSimulation product, int block, int blocks) {
        var plan = product.plans().getFirst();
        return before(plan, firstTile(plan, block + 1, blocks)) - before(plan, firstTile(plan, block, blocks));
    }

    private static int firstTile(TilePlan plan, int block, int blocks) {
        return (int) ((long) plan.folds() * block / blocks);
    }

    /** Instructions of all tiles before one: two each, and one for each column that they complete. */
    private static long before(TilePlan plan, int tile) {
        return 2L * tile + tile / plan.rowFolds();
    }

    /** The instruction at a place of a task's. */
    ListedInstruction get(ChipTask task, int blocks, InstructionStream.Place place, long index) {
        long wanted = before(plan, firstTile(plan, task.block(), blocks)) + index;
        int low = firstTile(plan, task.block(), blocks);
        int high = firstTile(plan, task.block() + 1, blocks) - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (before(plan, middle) <= wanted) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return switch ((int) (wanted - before(plan, low))) {
            case 0 -> readWeights(task, place, low);
            case 1 -> multiply(task, place, low);
            default -> activate(task, place, low);
        };
    }

    /** The tile whose rows enter in a cycle of the piece; -1 while another product is at work. */
    int tileAt(long cycle) {
        long work = clock.fromPiece(cycle).orElse(-1) - offset;
        return work < 0 || work >= schedule.cycles() ? -1 : Math.max(0, schedule.startedBy(work));
    }

    /** The block that a tile is counted to. */
    int blockOf(int tile, int blocks) {
        int block = (int) ((long) tile * blocks / plan.folds());
        while (firstTile(plan, block + 1, blocks) <= tile) {
            block++;
        }
        return block;
    }

    /** The place of a tile's multiplication among the instructions of its block. */
    long multiplication(int tile, int block, int blocks) {
        return before(plan, tile) - before(plan, firstTile(plan, block, blocks)) + 1;
    }

    private ListedInstruction readWeights(ChipTask task, InstructionStream.Place place, int tile) {
        long from = schedule.shift(tile);
        long to = from + config.rows();
        if (config.timing() == TimingMode.FIFO) {
            long slot = tile < config.fifoDepth() ? 0 : schedule.shift(tile - config.fifoDepth());
            from = Math.max(slot, tile == 0 ? 0 : schedule.arrival(tile - 1));
            to = schedule.arrival(tile);
        }
        return listed(new TpuInstruction.ReadWeights(place.address(), tile), task, tile, from, to);
    }

    private ListedInstruction multiply(ChipTask task, InstructionStream.Place place, int tile) {
        var instruction = new TpuInstruction.MatrixMultiply(
                plan.mCount(),
                accumulator(tile),
                place.onChip(),
                plan.tile(tile).rowFold() > 0,
                true);
        return listed(instruction, task, tile, schedule.start(tile), schedule.start(tile) + plan.mCount());
    }

    private ListedInstruction activate(ChipTask task, InstructionStream.Place place, int tile) {
        var instruction = new TpuInstruction.Activate(plan.mCount(), accumulator(tile), place.onChip());
        return listed(instruction, task, tile, schedule.start(tile) + config.rows(), schedule.end(tile));
    }

    private int accumulator(int tile) {
        return (int) ((long) tile / plan.rowFolds() * plan.mCount() % ACCUMULATOR_ROWS);
    }

    private ListedInstruction listed(TpuInstruction instruction, ChipTask task, int tile, long from, long to) {
        return new ListedInstruction(
                instruction, task, product, tile, clock.toPiece(offset + from), clock.toPiece(offset + to));
    }
}
