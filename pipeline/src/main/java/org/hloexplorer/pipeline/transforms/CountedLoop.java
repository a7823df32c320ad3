package org.hloexplorer.pipeline.transforms;

import static org.hloexplorer.hlo.HloOpcode.ADD;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;

/** A loop that runs a known number of times, as expanders make it. */
public final class CountedLoop {
    private CountedLoop() {}

    /** One round: from the number of the round and what the last one left to what this one leaves. */
    @FunctionalInterface
    public interface Body {
        List<HloInstruction> next(Emitter emitter, HloInstruction round, List<HloInstruction> state);
    }

    /** Adds the loop, and what it needs; gives what its last round leaves. */
    public static List<HloInstruction> run(Emitter emitter, long rounds, List<HloInstruction> initial, Body body) {
        var all = new ArrayList<HloInstruction>();
        all.add(emitter.index(0));
        all.addAll(initial);
        var first = emitter.tuple(all);
        var shape = (Shape.Tuple) first.shape();
        int condition = emitter.function(
                "while_condition",
                inside -> inside.compare(
                        ComparisonDirection.LT, inside.element(inside.parameter(0, shape), 0), inside.index(rounds)));
        int step = emitter.function("while_body", inside -> step(inside, shape, body));
        var loop = emitter.add(new HloOp.While(condition, step), shape, first);
        return IntStream.rangeClosed(1, initial.size())
                .mapToObj(i -> emitter.element(loop, i))
                .toList();
    }

    private static HloInstruction step(Emitter inside, Shape.Tuple shape, Body body) {
        var state = inside.parameter(0, shape);
        var round = inside.element(state, 0);
        var before = IntStream.range(1, shape.elements().size())
                .mapToObj(i -> inside.element(state, i))
                .toList();
        var after = new ArrayList<HloInstruction>();
        after.add(inside.map(ADD, round, inside.index(1)));
        after.addAll(body.next(inside, round, before));
        return inside.tuple(after);
    }
}
