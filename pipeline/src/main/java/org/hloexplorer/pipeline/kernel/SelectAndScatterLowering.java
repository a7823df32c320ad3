package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.PrimitiveType;

/**
 * Select-and-scatter: each source element goes to the element of the operand that its window selects.
 *
 * <p>Within a window, row-major, a candidate replaces the selected element where {@code select(selected, candidate)} is
 * false.
 */
final class SelectAndScatterLowering {
    private final HloOp.SelectAndScatter op;
    private final KernelScope scope;

    SelectAndScatterLowering(
            HloModule module, HloComputation computation, HloInstruction instruction, HloOp.SelectAndScatter op) {
        this.op = op;
        this.scope = new KernelScope(module, computation, instruction, Set.of());
    }

    LoweredKernel lower() {
        scope.overAll(
                scope.block(),
                scope.resultShape(0),
                (inner, at) -> scope.store(inner, 0, at, scope.operand(inner, 2, List.of())));
        scope.overAll(scope.block(), scope.operandShape(1).dimensions(), this::window);
        return scope.kernel(scope.sequential(List.of("one thread, as windows may select the same element")));
    }

    private void window(Block block, List<Index> at) {
        var scalars = scope.scalars(block);
        var type = scope.operandShape(0).elementType();
        var sizes = op.window().dimensions().stream().map(each -> each.size()).toList();
        var none = scalars.bits(PrimitiveType.PRED, 0);
        var zero = scalars.bits(type, 0);
        var position = scalars.bits(PrimitiveType.S64, 0);
        var chosen = overWindow(block, sizes, List.of(none, zero, position), List.of(), at);
        scope.when(block, chosen.getFirst(), then -> {
            long last = scope.resultShape(0).elements() - 1;
            var place = scope.elements().clampedIndex(then, chosen.get(2), last, scope.id());
            var before = scope.load(then, scope.result(0), place);
            var source = scope.operand(then, 1, at);
            var after = scope.elements()
                    .applied(then, op.scatter(), List.of(source, before))
                    .getFirst();
            then.store(scope.result(0), place, after, scope.id());
        });
    }

    /** Carries whether there is a selected element, its value, and its position in memory. */
    private List<Value> overWindow(
            Block block, List<Long> sizes, List<Value> selected, List<Index> offsets, List<Index> at) {
        if (offsets.size() == sizes.size()) {
            return candidate(block, selected, offsets, at);
        }
        var counter = block.newVariable(sizes.get(offsets.size()));
        return block.loop(counter, LoopKind.SEQUENTIAL, selected, scope.id(), (inner, carried) -> {
            var further = new ArrayList<>(offsets);
            further.add(Index.of(counter));
            return overWindow(inner, sizes, carried, further, at);
        });
    }

    private List<Value> candidate(Block block, List<Value> selected, List<Index> offsets, List<Index> at) {
        var shape = scope.operandShape(0);
        var place = new WindowPosition(block, op.window(), shape, at, offsets, scope.id());
        return place.ifInside(selected, inside -> {
            var scalars = scope.scalars(inside);
            var value = scope.operand(inside, 0, place.indices());
            var prefers = scope.elements()
                    .applied(inside, op.select(), List.of(selected.get(1), value))
                    .getFirst();
            var stays = scalars.and(selected.get(0), prefers);
            var position = inside.define(
                    new Expression.IndexValue(Layouts.position(scope.resultShape(0), place.indices())), scope.id());
            return List.of(
                    scalars.bits(PrimitiveType.PRED, 1),
                    scalars.select(stays, selected.get(1), value),
                    scalars.select(stays, selected.get(2), position));
        });
    }
}
