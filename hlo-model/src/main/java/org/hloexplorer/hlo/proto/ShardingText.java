package org.hloexplorer.hlo.proto;

import java.util.List;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.proto.wire.AxisRefProto;
import org.hloexplorer.hlo.proto.wire.MeshProto;
import org.hloexplorer.hlo.proto.wire.NamedShardingProto;
import org.hloexplorer.hlo.proto.wire.OpMetadataProto;
import org.hloexplorer.hlo.proto.wire.OpShardingProto;

/** Shardings as XLA prints them. */
final class ShardingText {
    static final List<String> TYPES =
            List.of("replicated", "maximal", "tuple", "other", "manual", "unknown", "unreduced");
    static final int MAXIMAL = 1;
    static final int TUPLE = 2;
    static final int OTHER = 3;

    private ShardingText() {}

    /** The text with its braces. */
    static String of(OpShardingProto proto) {
        if (proto.hasNamedSharding()) {
            return named(proto.getNamedSharding());
        }
        if (proto.getType() == TUPLE) {
            return proto.getTupleShardingsList().stream()
                    .map(ShardingText::of)
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        return "{" + body(proto) + group(proto) + metadata(proto.getMetadataList()) + "}";
    }

    private static String body(OpShardingProto proto) {
        return switch (proto.getType()) {
            case MAXIMAL ->
                "maximal device="
                        + (proto.getTileAssignmentDevicesCount() == 0 ? 0 : proto.getTileAssignmentDevices(0));
            case OTHER -> tiled(proto);
            default -> ProtoWords.word(TYPES, proto.getType(), "kind of sharding");
        };
    }

    private static String tiled(OpShardingProto proto) {
        var text = new StringBuilder("devices=");
        text.append(ReplicaGroupProtos.joined(proto.getTileAssignmentDimensionsList(), "[", "]"));
        if (proto.getIotaReshapeDimsCount() > 0) {
            text.append("<=").append(ReplicaGroupProtos.joined(proto.getIotaReshapeDimsList(), "[", "]"));
            if (ReplicaGroupProtos.isTransposed(proto.getIotaTransposePermList())) {
                text.append('T').append(ReplicaGroupProtos.joined(proto.getIotaTransposePermList(), "(", ")"));
            }
        } else {
            text.append(ReplicaGroupProtos.joined(proto.getTileAssignmentDevicesList(), "", ""));
        }
        if (proto.getReplicateOnLastTileDim()) {
            text.append(" last_tile_dim_replicate");
        }
        if (proto.getLastTileDimsCount() > 0) {
            text.append(proto.getLastTileDimsList().stream()
                    .map(type -> ProtoWords.word(TYPES, type, "kind of sharding"))
                    .collect(Collectors.joining(", ", " last_tile_dims={", "}")));
        }
        return text.toString();
    }

    private static String group(OpShardingProto proto) {
        if (!proto.getIsShardGroup()) {
            return "";
        }
        return (proto.getShardGroupType() == 0 ? " shard_as " : " shard_like ") + proto.getShardGroupId();
    }

    private static String metadata(List<OpMetadataProto> metadata) {
        if (metadata.isEmpty()) {
            return "";
        }
        var texts = metadata.stream().map(MetadataProtos::text).toList();
        return " metadata=" + (texts.size() == 1 ? texts.getFirst() : "{" + String.join(", ", texts) + "}");
    }

    private static String named(NamedShardingProto proto) {
        if (proto.getTupleShardingsCount() > 0) {
            return proto.getTupleShardingsList().stream()
                    .map(ShardingText::named)
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        var mesh = proto.getMesh();
        var dimensions = proto.getDimShardingsList().stream()
                .map(each -> dimension(each, mesh))
                .collect(Collectors.joining(", ", "[", "]"));
        return "{" + mesh(mesh) + ", " + dimensions
                + axes(", replicated=", proto.getReplicatedAxesList(), mesh)
                + axes(", unreduced=", proto.getUnreducedAxesList(), mesh)
                + metadata(proto.getMetadataList()) + "}";
    }

    private static String mesh(MeshProto mesh) {
        if (mesh.getAxesCount() == 0 && mesh.getDeviceIdsCount() == 1) {
            return "maximal_mesh[device_id=%d]".formatted(mesh.getDeviceIds(0));
        }
        var devices = mesh.getDeviceIdsCount() == 0
                ? ""
                : ", device_ids=" + ReplicaGroupProtos.joined(mesh.getDeviceIdsList(), "(", ")");
        return mesh.getAxesList().stream()
                .map(axis -> "'%s'=%d".formatted(axis.getName(), axis.getSize()))
                .collect(Collectors.joining(",", "mesh[", "]" + devices));
    }

    private static String dimension(NamedShardingProto.DimensionSharding dimension, MeshProto mesh) {
        var axes =
                dimension.getAxesList().stream().map(axis -> axis(axis, mesh)).collect(Collectors.joining(","));
        if (dimension.getIsClosed()) {
            return "{" + axes + "}";
        }
        return "{" + axes + (axes.isEmpty() ? "?}" : ",?}");
    }

    private static String axes(String title, List<AxisRefProto> axes, MeshProto mesh) {
        return axes.isEmpty()
                ? ""
                : axes.stream().map(axis -> axis(axis, mesh)).collect(Collectors.joining(",", title + "{", "}"));
    }

    private static String axis(AxisRefProto axis, MeshProto mesh) {
        long index = axis.getMeshAxisIndex();
        if (index < 0 || index >= mesh.getAxesCount()) {
            throw new InvalidProtoException(
                    "a sharding names axis %d of a mesh of %d".formatted(index, mesh.getAxesCount()));
        }
        var name = "'" + mesh.getAxes((int) index).getName() + "'";
        var part = axis.getSubAxisInfo();
        return axis.hasSubAxisInfo() ? "%s:(%d)%d".formatted(name, part.getPreSize(), part.getSize()) : name;
    }
}
