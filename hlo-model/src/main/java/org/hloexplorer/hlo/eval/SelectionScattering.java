package org.hloexplorer.hlo.eval;

import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Window;

/**
 * {@code select-and-scatter}: each source element goes to the element of the operand that its window selects.
 *
 * <p>Within a window, row-major, a candidate replaces the selected element where {@code select(selected, candidate)} is
 * false. The scatter function gets the source first, then what is there.
 */
final class SelectionScattering {
    private static final int WINDOWS_BETWEEN_CHECKS = 1 << 12;

    private final Literal operand;
    private final Literal source;
    private final WindowWalk walk;
    private final int[] strides;
    private final PrimitiveType type;
    private final Object values;

    SelectionScattering(Literal operand, Literal source, Window window) {
        var shape = operand.shape().asArray();
        this.operand = operand;
        this.source = source;
        this.type = shape.elementType();
        this.values = Storage.array(operand);
        this.strides = Strides.of(shape);
        this.walk = new WindowWalk(
                window.dimensions(),
                Strides.sizes(shape),
                Strides.sizes(source.shape().asArray()));
    }

    Literal evaluate(Literal initial, Reducer select, Reducer scatter, Cancellation cancellation) {
        var shape = operand.shape().asArray();
        var out = Storage.filled(shape, initial);
        var sources = Storage.array(source);
        var choose = select.newFunction();
        var combine = scatter.newFunction();
        var position = new int[walk.rank()];
        for (int i = 0; i < Storage.count(source); i++) {
            if (i % WINDOWS_BETWEEN_CHECKS == 0) {
                cancellation.check();
            }
            Positions.set(position, walk.outputSizes(), i);
            int selected = select(choose, position);
            if (selected >= 0) {
                combine.registers().load(0, type, sources, i);
                combine.registers().load(1, type, out, selected);
                combine.run();
                combine.registers().store(combine.resultRegister(0), type, out, selected);
            }
        }
        return Storage.literal(shape, out);
    }

    private int select(ScalarFunction choose, int[] position) {
        var window = new int[walk.rank()];
        int selected = -1;
        do {
            int candidate = walk.index(window, position, strides);
            if (candidate >= 0 && (selected < 0 || !prefers(choose, selected, candidate))) {
                selected = candidate;
            }
        } while (Positions.advance(window, walk.windowSizes()));
        return selected;
    }

    private boolean prefers(ScalarFunction choose, int selected, int candidate) {
        choose.registers().load(0, type, values, selected);
        choose.registers().load(1, type, values, candidate);
        choose.run();
        return choose.registers().integer[choose.resultRegister(0)] != 0;
    }
}
