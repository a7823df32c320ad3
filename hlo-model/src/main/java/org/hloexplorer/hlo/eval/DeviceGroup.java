package org.hloexplorer.hlo.eval;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;

/**
 * The devices that take part in a collective together with this one.
 *
 * @param members by {@code replica * partitions + partition}, in the order of the group
 * @param index where this device stands among them
 */
record DeviceGroup(List<Integer> members, int index) {

    /** What the ids in replica groups stand for. */
    private enum Mode {
        REPLICAS,
        PARTITIONS,
        REPLICAS_AND_PARTITIONS,
        DEVICES;

        String participant() {
            return switch (this) {
                case REPLICAS, REPLICAS_AND_PARTITIONS -> "replica";
                case PARTITIONS -> "partition";
                case DEVICES -> "device";
            };
        }
    }

    static DeviceGroup of(HloInstruction instruction, HloOp.Collective collective, Communication communication) {
        var mode = mode(collective);
        int ids = switch (mode) {
            case REPLICAS, REPLICAS_AND_PARTITIONS -> communication.replicas();
            case PARTITIONS -> communication.partitions();
            case DEVICES -> communication.replicas() * communication.partitions();
        };
        int device = communication.replica() * communication.partitions() + communication.partition();
        int self = switch (mode) {
            case REPLICAS, REPLICAS_AND_PARTITIONS -> communication.replica();
            case PARTITIONS -> communication.partition();
            case DEVICES -> device;
        };
        var group = groups(instruction, collective, ids).stream()
                .filter(each -> each.contains(self))
                .findFirst()
                .orElseThrow(() -> new EvaluationException(
                        instruction, "%s %d is in none of its groups".formatted(mode.participant(), self)));
        var members = devices(group, mode, communication);
        int devices = communication.replicas() * communication.partitions();
        if (members.stream().anyMatch(each -> each >= devices)) {
            throw new EvaluationException(
                    instruction,
                    "its group %s needs more devices than the %d that take part".formatted(group, devices));
        }
        return new DeviceGroup(members, members.indexOf(device));
    }

    private static List<List<Integer>> groups(HloInstruction instruction, HloOp.Collective collective, int ids) {
        try {
            var groups = collective.replicaGroups().resolve();
            return groups.isEmpty() ? List.of(IntStream.range(0, ids).boxed().toList()) : groups;
        } catch (IllegalArgumentException e) {
            throw new EvaluationException(instruction, String.valueOf(e.getMessage()));
        }
    }

    /** XLA's rule: a channel makes it a matter of partitions, global ids count all devices. */
    private static Mode mode(HloOp.Collective collective) {
        if (collective.channelId().isEmpty()) {
            return Mode.REPLICAS;
        }
        if (collective.useGlobalDeviceIds()) {
            return Mode.DEVICES;
        }
        return switch (collective.opcode()) {
            case ALL_TO_ALL, RAGGED_ALL_TO_ALL, COLLECTIVE_BROADCAST -> Mode.PARTITIONS;
            default -> Mode.REPLICAS_AND_PARTITIONS;
        };
    }

    private static List<Integer> devices(List<Integer> group, Mode mode, Communication communication) {
        int partitions = communication.partitions();
        var devices = new ArrayList<Integer>();
        for (int id : group) {
            switch (mode) {
                case REPLICAS -> devices.add(id * partitions + communication.partition());
                case PARTITIONS -> devices.add(communication.replica() * partitions + id);
                case DEVICES -> devices.add(id);
                case REPLICAS_AND_PARTITIONS -> {
                    for (int partition = 0; partition < partitions; partition++) {
                        devices.add(id * partitions + partition);
                    }
                }
            }
        }
        return devices;
    }
}
