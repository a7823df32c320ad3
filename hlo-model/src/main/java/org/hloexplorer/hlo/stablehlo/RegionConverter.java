package org.hloexplorer.hlo.stablehlo;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;

/**
 * Makes computations of regions. HLO's computations see nothing of their surroundings: values that a region uses from
 * outside are handed to it, and constants are made in it again.
 */
final class RegionConverter {
    private final ModuleConverter module;
    private final ComputationBuilder outside;

    RegionConverter(ModuleConverter module, ComputationBuilder outside) {
        this.module = module;
        this.outside = outside;
    }

    /** What these regions use from outside, without constants. */
    List<Operation.Use> captured(List<Operation.Region> regions) {
        var captured = new LinkedHashSet<Operation.Use>();
        regions.forEach(region -> captured.addAll(free(region)));
        captured.removeIf(use -> outside.value(use).op() instanceof HloOp.Constant);
        return List.copyOf(captured);
    }

    private static Set<Operation.Use> free(Operation.Region region) {
        var free = new LinkedHashSet<Operation.Use>();
        collectFree(region, new HashSet<>(), free);
        return free;
    }

    private static void collectFree(Operation.Region region, Set<String> defined, Set<Operation.Use> free) {
        var inside = new HashSet<>(defined);
        region.arguments().forEach(each -> inside.add(each.name()));
        for (var operation : region.operations()) {
            operation.operands().stream()
                    .filter(use -> !inside.contains(use.name()))
                    .forEach(free::add);
            operation.regions().forEach(each -> collectFree(each, inside, free));
            operation.results().forEach(each -> inside.add(each.name()));
        }
    }

    private void makeConstants(Operation.Region region, ComputationBuilder inside) {
        for (var use : free(region)) {
            var value = outside.value(use);
            if (value.op() instanceof HloOp.Constant(var literal)) {
                inside.define(use.name(), use.index(), inside.constant(literal));
            }
        }
    }

    /** A computation with a parameter for each argument, as reductions and comparators are. */
    int closed(Operation operation, Operation.Region region, String name) {
        var captured = captured(List.of(region));
        if (!captured.isEmpty()) {
            throw MlirException.notConvertible(
                    operation,
                    "its region uses %%%s from outside"
                            .formatted(captured.getFirst().name()));
        }
        var inside = new ComputationBuilder(outside.ids());
        inside.comeFrom(outside.origin());
        for (int i = 0; i < region.arguments().size(); i++) {
            var argument = region.arguments().get(i);
            inside.define(argument.name(), 0, inside.parameter(i, argument.type(), "Arg_" + i));
        }
        makeConstants(region, inside);
        return module.finish(name, inside, inside.bundled(module.convertBody(region, inside)));
    }

    /**
     * A computation of one parameter, which holds the arguments and then what is captured.
     *
     * @param passesOn whether the result holds what was captured too, as the body of a loop must
     */
    int bundled(Operation.Region region, List<Operation.Use> captured, boolean passesOn, String name) {
        var inside = new ComputationBuilder(outside.ids());
        inside.comeFrom(outside.origin());
        var shapes = new ArrayList<Shape>();
        region.arguments().forEach(each -> shapes.add(each.type()));
        captured.forEach(each -> shapes.add(outside.value(each).shape()));
        var parameter =
                inside.parameter(0, shapes.size() == 1 ? shapes.getFirst() : new Shape.Tuple(shapes), "arg_tuple");
        var values = new ArrayList<HloInstruction>();
        for (int i = 0; i < shapes.size(); i++) {
            values.add(shapes.size() == 1 ? parameter : inside.element(parameter, i));
        }
        int at = 0;
        for (var argument : region.arguments()) {
            inside.define(argument.name(), 0, values.get(at++));
        }
        for (var use : captured) {
            inside.define(use.name(), use.index(), values.get(at++));
        }
        makeConstants(region, inside);
        var results = new ArrayList<>(module.convertBody(region, inside));
        if (passesOn) {
            captured.forEach(use -> results.add(inside.value(use)));
        }
        return module.finish(name, inside, inside.bundled(results));
    }
}
