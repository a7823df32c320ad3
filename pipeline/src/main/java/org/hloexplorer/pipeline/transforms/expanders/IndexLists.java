package org.hloexplorer.pipeline.transforms.expanders;

import static org.hloexplorer.pipeline.transforms.Emitter.range;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.pipeline.transforms.Emitter;

/** The index vectors of gathers and scatters as one list, and what belongs to each entry in the same order. */
final class IndexLists {
    private IndexLists() {}

    /** The indices as [number, index vector], of a type in which they can be compared with sizes. */
    static HloInstruction list(Emitter emitter, HloInstruction indices, int vectorDimension) {
        var shape = indices.shape().asArray();
        var permutation = new ArrayList<>(others(shape.rank(), List.of(vectorDimension)));
        long count = permutation.stream().mapToLong(shape::dimension).reduce(1, (a, b) -> a * b);
        if (vectorDimension < shape.rank()) {
            permutation.add(vectorDimension);
        }
        long length = vectorDimension < shape.rank() ? shape.dimension(vectorDimension) : 1;
        var list = emitter.reshape(emitter.transpose(indices, permutation), count, length);
        return emitter.convert(list, comparable(shape.elementType()));
    }

    private static PrimitiveType comparable(PrimitiveType type) {
        return type.bits() < 32 || type == PrimitiveType.S32 ? PrimitiveType.S32 : PrimitiveType.S64;
    }

    /** The start of the window for the n-th entry in each dimension of the operand: 0 where the entry names none. */
    static List<HloInstruction> starts(
            Emitter emitter, HloInstruction list, HloInstruction n, List<Integer> map, int rank) {
        var shape = list.shape().asArray();
        var type = shape.elementType();
        var zero = emitter.scalar(type, 0);
        var row = emitter.dynamicSlice(list, List.of(emitter.convert(n, type), zero), List.of(1L, shape.dimension(1)));
        return IntStream.range(0, rank)
                .mapToObj(dimension -> {
                    int place = map.indexOf(dimension);
                    return place < 0 ? zero : emitter.reshape(emitter.slice(row, 1, place, place + 1), List.of());
                })
                .toList();
    }

    /** Updates as [number, window], with a size of 1 in each dimension of the operand that windows lack. */
    static HloInstruction windows(
            Emitter emitter, HloInstruction updates, List<Integer> windowDimensions, List<Long> window) {
        var shape = updates.shape().asArray();
        var entries = others(shape.rank(), windowDimensions);
        var permutation =
                Stream.concat(entries.stream(), windowDimensions.stream()).toList();
        long count = entries.stream().mapToLong(shape::dimension).reduce(1, (a, b) -> a * b);
        var turned = emitter.transpose(updates, permutation);
        var written = windowDimensions.stream().map(shape::dimension);
        var list =
                emitter.reshape(turned, Stream.concat(Stream.of(count), written).toList());
        return emitter.reshape(
                list, Stream.concat(Stream.of(count), window.stream()).toList());
    }

    static List<Integer> others(int rank, List<Integer> some) {
        return range(rank).stream().filter(i -> !some.contains(i)).toList();
    }
}
