package org.hloexplorer.hlo.stablehlo;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.ReplicaGroups;
import org.hloexplorer.hlo.Shape;

/** Operations in which replicas and partitions exchange values. */
final class CollectiveConverter {
    private final RegionConverter regions;
    private final ComputationBuilder builder;

    CollectiveConverter(RegionConverter regions, ComputationBuilder builder) {
        this.regions = regions;
        this.builder = builder;
    }

    HloInstruction make(Operation operation, List<HloInstruction> operands, OperationAttributes attributes) {
        var shape = OperationConverter.resultShape(operation);
        return switch (operation.opcode()) {
            case "all_to_all" -> allToAll(operation, operands, attributes);
            case "collective_permute" ->
                builder.add(
                        new HloOp.Permute(
                                HloOpcode.COLLECTIVE_PERMUTE,
                                attributes.rows("source_target_pairs"),
                                channel(attributes)),
                        shape,
                        operands);
            case "all_gather" ->
                builder.add(
                        collective(
                                HloOpcode.ALL_GATHER, attributes, dimension(attributes, "all_gather_dim"), List.of()),
                        shape,
                        operands);
            case "reduce_scatter" ->
                builder.add(
                        collective(
                                HloOpcode.REDUCE_SCATTER,
                                attributes,
                                dimension(attributes, "scatter_dimension"),
                                List.of(reduction(operation))),
                        shape,
                        operands);
            case "collective_broadcast" ->
                builder.add(
                        collective(HloOpcode.COLLECTIVE_BROADCAST, attributes, List.of(), List.of()), shape, operands);
            default ->
                builder.add(
                        collective(HloOpcode.ALL_REDUCE, attributes, List.of(), List.of(reduction(operation))),
                        shape,
                        operands);
        };
    }

    private int reduction(Operation operation) {
        if (operation.regions().isEmpty()) {
            throw MlirException.notConvertible(operation, "its reduction is missing");
        }
        return regions.closed(operation, operation.regions().getFirst(), "region");
    }

    private static List<Integer> dimension(OperationAttributes attributes, String name) {
        return List.of(attributes.integer(name));
    }

    private static HloOp.Collective collective(
            HloOpcode opcode, OperationAttributes attributes, List<Integer> dimensions, List<Integer> toApply) {
        return new HloOp.Collective(
                opcode,
                groups(attributes),
                channel(attributes),
                attributes.flag("use_global_device_ids"),
                false,
                dimensions,
                toApply);
    }

    private static OptionalLong channel(OperationAttributes attributes) {
        long handle = attributes.nested("channel_handle").number(0, "handle");
        return handle > 0 ? OptionalLong.of(handle) : OptionalLong.empty();
    }

    /** Groups of unlike size are filled up with -1. */
    private static ReplicaGroups groups(OperationAttributes attributes) {
        return new ReplicaGroups(attributes.rows("replica_groups").stream()
                .map(row -> row.stream()
                        .filter(id -> id >= 0)
                        .map(String::valueOf)
                        .collect(Collectors.joining(",", "{", "}")))
                .collect(Collectors.joining(",", "{", "}")));
    }

    /** HLO's exchanges blocks along one dimension; where they go to another one, they are moved there. */
    private HloInstruction allToAll(
            Operation operation, List<HloInstruction> operands, OperationAttributes attributes) {
        if (operands.size() != 1) {
            throw MlirException.notConvertible(operation, "only an exchange of one array is");
        }
        int split = attributes.integer("split_dimension");
        int concat = attributes.integer("concat_dimension");
        long count = attributes.number("split_count");
        var operand = operands.getFirst();
        var source = operand.shape().asArray();
        var exchanged =
                builder.add(collective(HloOpcode.ALL_TO_ALL, attributes, List.of(split), List.of()), source, operands);
        if (split == concat) {
            return exchanged;
        }
        var sizes = new ArrayList<>(source.dimensions());
        sizes.set(split, source.dimension(split) / count);
        sizes.add(split, count);
        var cut = builder.add(HloOpcode.RESHAPE, Shape.array(source.elementType(), sizes), exchanged);
        var order = new ArrayList<Integer>();
        for (int i = 0; i < source.rank(); i++) {
            if (i == concat) {
                order.add(split);
            }
            order.add(i >= split ? i + 1 : i);
        }
        var moved = builder.add(
                new HloOp.WithDimensions(HloOpcode.TRANSPOSE, order),
                Shape.array(source.elementType(), order.stream().map(sizes::get).toList()),
                List.of(cut));
        return builder.add(HloOpcode.RESHAPE, OperationConverter.resultShape(operation), moved);
    }
}
