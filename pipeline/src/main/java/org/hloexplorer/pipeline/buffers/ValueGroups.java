package org.hloexplorer.pipeline.buffers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;

/**
 * The values that must lie in one place: what a loop carries, what branches give, what is updated in place, and results
 * that a caller wants where parameters lay. XLA's {@code HloAliasAnalysis}.
 */
final class ValueGroups {
    private final Dataflow dataflow;
    private final int[] parents;
    private final Map<Integer, String> reasons = new HashMap<>();
    private final Map<Integer, List<HloValue>> groups = new LinkedHashMap<>();

    private ValueGroups(Dataflow dataflow) {
        this.dataflow = dataflow;
        this.parents = new int[dataflow.values().size()];
        for (int i = 0; i < parents.length; i++) {
            parents[i] = i;
        }
    }

    static ValueGroups of(Dataflow dataflow) {
        var groups = new ValueGroups(dataflow);
        dataflow.contexts().sequential().forEach(groups::uniteWithin);
        groups.uniteInputsAndOutputs();
        dataflow.values()
                .forEach(value -> groups.groups
                        .computeIfAbsent(groups.find(value.id()), _ -> new ArrayList<>(1))
                        .add(value));
        return groups;
    }

    private void uniteWithin(HloComputation computation) {
        for (var instruction : computation.instructions()) {
            switch (instruction.op()) {
                case HloOp.While(int condition, int body) -> uniteLoop(computation, instruction, condition, body);
                case HloOp.Conditional(var branches, boolean _) -> uniteBranches(instruction, branches);
                default -> {}
            }
            for (var pair : InPlace.pairs(dataflow.module(), computation, instruction)) {
                var operand = computation.operand(instruction, pair.operand());
                unite(
                        dataflow.value(operand, pair.operandPart()),
                        dataflow.value(instruction, pair.resultPart()),
                        "%s updates it in place".formatted(instruction));
            }
        }
    }

    private void uniteLoop(HloComputation computation, HloInstruction loop, int condition, int body) {
        var reason = "%s carries it from one iteration to the next".formatted(loop);
        var inBody = dataflow.module().computation(body);
        var inCondition = dataflow.module().computation(condition);
        var result = dataflow.values(loop);
        for (int part = 0; part < result.length; part++) {
            unite(result[part], dataflow.value(computation.operand(loop, 0), part), reason);
            unite(result[part], dataflow.value(inBody.parameters().getFirst(), part), reason);
            unite(result[part], dataflow.value(inBody.root(), part), reason);
            unite(result[part], dataflow.value(inCondition.parameters().getFirst(), part), reason);
        }
    }

    private void uniteBranches(HloInstruction conditional, List<Integer> branches) {
        var result = dataflow.values(conditional);
        for (int branch : branches) {
            var given = dataflow.values(dataflow.module().computation(branch).root());
            for (int part = 0; part < result.length; part++) {
                unite(result[part], given[part], "%s takes it from one of its branches".formatted(conditional));
            }
        }
    }

    private void uniteInputsAndOutputs() {
        var entry = dataflow.module().entry();
        var parameters = entry.parameters();
        for (var alias : InputOutputAliases.of(dataflow.module()).aliases()) {
            var parameter = parameters.get(alias.parameter());
            unite(
                    dataflow.value(parameter, Subshape.ordinal(parameter.shape(), alias.parameterIndex())),
                    dataflow.value(entry.root(), Subshape.ordinal(entry.root().shape(), alias.result())),
                    "the caller wants result %s where %s lay".formatted(Subshape.text(alias.result()), parameter));
        }
    }

    private void unite(int a, int b, String reason) {
        if (a == Dataflow.NO_VALUE || b == Dataflow.NO_VALUE) {
            return;
        }
        int first = find(a);
        int second = find(b);
        if (first != second) {
            parents[Math.max(first, second)] = Math.min(first, second);
            reasons.putIfAbsent(Math.max(a, b), reason);
        }
    }

    private int find(int value) {
        int root = value;
        while (parents[root] != root) {
            parents[root] = parents[parents[root]];
            root = parents[root];
        }
        return root;
    }

    /** The groups, each with its values by id. */
    List<List<HloValue>> all() {
        return List.copyOf(groups.values());
    }

    int group(int valueId) {
        return find(valueId);
    }

    /** Why a value shares its place with one before it; empty for the first of a group. */
    String reason(int valueId) {
        return reasons.getOrDefault(valueId, "");
    }
}
