package org.hloexplorer.hlo.proto;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.hloexplorer.hlo.proto.wire.AxisRefProto;
import org.hloexplorer.hlo.proto.wire.MeshProto;
import org.hloexplorer.hlo.proto.wire.NamedShardingProto;

/**
 * Reads a sharding that names the axes of a mesh, behind its opening brace: {@code mesh['x'=2,'y'=2], [{'x'},{'y',?}],
 * replicated={'z'}}}.
 */
final class NamedShardingReader {
    private final TextCursor text;
    private final List<String> axes = new ArrayList<>();

    NamedShardingReader(TextCursor text) {
        this.text = text;
    }

    NamedShardingProto read() {
        var proto = NamedShardingProto.newBuilder().setMesh(mesh());
        while (!text.accept("}")) {
            text.accept(",");
            text.blanks();
            if (text.accept("[")) {
                dimensions(proto);
            } else if (text.accept("replicated={")) {
                axesUntilBrace().forEach(proto::addReplicatedAxes);
            } else if (text.accept("unreduced={")) {
                axesUntilBrace().forEach(proto::addUnreducedAxes);
            } else if (text.accept("metadata=")) {
                text.skipBraces();
            } else if (!text.peek("}")) {
                throw new InvalidProtoException(
                        "XLA's message has no place for what a sharding says beside dimensions, "
                                + "'replicated' and 'unreduced' ("
                                + text.unexpected("one of these").getMessage() + ")");
            }
            text.blanks();
        }
        return proto.build();
    }

    private MeshProto mesh() {
        var mesh = MeshProto.newBuilder();
        if (text.accept("maximal_mesh[device_id=")) {
            mesh.addDeviceIds(text.number());
            text.expect("]");
            return mesh.build();
        }
        text.expect("mesh[");
        while (!text.accept("]")) {
            text.expect("'");
            var name = text.upTo('\'');
            text.expect("=");
            axes.add(name);
            mesh.addAxes(MeshProto.MeshAxis.newBuilder().setName(name).setSize(text.number()));
            text.accept(",");
            text.blanks();
        }
        if (text.accept(", device_ids=") || text.accept(",device_ids=")) {
            mesh.addAllDeviceIds(devices());
        }
        return mesh.build();
    }

    /** {@code (0,2,1,3)}, or {@code ([2,2]T(1,0))}: all devices in order, as an array that is transposed. */
    private List<Long> devices() {
        if (!text.peek("([")) {
            return text.numbers("(", ")");
        }
        text.expect("(");
        int[] sizes = ints(text.numbers("[", "]"));
        text.expect("T");
        int[] permutation = ints(text.numbers("(", ")"));
        text.expect(")");
        return transposed(sizes, permutation);
    }

    private static List<Long> transposed(int[] sizes, int[] permutation) {
        var strides = new long[sizes.length];
        long count = 1;
        for (int i = sizes.length - 1; i >= 0; i--) {
            strides[i] = count;
            count = Math.multiplyExact(count, sizes[i]);
        }
        var devices = List.of(0L);
        for (int dimension : permutation) {
            if (dimension >= sizes.length || count > Integer.MAX_VALUE) {
                throw new InvalidProtoException("the devices of a mesh are no permutation of an array");
            }
            devices = devices.stream()
                    .flatMap(base -> LongStream.range(0, sizes[dimension]).mapToObj(i -> base + i * strides[dimension]))
                    .toList();
        }
        return devices;
    }

    private static int[] ints(List<Long> numbers) {
        return numbers.stream().mapToInt(Math::toIntExact).toArray();
    }

    private void dimensions(NamedShardingProto.Builder proto) {
        while (!text.accept("]")) {
            text.expect("{");
            var dimension = NamedShardingProto.DimensionSharding.newBuilder().setIsClosed(true);
            while (!text.accept("}")) {
                if (text.accept("?")) {
                    dimension.setIsClosed(false);
                } else {
                    dimension.addAxes(axis());
                }
                text.accept(",");
                text.blanks();
            }
            proto.addDimShardings(dimension);
            text.accept(",");
            text.blanks();
        }
    }

    private List<AxisRefProto> axesUntilBrace() {
        var found = new ArrayList<AxisRefProto>();
        while (!text.accept("}")) {
            found.add(axis());
            text.accept(",");
            text.blanks();
        }
        return found;
    }

    /** {@code 'x'}, or a part of it: {@code 'x':(2)4}. */
    private AxisRefProto axis() {
        text.expect("'");
        var name = text.upTo('\'');
        int index = axes.indexOf(name);
        if (index < 0) {
            throw new InvalidProtoException("the mesh has no axis '" + name + "'");
        }
        var axis = AxisRefProto.newBuilder().setMeshAxisIndex(index);
        if (text.accept(":(")) {
            var part = AxisRefProto.SubAxis.newBuilder().setPreSize(text.number());
            text.expect(")");
            axis.setSubAxisInfo(part.setSize(text.number()));
        }
        return axis.build();
    }
}
