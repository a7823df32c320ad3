package org.hloexplorer.hlo.proto;

import org.hloexplorer.hlo.proto.wire.OpShardingProto;

/** Reads a sharding from XLA's text, braces included. */
final class ShardingReader {
    private final TextCursor text;

    ShardingReader(String text) {
        this.text = new TextCursor(text);
    }

    OpShardingProto read() {
        var sharding = sharding(0);
        text.end();
        return sharding;
    }

    private OpShardingProto sharding(int depth) {
        text.expect("{");
        var proto = OpShardingProto.newBuilder();
        text.blanks();
        if (depth == 0 && (text.peek("{") || text.peek("}"))) {
            return tuple(proto);
        }
        if (text.peek("mesh") || text.peek("maximal_mesh")) {
            return proto.setNamedSharding(new NamedShardingReader(text).read()).build();
        }
        while (!text.accept("}")) {
            part(proto);
            text.blanks();
        }
        return proto.build();
    }

    private OpShardingProto tuple(OpShardingProto.Builder proto) {
        proto.setType(ShardingText.TUPLE);
        while (!text.accept("}")) {
            proto.addTupleShardings(sharding(1));
            text.blanks();
            text.accept(",");
            text.blanks();
        }
        return proto.build();
    }

    private void part(OpShardingProto.Builder proto) {
        if (text.accept("devices=")) {
            tiled(proto);
        } else if (text.accept("maximal device=")) {
            proto.setType(ShardingText.MAXIMAL).addTileAssignmentDimensions(1).addTileAssignmentDevices(text.number());
        } else if (text.accept("last_tile_dim_replicate")) {
            proto.setReplicateOnLastTileDim(true);
        } else if (text.accept("last_tile_dims={")) {
            do {
                text.blanks();
                proto.addLastTileDims(type());
                text.blanks();
            } while (text.accept(","));
            text.expect("}");
        } else if (text.accept("shard_as ")) {
            proto.setIsShardGroup(true).setShardGroupId(text.number());
        } else if (text.accept("shard_like ")) {
            proto.setIsShardGroup(true).setShardGroupType(1).setShardGroupId(text.number());
        } else if (text.accept("metadata=")) {
            // Where a sharding comes from is not needed to compute with it.
            text.skipBraces();
        } else {
            proto.setType(type());
        }
    }

    private int type() {
        int type = ShardingText.TYPES.indexOf(text.word());
        if (type < 0) {
            throw text.unexpected("a kind of sharding");
        }
        return type;
    }

    private void tiled(OpShardingProto.Builder proto) {
        proto.setType(ShardingText.OTHER);
        proto.addAllTileAssignmentDimensions(text.numbers("[", "]"));
        if (text.accept("<=")) {
            var shape = text.numbers("[", "]");
            proto.addAllIotaReshapeDims(shape);
            if (text.accept("T")) {
                text.numbers("(", ")").forEach(each -> proto.addIotaTransposePerm(Math.toIntExact(each)));
            } else {
                for (int i = 0; i < shape.size(); i++) {
                    proto.addIotaTransposePerm(i);
                }
            }
            return;
        }
        do {
            proto.addTileAssignmentDevices(text.number());
        } while (text.accept(","));
    }
}
