package org.hloexplorer.hlo.eval;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;

/** Communication among simulated devices: each hands over its operands, and takes its part of what the group has. */
final class Collectives {
    private final Evaluation evaluation;
    private final Communication communication;
    private final HloModule module;
    private final Cancellation cancellation;
    private final DataMovement movement;

    Collectives(Evaluation evaluation, HloModule module, Cancellation cancellation) {
        this.evaluation = evaluation;
        this.communication = evaluation.communication();
        this.module = module;
        this.cancellation = cancellation;
        this.movement = new DataMovement(cancellation);
    }

    Literal evaluate(HloInstruction instruction, HloOp.Collective collective, List<Literal> operands) {
        var group = DeviceGroup.of(instruction, collective, communication);
        var all = communication.exchange(instruction, operands);
        var members = group.members().stream().map(all::get).toList();
        return switch (collective.opcode()) {
            case ALL_REDUCE, ALL_REDUCE_START -> tupled(instruction.shape(), allReduce(collective, members));
            case ALL_GATHER -> tupled(instruction.shape(), allGather(collective, members));
            case ALL_GATHER_START ->
                Asynchronous.started(instruction, single(operands), single(allGather(collective, members)));
            case REDUCE_SCATTER -> tupled(instruction.shape(), reduceScatter(collective, members, group.index()));
            case ALL_TO_ALL -> allToAll(instruction, collective, members, group.index());
            case COLLECTIVE_BROADCAST -> single(members.getFirst());
            case RAGGED_ALL_TO_ALL -> raggedAllToAll(members, group.index());
            default -> throw InstructionEvaluator.unknown(instruction);
        };
    }

    /** What the source of this device sends, or zeros where it has none. */
    Literal permute(HloInstruction instruction, HloOp.Permute permute, List<Literal> operands) {
        boolean acrossPartitions = permute.channelId().isPresent();
        int self = acrossPartitions ? communication.partition() : communication.replica();
        int ids = acrossPartitions ? communication.partitions() : communication.replicas();
        if (permute.sourceTargetPairs().stream().flatMap(List::stream).anyMatch(each -> each >= ids)) {
            throw new EvaluationException(
                    instruction, "its pairs name devices beyond the %d that take part".formatted(ids));
        }
        var all = communication.exchange(instruction, operands);
        var received = permute.sourceTargetPairs().stream()
                .filter(pair -> pair.getLast() == self)
                .findFirst()
                .map(pair -> all.get(device(pair.getFirst().intValue(), acrossPartitions)))
                .orElseGet(() -> operands.stream()
                        .map(each -> Asynchronous.zero(each.shape()))
                        .toList());
        return permute.opcode() == HloOpcode.COLLECTIVE_PERMUTE_START
                ? Asynchronous.started(instruction, single(operands), single(received))
                : single(received);
    }

    private int device(int id, boolean isPartition) {
        return isPartition
                ? communication.replica() * communication.partitions() + id
                : id * communication.partitions() + communication.partition();
    }

    private List<Literal> allReduce(HloOp.Collective collective, List<List<Literal>> members) {
        var reducer = evaluation.reducer(module, collective.toApply().getFirst());
        var results = members.getFirst();
        for (var member : members.subList(1, members.size())) {
            var sums = new ArrayList<Literal>();
            for (int i = 0; i < results.size(); i++) {
                sums.add(ScalarMap.of(
                        List.of(results.get(i), member.get(i)),
                        reducer,
                        results.get(i).shape().asArray(),
                        cancellation));
            }
            results = sums;
        }
        return results;
    }

    private List<Literal> allGather(HloOp.Collective collective, List<List<Literal>> members) {
        int dimension = collective.dimensions().getFirst();
        return IntStream.range(0, members.getFirst().size())
                .mapToObj(i -> joined(members.stream().map(each -> each.get(i)).toList(), dimension))
                .toList();
    }

    private List<Literal> reduceScatter(HloOp.Collective collective, List<List<Literal>> members, int index) {
        int dimension = collective.dimensions().getFirst();
        return allReduce(collective, members).stream()
                .map(each -> part(each, dimension, members.size(), index))
                .toList();
    }

    private Literal allToAll(
            HloInstruction instruction, HloOp.Collective collective, List<List<Literal>> members, int index) {
        if (instruction.shape() instanceof Shape.Tuple) {
            return Literal.tuple(members.stream().map(each -> each.get(index)).toList());
        }
        int dimension = collective.dimensions().getFirst();
        return joined(
                members.stream()
                        .map(each -> part(each.getFirst(), dimension, members.size(), index))
                        .toList(),
                dimension);
    }

    /** Each sender says where in the receiver's output its rows go. */
    private Literal raggedAllToAll(List<List<Literal>> members, int index) {
        var result = members.get(index).get(1);
        for (var sender : members) {
            var operand = sender.getFirst().shape().asArray();
            var sizes = new ArrayList<>(operand.dimensions());
            sizes.set(0, sender.get(3).bitsAt(index));
            var starts = new long[operand.rank()];
            starts[0] = sender.get(2).bitsAt(index);
            var rows = movement.dynamicSlice(sender.getFirst(), starts, Shape.array(operand.elementType(), sizes));
            var targets = new long[operand.rank()];
            targets[0] = sender.get(4).bitsAt(index);
            result = movement.dynamicUpdateSlice(result, rows, targets);
        }
        return result;
    }

    private Literal part(Literal literal, int dimension, int parts, int index) {
        var shape = literal.shape().asArray();
        var sizes = new ArrayList<>(shape.dimensions());
        long size = shape.dimension(dimension) / parts;
        sizes.set(dimension, size);
        var starts = new long[shape.rank()];
        starts[dimension] = index * size;
        return movement.dynamicSlice(literal, starts, Shape.array(shape.elementType(), sizes));
    }

    private Literal joined(List<Literal> parts, int dimension) {
        var shape = parts.getFirst().shape().asArray();
        var sizes = new ArrayList<>(shape.dimensions());
        sizes.set(
                dimension,
                parts.stream()
                        .mapToLong(each -> each.shape().asArray().dimension(dimension))
                        .sum());
        return movement.concatenate(parts, dimension, Shape.array(shape.elementType(), sizes));
    }

    private static Literal tupled(Shape shape, List<Literal> results) {
        return shape instanceof Shape.Tuple ? Literal.tuple(results) : results.getFirst();
    }

    private static Literal single(List<Literal> values) {
        return values.size() == 1 ? values.getFirst() : Literal.tuple(values);
    }
}
