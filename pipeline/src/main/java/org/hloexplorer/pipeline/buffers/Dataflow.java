package org.hloexplorer.pipeline.buffers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;

/**
 * Which value each part of each result is, through tuples, loops, branches and calls: XLA's {@code HloDataflowAnalysis}
 * in its SSA form. Where a loop or a branch brings several values together, that is a value of its own, a phi; what a
 * loop only passes on stays the value that it was.
 */
public final class Dataflow {
    /** Stands where an operation of unknown kind gives something back. */
    static final int NO_VALUE = -1;

    /** A place where a value is read. */
    public record Use(HloComputation computation, HloInstruction instruction, int operand) {}

    private record Definition(int instruction, int part) {}

    private final HloModule module;
    private final ComputationContexts contexts;
    private final List<HloValue> values = new ArrayList<>();
    private final Map<Definition, Integer> ids = new HashMap<>();
    private final Map<Integer, int[]> parts = new HashMap<>();
    private final List<List<Use>> uses = new ArrayList<>();

    private Dataflow(HloModule module) {
        this.module = module;
        this.contexts = new ComputationContexts(module);
        for (var computation : contexts.embedded()) {
            computation.instructions().forEach(each -> define(computation, each, 0, false));
        }
        var entry = module.entry();
        walk(
                entry,
                entry.parameters().stream()
                        .map(each -> defineAll(entry, each, false))
                        .toList());
        dropUnused();
        values.forEach(_ -> uses.add(new ArrayList<>(2)));
        contexts.sequential().forEach(this::collectUses);
    }

    /** Phis that turned out to be what a loop only passes on are nowhere; the others are counted anew. */
    private void dropUnused() {
        var found = new BitSet();
        parts.values()
                .forEach(all -> Arrays.stream(all).filter(each -> each >= 0).forEach(found::set));
        for (var value : values) {
            if (!contexts.isSequential(value.computation())) {
                found.set(value.id());
            }
        }
        var numbers = new int[values.size()];
        var kept = new ArrayList<HloValue>();
        for (var value : values) {
            numbers[value.id()] = found.get(value.id()) ? kept.size() : NO_VALUE;
            if (found.get(value.id())) {
                kept.add(value.withId(kept.size()));
            }
        }
        values.clear();
        values.addAll(kept);
        parts.replaceAll((_, all) -> Arrays.stream(all)
                .map(each -> each < 0 ? NO_VALUE : numbers[each])
                .toArray());
        ids.clear();
    }

    static Dataflow of(HloModule module) {
        return new Dataflow(module);
    }

    HloModule module() {
        return module;
    }

    ComputationContexts contexts() {
        return contexts;
    }

    List<HloValue> values() {
        return values;
    }

    HloValue value(int id) {
        return values.get(id);
    }

    /** The id of the value that a part of a result is; {@link #NO_VALUE} where it is none. */
    int value(HloInstruction instruction, int part) {
        var all = values(instruction);
        return part < all.length ? all[part] : NO_VALUE;
    }

    /** The ids of the values that the parts of a result are; none within kernels. */
    int[] values(HloInstruction instruction) {
        return parts.getOrDefault(instruction.id(), new int[0]);
    }

    /** Where a value is read; tuples, their elements and the like only pass it on. */
    List<Use> uses(int valueId) {
        return uses.get(valueId);
    }

    private int define(HloComputation computation, HloInstruction instruction, int part, boolean isPhi) {
        var known = ids.get(new Definition(instruction.id(), part));
        if (known != null) {
            return known;
        }
        var subshape = Subshape.all(instruction.shape()).get(part);
        int id = values.size();
        values.add(new HloValue(id, computation, instruction, subshape.index(), subshape.shape(), isPhi));
        ids.put(new Definition(instruction.id(), part), id);
        return id;
    }

    private int[] defineAll(HloComputation computation, HloInstruction instruction, boolean arePhis) {
        var all = new int[Subshape.count(instruction.shape())];
        for (int part = 0; part < all.length; part++) {
            all[part] = define(computation, instruction, part, arePhis);
        }
        return all;
    }

    /** Follows values through a computation that is given these, and tells what it gives back. */
    private int[] walk(HloComputation computation, List<int[]> arguments) {
        for (var instruction : computation.instructions()) {
            parts.put(instruction.id(), result(computation, instruction, arguments));
        }
        return values(computation.root());
    }

    private int[] result(HloComputation computation, HloInstruction instruction, List<int[]> arguments) {
        return switch (instruction.op()) {
            case HloOp.Parameter(int number) -> arguments.get(number);
            case HloOp.GetTupleElement(int index) ->
                element(computation.operand(instruction, 0), index, Subshape.count(instruction.shape()));
            case HloOp.While(int condition, int body) ->
                loop(computation, instruction, module.computation(condition), module.computation(body));
            case HloOp.Call(int callee, boolean _) ->
                walk(
                        module.computation(callee),
                        computation.operands(instruction).stream()
                                .map(this::values)
                                .toList());
            case HloOp.Conditional(var branches, boolean _) -> branches(computation, instruction, branches);
            case HloOp.Domain _ -> values(computation.operand(instruction, 0));
            default -> plain(computation, instruction);
        };
    }

    private int[] plain(HloComputation computation, HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case TUPLE -> tuple(computation, instruction);
            case BITCAST, OPTIMIZATION_BARRIER, ADD_DEPENDENCY -> values(computation.operand(instruction, 0));
            case COPY_START -> {
                var all = defineAll(computation, instruction, false);
                all[2] = values(computation.operand(instruction, 0))[0];
                yield all;
            }
            case COPY_DONE -> element(computation.operand(instruction, 0), 0, 1);
            case ASYNC_DONE, ASYNC_UPDATE, ALL_REDUCE_DONE, ALL_GATHER_DONE, COLLECTIVE_PERMUTE_DONE ->
                ofStart(computation, instruction);
            default -> defineAll(computation, instruction, false);
        };
    }

    /** What an asynchronous operation ends with: the element of its start that has the shape. */
    private int[] ofStart(HloComputation computation, HloInstruction done) {
        var start = computation.operand(done, 0);
        if (start.shape().equals(done.shape())) {
            return values(start);
        }
        if (start.shape() instanceof Shape.Tuple(var elements)) {
            for (int i = elements.size() - 1; i >= 0; i--) {
                if (elements.get(i).equals(done.shape())) {
                    return element(start, i, Subshape.count(done.shape()));
                }
            }
        }
        return defineAll(computation, done, false);
    }

    /**
     * A loop: each part is a phi at first. What its body gives back as it got it is no phi but the value before the loop;
     * that may make more parts so, hence the repetition.
     */
    private int[] loop(HloComputation computation, HloInstruction loop, HloComputation condition, HloComputation body) {
        var before = values(computation.operand(loop, 0));
        var inBody = defineAll(body, body.parameters().getFirst(), true);
        var carried = inBody.clone();
        boolean changed = true;
        while (changed) {
            changed = false;
            var after = walk(body, List.of(carried.clone()));
            for (int i = 0; i < carried.length; i++) {
                boolean passedOn = after[i] == carried[i] || after[i] == before[i];
                if (passedOn && carried[i] == inBody[i] && !isTable(loop, i)) {
                    carried[i] = before[i];
                    changed = true;
                }
            }
        }
        var inCondition = carried.clone();
        var result = carried.clone();
        for (int i = 0; i < carried.length; i++) {
            if (carried[i] == inBody[i]) {
                inCondition[i] = define(condition, condition.parameters().getFirst(), i, true);
                result[i] = define(computation, loop, i, true);
            }
        }
        walk(condition, List.of(inCondition));
        return result;
    }

    private static boolean isTable(HloInstruction loop, int part) {
        return Subshape.all(loop.shape()).get(part).shape() instanceof Shape.Tuple;
    }

    private int[] branches(HloComputation computation, HloInstruction conditional, List<Integer> branches) {
        int[] result = null;
        for (int i = 0; i < branches.size(); i++) {
            var argument = values(computation.operand(conditional, i + 1));
            var given = walk(module.computation(branches.get(i)), List.of(argument));
            if (result == null) {
                result = given.clone();
            }
            for (int part = 0; part < result.length; part++) {
                if (result[part] != given[part]) {
                    result[part] = define(computation, conditional, part, true);
                }
            }
        }
        return result == null ? new int[0] : result;
    }

    private int[] element(HloInstruction tuple, int index, int count) {
        int first = Subshape.ordinalOfElement(tuple.shape(), index);
        return Arrays.copyOfRange(values(tuple), first, first + count);
    }

    private int[] tuple(HloComputation computation, HloInstruction instruction) {
        var all = new int[Subshape.count(instruction.shape())];
        all[0] = define(computation, instruction, 0, false);
        int next = 1;
        for (var operand : computation.operands(instruction)) {
            for (int value : values(operand)) {
                all[next++] = value;
            }
        }
        return all;
    }

    private void collectUses(HloComputation computation) {
        for (var instruction : computation.instructions()) {
            for (int operand = 0; operand < instruction.operandCount(); operand++) {
                var read = values(computation.operand(instruction, operand));
                int count =
                        instruction.op() instanceof HloOp.GetTupleElement ? 1 : passesOn(instruction) ? 0 : read.length;
                for (int part = 0; part < count; part++) {
                    if (read[part] != NO_VALUE) {
                        uses.get(read[part]).add(new Use(computation, instruction, operand));
                    }
                }
            }
        }
    }

    /** Whether it hands on what it is given without reading it. */
    static boolean passesOn(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case TUPLE, GET_TUPLE_ELEMENT, BITCAST, OPTIMIZATION_BARRIER, ADD_DEPENDENCY, DOMAIN -> true;
            default -> false;
        };
    }
}
