package org.hloexplorer.hlo.proto;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.ReplicaGroups;
import org.hloexplorer.hlo.proto.wire.CollectiveDeviceListProto;
import org.hloexplorer.hlo.proto.wire.HloInstructionProto;
import org.hloexplorer.hlo.proto.wire.IotaReplicaGroupListProto;
import org.hloexplorer.hlo.proto.wire.ReplicaGroupProto;

/** Who takes part in a collective together, as protocol buffers. */
final class ReplicaGroupProtos {
    private ReplicaGroupProtos() {}

    static ReplicaGroups read(HloInstructionProto proto) {
        var devices = proto.getCollectiveDeviceList();
        if (proto.hasIotaCollectiveDeviceList()) {
            return iota(proto.getIotaCollectiveDeviceList());
        }
        if (devices.hasIotaReplicaGroupList()) {
            return iota(devices.getIotaReplicaGroupList());
        }
        return listed(
                devices.getReplicaGroupsCount() > 0 ? devices.getReplicaGroupsList() : proto.getReplicaGroupsList());
    }

    private static ReplicaGroups listed(List<ReplicaGroupProto> groups) {
        return new ReplicaGroups(groups.stream()
                .map(group -> joined(group.getReplicaIdsList(), "{", "}"))
                .collect(Collectors.joining(",", "{", "}")));
    }

    private static ReplicaGroups iota(IotaReplicaGroupListProto proto) {
        var groups = "[%d,%d]<=%s"
                .formatted(
                        proto.getNumReplicaGroups(),
                        proto.getNumDevicesPerGroup(),
                        joined(proto.getIotaReshapeDimsList(), "[", "]"));
        boolean isTransposed = isTransposed(proto.getIotaTransposePermList());
        return new ReplicaGroups(
                isTransposed ? groups + "T" + joined(proto.getIotaTransposePermList(), "(", ")") : groups);
    }

    /** Whether a permutation moves anything; XLA prints only those that do. */
    static boolean isTransposed(List<Integer> permutation) {
        return IntStream.range(0, permutation.size()).anyMatch(i -> permutation.get(i) != i);
    }

    static String joined(List<? extends Number> numbers, String open, String close) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(",", open, close));
    }

    /** The groups one by one: what the shorter forms stand for. */
    static void write(ReplicaGroups groups, HloInstructionProto.Builder proto) {
        var devices = CollectiveDeviceListProto.newBuilder();
        for (var group : groups.resolve()) {
            devices.addReplicaGroups(ReplicaGroupProto.newBuilder().addAllReplicaIds(ShapeProtos.longs(group)));
        }
        proto.setCollectiveDeviceList(devices);
        proto.addAllReplicaGroups(devices.getReplicaGroupsList());
    }
}
