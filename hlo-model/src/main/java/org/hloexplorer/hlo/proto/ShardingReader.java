package org.hloexplorer.hlo.proto;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.proto.wire.OpShardingProto;

/** Reads a sharding from XLA's text, braces included; those that name the axes of a mesh are refused with a sentence. */
final class ShardingReader {
    private final String text;
    private int at;

    ShardingReader(String text) {
        this.text = text;
    }

    OpShardingProto read() {
        var sharding = sharding(0);
        blanks();
        if (at != text.length()) {
            throw unexpected("its end");
        }
        return sharding;
    }

    private OpShardingProto sharding(int depth) {
        expect("{");
        var proto = OpShardingProto.newBuilder();
        blanks();
        if (depth == 0 && (peek("{") || peek("}"))) {
            return tuple(proto);
        }
        if (peek("mesh") || peek("maximal_mesh")) {
            throw new InvalidProtoException(
                    "shardings that name the axes of a mesh are not written to protocol buffers");
        }
        while (!accept("}")) {
            word(proto);
            blanks();
        }
        return proto.build();
    }

    private OpShardingProto tuple(OpShardingProto.Builder proto) {
        proto.setType(ShardingText.TUPLE);
        while (!accept("}")) {
            proto.addTupleShardings(sharding(1));
            blanks();
            accept(",");
            blanks();
        }
        return proto.build();
    }

    private void word(OpShardingProto.Builder proto) {
        if (accept("devices=")) {
            tiled(proto);
        } else if (accept("maximal device=")) {
            proto.setType(ShardingText.MAXIMAL).addTileAssignmentDimensions(1).addTileAssignmentDevices(number());
        } else if (accept("last_tile_dim_replicate")) {
            proto.setReplicateOnLastTileDim(true);
        } else if (accept("last_tile_dims={")) {
            do {
                blanks();
                proto.addLastTileDims(type());
                blanks();
            } while (accept(","));
            expect("}");
        } else if (accept("shard_as ")) {
            proto.setIsShardGroup(true).setShardGroupId(number());
        } else if (accept("shard_like ")) {
            proto.setIsShardGroup(true).setShardGroupType(1).setShardGroupId(number());
        } else if (accept("metadata=")) {
            skipBraces();
        } else {
            proto.setType(type());
        }
    }

    private int type() {
        int start = at;
        while (at < text.length() && (Character.isLetter(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        int type = ShardingText.TYPES.indexOf(text.substring(start, at));
        if (type < 0) {
            at = start;
            throw unexpected("a kind of sharding");
        }
        return type;
    }

    private void tiled(OpShardingProto.Builder proto) {
        proto.setType(ShardingText.OTHER);
        proto.addAllTileAssignmentDimensions(numbers("[", "]"));
        if (accept("<=")) {
            var shape = numbers("[", "]");
            proto.addAllIotaReshapeDims(shape);
            if (accept("T")) {
                numbers("(", ")").forEach(each -> proto.addIotaTransposePerm(Math.toIntExact(each)));
            } else {
                for (int i = 0; i < shape.size(); i++) {
                    proto.addIotaTransposePerm(i);
                }
            }
            return;
        }
        do {
            proto.addTileAssignmentDevices(number());
        } while (accept(","));
    }

    private List<Long> numbers(String open, String close) {
        expect(open);
        var numbers = new ArrayList<Long>();
        while (!accept(close)) {
            numbers.add(number());
            accept(",");
        }
        return numbers;
    }

    private long number() {
        int start = at;
        while (at < text.length() && Character.isDigit(text.charAt(at)) && at - start < 18) {
            at++;
        }
        if (start == at) {
            throw unexpected("a number");
        }
        return Long.parseLong(text.substring(start, at));
    }

    /** Where a sharding comes from is not needed to compute with it. */
    private void skipBraces() {
        int depth = 0;
        do {
            if (at >= text.length()) {
                throw unexpected("a closing brace");
            }
            depth += text.charAt(at) == '{' ? 1 : text.charAt(at) == '}' ? -1 : 0;
            at++;
        } while (depth > 0);
    }

    private void blanks() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
    }

    private boolean peek(String expected) {
        return text.startsWith(expected, at);
    }

    private boolean accept(String expected) {
        boolean is = peek(expected);
        at += is ? expected.length() : 0;
        return is;
    }

    private void expect(String expected) {
        if (!accept(expected)) {
            throw unexpected("'" + expected + "'");
        }
    }

    private InvalidProtoException unexpected(String expected) {
        return new InvalidProtoException("%s is expected at character %d".formatted(expected, at + 1));
    }
}
