package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/**
 * A transpose, or a copy to another layout, by work-groups: a group reads a tile along the rows of the operand, and writes
 * it along those of the result, so that items side by side touch memory side by side both times.
 */
final class GroupTranspose {
    private static final int TILE = 32;

    /** Rows of a tile lie so far apart in local memory: a column's elements are in different banks then. */
    private static final int PITCH = TILE + 1;

    private static final long LEAST_SIDE = 16;

    private final KernelScope scope;
    private final Frame frame;
    private final HloInstruction moved;
    private final Shape.Array shape;
    private final List<Integer> sources;

    /** Dimensions of the result: the one that is fastest in the operand's memory, and in its own. */
    private final int read;

    private final int written;
    private final int rows;
    private final KernelBuffer tile;

    private GroupTranspose(
            KernelScope scope,
            Frame frame,
            HloInstruction transpose,
            List<Integer> sources,
            int read,
            int written,
            WorkGroups groups) {
        this.scope = scope;
        this.frame = frame;
        this.moved = frame.operand(transpose, 0);
        this.shape = scope.resultShape(0);
        this.sources = sources;
        this.read = read;
        this.written = written;
        this.rows = Math.min(TILE, groups.size() / TILE);
        this.tile = scope.local("tile", shape.elementType(), (long) TILE * PITCH);
    }

    /** The kernel; nothing where neighbours stay neighbours, or there are too few of them. */
    static Optional<LoweredKernel> of(
            HloModule module, HloComputation computation, HloInstruction instruction, WorkGroups groups) {
        if (!(instruction.shape() instanceof Shape.Array shape) || groups.size() < TILE || shape.rank() < 2) {
            return Optional.empty();
        }
        var body = instruction.op() instanceof HloOp.Fusion fusion
                ? module.computation(fusion.computation())
                : computation;
        var transpose = body == computation ? instruction : body.root();
        if (transpose.opcode() != HloOpcode.TRANSPOSE && transpose.opcode() != HloOpcode.COPY) {
            return Optional.empty();
        }
        var sources = sources(transpose, shape.rank());
        int read = sources.indexOf(
                Layouts.majorToMinor(body.operand(transpose, 0).shape().asArray())
                        .getLast());
        int written = Layouts.majorToMinor(shape).getLast();
        if (read == written || shape.dimension(read) < LEAST_SIDE || shape.dimension(written) < LEAST_SIDE) {
            return Optional.empty();
        }
        var scope = new KernelScope(module, computation, instruction, Set.of());
        var frame = body == computation ? scope.frame() : scope.frame().callee(instruction, body);
        return Optional.of(new GroupTranspose(scope, frame, transpose, sources, read, written, groups).lower());
    }

    /** The operand's dimension that each dimension of the result is. */
    private static List<Integer> sources(HloInstruction transpose, int rank) {
        if (transpose.op() instanceof HloOp.WithDimensions(var _, var dimensions)) {
            return dimensions;
        }
        List<Integer> same = new ArrayList<>();
        for (int i = 0; i < rank; i++) {
            same.add(i);
        }
        return same;
    }

    private LoweredKernel lower() {
        var tiles = new ArrayList<>(shape.dimensions());
        tiles.set(read, Math.ceilDiv(shape.dimension(read), (long) TILE));
        tiles.set(written, Math.ceilDiv(shape.dimension(written), (long) TILE));
        long groups = tiles.stream().reduce(1L, Math::multiplyExact);
        scope.repeat(
                scope.block(),
                groups,
                LoopKind.GROUPS,
                (inGroup, group) -> scope.repeat(
                        inGroup,
                        (long) TILE * rows,
                        LoopKind.ITEMS,
                        (inItem, item) -> emit(inItem, split(group, tiles), item)));
        return scope.grouped(
                groups,
                List.of("a work-group for each tile of %d x %d, read along dimension %d and written along %d"
                        .formatted(TILE, TILE, read, written)));
    }

    private static List<Index> split(Index number, List<Long> sizes) {
        return Layouts.fromOrdinal(Shape.array(PrimitiveType.PRED, sizes), number);
    }

    private void emit(Block block, List<Index> place, Index item) {
        var column = item.remainder(TILE);
        var row = item.dividedBy(TILE);
        rounds(block, row, (inner, at) -> {
            var y = at.getFirst();
            where(
                    inner,
                    indices(place, column, y),
                    (body, to) -> body.store(tile, y.times(PITCH).plus(column), element(body, to), scope.id()));
        });
        block.barrier(scope.id());
        rounds(block, row, (inner, at) -> {
            var y = at.getFirst();
            where(
                    inner,
                    indices(place, y, column),
                    (body, to) -> scope.store(
                            body,
                            0,
                            to,
                            scope.load(body, tile, column.times(PITCH).plus(y))));
        });
    }

    /** The rows of a tile that an item has a part in. */
    private void rounds(Block block, Index row, KernelScope.Body body) {
        scope.repeat(
                block,
                TILE / rows,
                LoopKind.SEQUENTIAL,
                (inner, round) -> body.emit(inner, List.of(round.times(rows).plus(row))));
    }

    /** Of the result, so far into a tile along the dimension that is read and along the one that is written. */
    private List<Index> indices(List<Index> place, Index alongRead, Index alongWritten) {
        var indices = new ArrayList<>(place);
        indices.set(read, place.get(read).times(TILE).plus(alongRead));
        indices.set(written, place.get(written).times(TILE).plus(alongWritten));
        return indices;
    }

    private void where(Block block, List<Index> at, KernelScope.Body body) {
        var isRead = within(block, at.get(read), shape.dimension(read));
        var isWritten = within(block, at.get(written), shape.dimension(written));
        var inside = isRead.isEmpty()
                ? isWritten
                : isWritten.isEmpty()
                        ? isRead
                        : Optional.of(scope.scalars(block).and(isRead.get(), isWritten.get()));
        if (inside.isEmpty()) {
            body.emit(block, at);
        } else {
            scope.when(block, inside.get(), then -> body.emit(then, at));
        }
    }

    private Optional<Value> within(Block block, Index index, long size) {
        return index.maximum() < size
                ? Optional.empty()
                : Optional.of(block.define(new Expression.InRange(index, 0, size), scope.id()));
    }

    private Value element(Block block, List<Index> result) {
        var operand = new ArrayList<>(Collections.nCopies(result.size(), Index.ZERO));
        for (int i = 0; i < result.size(); i++) {
            operand.set(sources.get(i), result.get(i));
        }
        return scope.elements().element(block, frame, moved, List.copyOf(operand));
    }
}
