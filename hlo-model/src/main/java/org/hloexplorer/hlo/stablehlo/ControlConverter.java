package org.hloexplorer.hlo.stablehlo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;
import org.jspecify.annotations.Nullable;

/** Calls, loops, branches, tuples and tokens. */
final class ControlConverter {
    private static final List<String> API_VERSIONS = List.of(
            "API_VERSION_ORIGINAL",
            "API_VERSION_ORIGINAL",
            "API_VERSION_STATUS_RETURNING",
            "API_VERSION_STATUS_RETURNING_UNIFIED",
            "API_VERSION_TYPED_FFI");

    private final ModuleConverter module;
    private final RegionConverter regions;
    private final ComputationBuilder builder;

    ControlConverter(ModuleConverter module, RegionConverter regions, ComputationBuilder builder) {
        this.module = module;
        this.regions = regions;
        this.builder = builder;
    }

    HloInstruction make(Operation operation, List<HloInstruction> operands, OperationAttributes attributes) {
        var shape = OperationConverter.resultShape(operation);
        return switch (operation.opcode()) {
            case "while" -> loop(operation, operands);
            case "if" -> branches(operation, operands, true);
            case "case" -> branches(operation, operands, false);
            case "call" -> call(operation, operands, attributes.word("", "callee"), false);
            case "composite" -> call(operation, operands, attributes.word("", "decomposition"), true);
            case "custom_call" -> customCall(operation, operands, attributes);
            case "optimization_barrier" -> barrier(operation, operands);
            case "tuple" -> builder.tuple(operands);
            case "get_tuple_element" -> builder.element(operands.getFirst(), index(attributes));
            case "after_all", "create_token" ->
                builder.add(new HloOp.Plain(HloOpcode.AFTER_ALL), new Shape.Token(), operands);
            case "manual_computation" -> manualComputation(operation, operands);
            default -> throw MlirException.notConvertible(operation, "HLO has no such operation");
        };
    }

    private static int index(OperationAttributes attributes) {
        return attributes.has("bracket") ? attributes.integers("bracket").getFirst() : attributes.integer("index");
    }

    private HloInstruction call(Operation operation, List<HloInstruction> operands, String name, boolean isComposite) {
        return builder.add(
                new HloOp.Call(module.function(operation, name), isComposite),
                OperationConverter.resultShape(operation),
                operands);
    }

    private HloInstruction barrier(Operation operation, List<HloInstruction> operands) {
        var bundle = builder.bundled(operands);
        var kept = builder.add(HloOpcode.OPTIMIZATION_BARRIER, bundle.shape(), bundle);
        return operation.resultTypes().size() == 1 && kept.shape() instanceof Shape.Tuple
                ? builder.element(kept, 0)
                : kept;
    }

    /** What the regions use from outside goes round with the state of the loop. */
    private HloInstruction loop(Operation operation, List<HloInstruction> operands) {
        if (operation.regions().size() != 2) {
            throw MlirException.notConvertible(operation, "a loop has a condition and a body");
        }
        var captured = regions.captured(operation.regions());
        var state = new ArrayList<>(operands);
        captured.forEach(use -> state.add(builder.value(use)));
        int condition = regions.bundled(operation.regions().getFirst(), captured, false, "condition");
        int body = regions.bundled(operation.regions().getLast(), captured, true, "body");
        var initial = builder.bundled(state);
        var done = builder.add(new HloOp.While(condition, body), initial.shape(), List.of(initial));
        boolean isOneOfMany = operation.resultTypes().size() == 1 && state.size() > 1;
        return isOneOfMany ? builder.element(done, 0) : done;
    }

    private HloInstruction branches(Operation operation, List<HloInstruction> operands, boolean byPredicate) {
        var computations = new ArrayList<Integer>();
        var all = new ArrayList<HloInstruction>(operands);
        for (int i = 0; i < operation.regions().size(); i++) {
            var region = operation.regions().get(i);
            var captured = regions.captured(List.of(region));
            all.add(builder.bundled(captured.stream().map(builder::value).toList()));
            computations.add(regions.bundled(region, captured, false, "branch_" + i));
        }
        return builder.add(
                new HloOp.Conditional(computations, byPredicate), OperationConverter.resultShape(operation), all);
    }

    private HloInstruction customCall(
            Operation operation, List<HloInstruction> operands, OperationAttributes attributes) {
        var target = attributes.word("", "callee", "call_target_name");
        var config = attributes.word("", "backend_config");
        var called = attributes.words("called_computations").stream()
                .map(name -> module.function(operation, name))
                .toList();
        if (target.startsWith("mhlo.") && target.substring(5).equals("topk")) {
            var options = attributes.nested("mhlo.attributes");
            return builder.add(
                    new HloOp.TopK(options.number("k"), options.flag("largest")),
                    OperationConverter.resultShape(operation),
                    operands);
        }
        var elementwise = target.startsWith("mhlo.")
                ? HloOpcode.named(target.substring(5).replace('_', '-')).filter(HloOpcode::isElementwise)
                : Optional.<HloOpcode>empty();
        if (elementwise.isPresent()) {
            return builder.add(new HloOp.Plain(elementwise.get()), OperationConverter.resultShape(operation), operands);
        }
        int version = Math.clamp(attributes.number(1, "api_version"), 0, API_VERSIONS.size() - 1);
        var op = new HloOp.CustomCall(
                target, called, null, attributes.flag("has_side_effect"), API_VERSIONS.get(version), List.of());
        return annotated(
                builder.add(op, OperationConverter.resultShape(operation), operands), config.isEmpty() ? null : config);
    }

    HloInstruction customCall(
            String target, Shape shape, List<HloInstruction> operands, @Nullable String config, boolean hasSideEffect) {
        var op = new HloOp.CustomCall(target, List.of(), null, hasSideEffect, API_VERSIONS.getFirst(), List.of());
        return annotated(builder.add(op, shape, operands), config);
    }

    private HloInstruction annotated(HloInstruction instruction, @Nullable String config) {
        if (config == null) {
            return instruction;
        }
        var changed = instruction.withAnnotations(instruction.annotations().withBackendConfig(config));
        builder.replace(changed);
        return changed;
    }

    /** As XLA imports it: the body works on the part of an array that one partition holds. */
    private HloInstruction manualComputation(Operation operation, List<HloInstruction> operands) {
        var region = operation.regions().getFirst();
        var parts = region.arguments().stream().map(Operation.Argument::type).toList();
        var local = customCall(
                "xla.sdy.GlobalToLocalShape",
                parts.size() == 1 ? parts.getFirst() : new Shape.Tuple(parts),
                operands,
                null,
                true);
        var arguments = parts.size() == 1
                ? List.of(local)
                : IntStream.range(0, parts.size())
                        .mapToObj(i -> builder.element(local, i))
                        .toList();
        int body = regions.closed(operation, region, "xla.sdy.manual_computation_body");
        var types = module.resultTypes(body);
        var called = builder.add(
                new HloOp.Call(body, false), types.size() == 1 ? types.getFirst() : new Shape.Tuple(types), arguments);
        var results = types.size() == 1
                ? List.of(called)
                : IntStream.range(0, types.size())
                        .mapToObj(i -> builder.element(called, i))
                        .toList();
        return customCall("xla.sdy.LocalToGlobalShape", OperationConverter.resultShape(operation), results, null, true);
    }
}
