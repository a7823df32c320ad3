package org.hloexplorer.pipeline.backend.tpu.chip;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.hloexplorer.pipeline.backend.tpu.simulator.MatMulSimulation;
import org.jspecify.annotations.Nullable;

/**
 * The instructions of a piece. A product of a million tiles has millions of them, so that each is made when it is asked for,
 * from its place alone.
 */
public final class InstructionListing extends AbstractList<ListedInstruction> implements RandomAccess {
    private final ChipPiece piece;
    private final IntFunction<List<MatMulSimulation>> products;
    private final Function<ChipTask, TpuInstruction> simple;
    private final Function<ChipTask, InstructionStream.Place> places;
    private final Map<Integer, Integer> blocks = new HashMap<>();
    private final long[] first;
    private @Nullable TileInstructions latest;

    InstructionListing(
            ChipPiece piece,
            IntFunction<List<MatMulSimulation>> products,
            Function<ChipTask, TpuInstruction> simple,
            Function<ChipTask, InstructionStream.Place> places) {
        this.piece = piece;
        this.products = products;
        this.simple = simple;
        this.places = places;
        var tasks = piece.schedule().tasks();
        tasks.forEach(task -> blocks.merge(task.instruction(), task.block() + 1, Math::max));
        this.first = new long[tasks.size() + 1];
        for (var task : tasks) {
            first[task.index() + 1] = first[task.index()] + syncs(task).count() + own(task);
        }
    }

    /** Units whose results a task of another unit works with. */
    private Stream<ChipUnit> syncs(ChipTask task) {
        return task.needs().stream()
                .map(need -> piece.schedule().tasks().get(need).unit())
                .filter(unit -> unit != task.unit())
                .distinct();
    }

    private long own(ChipTask task) {
        if (task.kind() != ChipTask.Kind.PRODUCT) {
            return 1;
        }
        long count = 0;
        for (var product : products.apply(task.instruction())) {
            count += TileInstructions.count(product, task.block(), blocks(task));
        }
        return count;
    }

    private int blocks(ChipTask task) {
        return blocks.getOrDefault(task.instruction(), 1);
    }

    @Override
    public int size() {
        return (int) Math.min(Integer.MAX_VALUE, first[first.length - 1]);
    }

    @Override
    public ListedInstruction get(int index) {
        if (index < 0 || index >= size()) {
            throw new IndexOutOfBoundsException("%d of %d instructions".formatted(index, size()));
        }
        var task = piece.schedule().tasks().get(taskAt(index));
        long place = index - first[task.index()];
        var syncs = syncs(task).toList();
        long start = piece.schedule().start(task.index());
        if (place < syncs.size()) {
            return new ListedInstruction(new TpuInstruction.Sync(syncs.get((int) place)), task, -1, -1, start, start);
        }
        return task.kind() == ChipTask.Kind.PRODUCT
                ? ofProduct(task, place - syncs.size())
                : new ListedInstruction(
                        simple.apply(task),
                        task,
                        -1,
                        -1,
                        start,
                        piece.schedule().end(task.index()));
    }

    private int taskAt(long index) {
        int found = Arrays.binarySearch(first, index);
        int task = found < 0 ? -found - 2 : found;
        // A task without instructions begins where the next one does.
        while (first[task + 1] == index) {
            task++;
        }
        return task;
    }

    private ListedInstruction ofProduct(ChipTask task, long place) {
        var all = products.apply(task.instruction());
        long rest = place;
        for (int product = 0; product < all.size(); product++) {
            long count = TileInstructions.count(all.get(product), task.block(), blocks(task));
            if (rest < count) {
                return tiles(task, product).get(task, blocks(task), places.apply(task), rest);
            }
            rest -= count;
        }
        throw new IndexOutOfBoundsException("%d instructions of %s".formatted(place, task));
    }

    /** The one that was asked for last is kept: neighbours are asked for together. */
    private TileInstructions tiles(ChipTask task, int product) {
        var known = latest;
        if (known == null || known.instruction() != task.instruction() || known.product() != product) {
            known = TileInstructions.of(piece, task.instruction(), products.apply(task.instruction()), product);
            latest = known;
        }
        return known;
    }

    /**
     * The place of what is under way in a cycle: the multiplication, while there is one, otherwise what began last; -1 before
     * the first.
     */
    public int indexAt(long cycle) {
        var product = piece.schedule().at(ChipUnit.MATRIX_UNITS, cycle);
        if (product.state() == ChipState.WORKING) {
            return multiplication(piece.schedule().tasks().get(product.task()), cycle);
        }
        int latestTask = -1;
        for (var task : piece.schedule().tasks()) {
            long start = piece.schedule().start(task.index());
            boolean isLater = latestTask < 0 || start >= piece.schedule().start(latestTask);
            latestTask = start <= cycle && isLater ? task.index() : latestTask;
        }
        return latestTask < 0 ? -1 : (int) Math.min(size() - 1L, first[latestTask + 1] - 1);
    }

    /** A tile is listed with the block that it is counted to, though its cycles may begin in the block before. */
    private int multiplication(ChipTask task, long cycle) {
        var all = products.apply(task.instruction());
        for (int product = 0; product < all.size(); product++) {
            var tiles = tiles(task, product);
            int tile = tiles.tileAt(cycle);
            if (tile >= 0) {
                int block = tiles.blockOf(tile, blocks(task));
                var listed = ofBlock(task.instruction(), block);
                long before = first[listed.index()] + syncs(listed).count();
                for (var earlier : all.subList(0, product)) {
                    before += TileInstructions.count(earlier, block, blocks(task));
                }
                return (int) Math.min(size() - 1L, before + tiles.multiplication(tile, block, blocks(task)));
            }
        }
        return (int) Math.min(size() - 1L, first[task.index()]);
    }

    private ChipTask ofBlock(int instruction, int block) {
        return piece.schedule().tasks().stream()
                .filter(task -> task.instruction() == instruction
                        && task.block() == block
                        && task.kind() == ChipTask.Kind.PRODUCT)
                .findFirst()
                .orElseThrow();
    }
}
